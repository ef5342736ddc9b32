// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { chronicleOf } from '../../src/end/chronicle.js';
import { endReason, placesOf } from '../../src/end/ranking.js';
import { roundLabels, spread, ticksTo } from '../../src/end/scale.js';
import de from '../../src/words/de/later/end.json';
import en from '../../src/words/en/later/end.json';
import { factsOf } from '../../src/game/sheet.js';
import type { Observation } from '../../src/protocol/api.js';
import { happenedOf } from '../frames.js';
import { type RecordedGame, sample } from '../games.js';

const from = sample();

function chronicle(game: RecordedGame): ReturnType<typeof chronicleOf> {
    return chronicleOf(factsOf(from.sheets[game.rules]!), happenedOf(from, game));
}

describe.each(from.games.map((game) => [game.name, game] as const))('the chronicle of %s', (_name, game) => {
    const facts = factsOf(from.sheets[game.rules]!);
    const told = chronicle(game);

    it('ends where the game ends', () => {
        expect(told.last.ranking).toEqual(game.last.ranking);
        expect(told.nRounds).toBe(game.last.round);
        expect(told.cities.at(-1)).toEqual(game.last.n_cities);
        expect(told.starts.map((start) => start.round)).toEqual(
            Array.from({ length: told.nRounds }, (_, place) => place + 1),
        );
    });

    it('has every seat in every round, and money that adds up', () => {
        for (const rounds of [told.cities, told.money, told.capacity]) {
            expect(rounds.length).toBe(told.nRounds);
            expect(
                rounds.every(
                    (row) => row.length === facts.nSeats && row.every((value) => value !== null && value >= 0),
                ),
            ).toBe(true);
        }
        expect(told.money[0]).toEqual(Array(facts.nSeats).fill(facts.rules.start_money));
        for (const row of told.income.slice(0, -1))
            expect(row.every((value) => value !== null && value > 0)).toBe(true);
    });

    it('shows moments that are in the game, in order', () => {
        expect(told.moments.length).toBeGreaterThan(0);
        const versions = told.moments.map((moment) => moment.version);
        expect(versions).toEqual([...versions].sort((one, other) => one - other));
        for (const moment of told.moments) {
            const key = `over.moment.${moment.kind}`;
            expect(Object.keys(en).some((each) => each === key || each === `${key}_one`)).toBe(true);
        }
    });

    it('ranks as the server does, and every tie has its reason', () => {
        const places = placesOf(facts, told.last);
        expect(places.map(({ place }) => place)).toEqual([...game.last.ranking].sort((one, other) => one - other));
        for (const [at, place] of places.entries()) {
            const next = places[at + 1];
            if (next) expect(place.tie !== null).toBe(place.score === next.score);
            if (place.tie) {
                const { mine, theirs } = place.tie.values;
                if (place.tie.key !== 'over.tie.shared') expect(mine).toBeGreaterThan(theirs!);
                expect(Object.keys(en)).toContain(place.tie.key);
            }
        }
    });

    it('gives the reason of the transcript', () => {
        const reason = /^end (\S+)$/m.exec(game.transcript)![1]!;
        const keys: Record<string, string> = {
            cities: 'over.why.cities',
            'dry-stack': 'over.why.dry',
            'last-round': 'over.why.last_round',
        };
        expect(endReason(facts, told.last).key).toBe(keys[reason]);
    });
});

it('breaks ties of the card game by the money left over, then by the largest plant', () => {
    const game = from.games.find((each) => each.name === 'card-4')!;
    const facts = factsOf(from.sheets[game.rules]!);
    const tied = (money: number[], plants: number[][]): Observation => ({
        ...game.last,
        scores: [9, 9, 3, 2],
        ranking: [1, 2, 3, 4],
        money,
        plants,
    });
    expect(placesOf(facts, tied([17, 12, 0, 0], [[], [], [], []]))[0]!.tie).toEqual({
        key: 'over.tie.rest',
        values: { mine: 7, theirs: 2 },
    });
    const largest = facts.plants.length - 1;
    const byPlant = placesOf(facts, tied([12, 22, 0, 0], [[largest], [0], [], []]))[0]!.tie;
    expect(byPlant).toEqual({
        key: 'over.tie.plant',
        values: { mine: facts.plants[largest]!.number, theirs: facts.plants[0]!.number },
    });
});

describe('a chart', () => {
    it('has round figures that reach its largest value', () => {
        for (const most of [1, 2, 7, 17, 21, 45, 99, 145, 150, 333, 1200]) {
            const ticks = ticksTo(most);
            expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
            expect(ticks.length).toBeGreaterThanOrEqual(2);
            expect(ticks.length).toBeLessThanOrEqual(5);
        }
    });

    it('names its first and its last round, and never two that touch', () => {
        for (let n = 1; n <= 60; n++) {
            const labels = roundLabels(n);
            expect([labels[0], labels.at(-1)]).toEqual([1, n]);
            expect(labels.length).toBeLessThanOrEqual(9);
            expect(new Set(labels).size).toBe(labels.length);
        }
    });

    it('moves labels apart and keeps them inside', () => {
        const found = spread([50, 50, 50, 51, 100, 100], 12, 9, 112);
        const sorted = [...found].sort((one, other) => one - other);
        for (let place = 1; place < sorted.length; place++)
            expect(sorted[place]! - sorted[place - 1]!).toBeGreaterThanOrEqual(12 - 1e-9);
        expect(Math.min(...found)).toBeGreaterThanOrEqual(9);
        expect(Math.max(...found)).toBeLessThanOrEqual(112);
        expect(spread([20, 80], 12, 9, 112)).toEqual([20, 80]);
    });
});

it('both languages have the same keys and values', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    const valuesOf = (text: string): string[] => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]!).sort();
    for (const [key, text] of Object.entries(en))
        expect([key, valuesOf((de as Record<string, string>)[key]!)]).toEqual([key, valuesOf(text)]);
});
