// @vitest-environment jsdom
/** The finale: what is lit, the one line, the course of the animation, and the turning points. */
import { beforeAll, describe, expect, it } from 'vitest';

import { chronicleOf } from '../../src/end/chronicle.js';
import { litAt } from '../../src/end/night/drawing.js';
import { lineOf } from '../../src/end/night/lineWords.js';
import { seatOfLine } from '../../src/end/night/myLine.js';
import { type NightSeat, nightOf } from '../../src/end/night/night.js';
import { DARK_AT, END_AT, frameAt, LIT_AT, MAX_SEAT } from '../../src/end/night/timeline.js';
import { turningPoints } from '../../src/end/night/turningPoints.js';
import { factsOf, type TableFacts } from '../../src/game/sheet.js';
import type { Analysis } from '../../src/protocol/api.js';
import { isSoundTime } from '../../src/sound/asking.js';
import { startWords } from '../../src/words';
import { withWords } from '../../src/words/late';
import { happenedOf } from '../frames.js';
import { wholeSample } from '../games.js';

const from = wholeSample();
const factsFor = (name: string): TableFacts =>
    factsOf(from.sheets[from.games.find((each) => each.name.startsWith(name))!.rules]!);
const board = factsFor('recharged-germany');
const cards = factsFor('card-4');

beforeAll(async () => {
    await startWords();
    await withWords(Promise.resolve(), 'end');
});

describe.each(from.games.map((game) => [game.name, game] as const))('the night of %s', (_name, game) => {
    const facts = factsOf(from.sheets[game.rules]!);
    const log = happenedOf(from, game);
    const seats = nightOf(facts, log, chronicleOf(facts, log).last);

    it('supplies what the server scored', () => {
        const perPoint = facts.rules.money_per_point ?? 0;
        for (const { output, score, money, cities, lit, houses } of seats) {
            expect(perPoint ? output + Math.floor(money / perPoint) : Math.min(output, cities)).toBe(score);
            expect(houses.length).toBe(cities);
            if (!perPoint) expect(lit).toBe(score);
        }
    });

    it('has a line for every seat', () => {
        for (const { seat } of seats) {
            const { head, clause } = lineOf(facts, seats, seat, true, (each) => `Player ${each}`);
            expect(head).toMatch(/^[1-6](st|nd|rd|th)\. \d+ (city|cities|points?)\.$/);
            expect(clause).toMatch(/^[A-Z0-9][^{}]*\.$/);
        }
    });
});

const seatOf = (seat: number, values: Partial<NightSeat>): NightSeat => {
    const score = values.score ?? 10;
    return {
        seat,
        place: 1,
        score,
        count: score,
        lit: score,
        money: 20,
        cities: score,
        tie: null,
        houses: [],
        plants: [],
        output: score,
        ...values,
    };
};
const NAMES = ['You', 'Hedy', 'Max'];

function line(seats: NightSeat[], seat = 0, facts = board): string {
    const { head, clause } = lineOf(facts, seats, seat, seat === 0, (each) => NAMES[each] ?? '');
    return `${head} ${clause}`;
}

describe('my line', () => {
    const hedy = (values: Partial<NightSeat> = {}): NightSeat => seatOf(1, { score: 17, money: 34, ...values });
    const me = (values: Partial<NightSeat>): NightSeat => seatOf(0, { place: 2, money: 21, ...values });

    it('of a winner says by what', () => {
        const first = { place: 1, score: 17, money: 34 };
        const next = (score: number, money = 20): NightSeat => seatOf(1, { place: 2, score, money });
        expect(line([me(first), next(16)])).toBe('1st. 17 cities. One more than you needed.');
        expect(line([me(first), next(15, 90)])).toBe('1st. 17 cities. One more than you needed.');
        expect(line([me(first), next(14)])).toBe('1st. 17 cities. Three more than you needed.');
        expect(line([me(first), next(16, 90)])).toBe('1st. 17 cities. One more than Hedy, and it had to be that one.');
        const tie = { key: 'over.tie.money', values: {} } as const;
        expect(line([me({ ...first, tie }), next(17, 25)])).toBe('1st. 17 cities. By 9 money.');
        expect(line([me(first), next(17), hedy({ place: 1 })])).toContain('Shared with Hedy.');
    });

    it('names the first that was missing: tie-break, fuel, plants, cities', () => {
        const lack = { units: 1, kinds: [2] };
        const plants = [{ card: 0, output: 3, runs: false, lack }];
        const all = { score: 17, cities: 20, plants };
        expect(line([hedy(), me(all)])).toBe('2nd. 17 cities. As many as Hedy, but 13 less money.');
        expect(line([hedy({ money: 21, cities: 21 }), me(all)])).toContain('but one city fewer built.');
        expect(line([hedy(), me({ ...all, score: 14, output: 14 })])).toBe('2nd. 14 cities. One garbage short of 17.');
        const two = [{ card: 0, output: 3, runs: false, lack: { units: 2, kinds: [0, 1] } }];
        expect(line([hedy(), me({ ...all, score: 14, output: 14, plants: two })])).toContain(
            'Two coal/oil short of 17.',
        );
        expect(line([hedy(), me({ score: 16, cities: 18 })])).toBe(
            '2nd. 16 cities. Plants for two more, and you win with 18.',
        );
        expect(line([hedy(), me({ score: 15, cities: 16 })])).toContain('Plants for one more would have made 16.');
        expect(line([hedy(), me({ score: 14 })])).toBe('2nd. 14 cities. All of them lit. Four more, and you win.');
    });

    it('leaves out fuel that would have lit nothing', () => {
        const plants = [{ card: 0, output: 3, runs: false, lack: { units: 1, kinds: [2] } }];
        expect(line([hedy(), me({ score: 14, output: 20, plants })])).toContain('All of them lit.');
    });

    it('of the card game counts points', () => {
        const plants = [{ card: 0, output: 3, runs: false, lack: { units: 1, kinds: [0] } }];
        expect(line([hedy({ score: 30 }), me({ score: 26, plants })], 0, cards)).toBe(
            '2nd. 26 points. One coal short of 29.',
        );
        expect(line([hedy({ score: 30 }), me({ score: 26 })], 0, cards)).toContain('Four behind Hedy.');
        expect(line([me({ place: 1, score: 30 }), hedy({ place: 2, score: 28 })], 0, cards)).toContain(
            'Two more than Hedy.',
        );
    });

    it("of a watcher is the winner's", () => {
        const seats = [hedy(), me({ score: 16 })];
        expect(seatOfLine(seats, -1)).toBe(1);
        expect(seatOfLine(seats, 0)).toBe(0);
        expect(seatOfLine([hedy({ place: 0 })], -1)).toBe(-1);
        expect(line(seats, 1)).toBe('Hedy wins. 17 cities. One more than needed.');
    });
});

describe('the course of the finale', () => {
    it('lights the last place first, each seat in its time', () => {
        expect(frameAt(0, 3)).toMatchObject({ darkness: 0, lit: [0, 0, 0], hasPlaces: false, isOver: false });
        expect(frameAt(DARK_AT, 3)).toMatchObject({ darkness: 1, lit: [0, 0, 0] });
        expect(frameAt(DARK_AT + MAX_SEAT / 2, 3).lit).toEqual([0, 0, 0.5]);
        expect(frameAt(DARK_AT + MAX_SEAT * 1.5, 3).lit).toEqual([0, 0.5, 1]);
        for (const nSeats of [1, 2, 3, 4, 5, 6]) {
            expect(frameAt(LIT_AT, nSeats).lit).toEqual(Array(nSeats).fill(1));
            let before = frameAt(0, nSeats).lit;
            for (let time = 0; time <= END_AT; time += 50) {
                const { lit } = frameAt(time, nSeats);
                // Nothing goes out, and only one seat is being lit.
                expect(lit.every((share, place) => share >= before[place]!)).toBe(true);
                expect(lit.filter((share) => share > 0 && share < 1).length).toBeLessThanOrEqual(1);
                before = lit;
            }
        }
    });

    it('shows places, the line, the turning points and the buttons in this order', () => {
        const shown = [3999, 4000, 4400, 5000, 6000].map((time) => {
            const { hasPlaces, hasLine, hasTurns, isOver } = frameAt(time, 4);
            return [hasPlaces, hasLine, hasTurns, isOver].filter(Boolean).length;
        });
        expect(shown).toEqual([0, 1, 2, 3, 4]);
    });

    it('counts to the lit cities', () => {
        const seat = seatOf(0, { score: 7 });
        expect([0, 0.5, 1].map((share) => litAt(seat, share))).toEqual([0, 4, 7]);
    });
});

describe('turning points', () => {
    const course = [0.5, 0.6, 0.2, 0.3, 0.9].map((chance, move) => ({ move, chances: [chance, 1 - chance] }));
    const findings = [0, 1, 2, 3].map((move) => ({ move, seat: move % 2 }));
    const record = { course, findings } as unknown as Analysis;

    it("are the findings of any seat with the largest steps of one seat's chance, in order", () => {
        const found = turningPoints(record, 0);
        expect(found.map(({ finding }) => finding.move)).toEqual([0, 1, 3]);
        expect(found.map(({ before, after }) => [before, after])).toEqual([
            [0.5, 0.6],
            [0.6, 0.2],
            [0.3, 0.9],
        ]);
        expect(turningPoints(record, 1, 1)[0]).toMatchObject({ before: 1 - 0.3 });
    });

    it('leave out a decision after which there is no chance', () => {
        expect(turningPoints({ ...record, findings: [{ move: 4, seat: 0 }] } as unknown as Analysis, 0)).toEqual([]);
    });
});

describe('the question about sound', () => {
    it('comes at the end of the first round', () => {
        const at = (round: number, phase: number): boolean => isSoundTime({ round, phase, first: 4, last: 8 });
        expect([at(1, 4), at(1, 8), at(2, 4), at(2, 5), at(2, 6), at(3, 4)]).toEqual([
            false,
            true,
            true,
            true,
            false,
            false,
        ]);
    });
});
