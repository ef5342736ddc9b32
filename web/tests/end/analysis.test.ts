// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { isTooClose, wholeAccount } from '../../src/end/analysis/account';
import AccountTable from '../../src/end/analysis/AccountTable.svelte';
import { findingsOf, placeOf, roundsOf, stepsAt, stepsOf, versionAt } from '../../src/end/analysis/course';
import { costOf, isCertain, percent, plusMinus, signed } from '../../src/end/analysis/figures';
import { leadWords, lineWords, playedWords, reasonWords } from '../../src/end/analysis/findingWords';
import Findings from '../../src/end/analysis/Findings.svelte';
import type { Analysis, Finding, Future, SeatAccount } from '../../src/protocol/api';
import { analysisOf } from '../../src/router.svelte';
import { Scene } from '../../src/table/scene';
import { charactersAt, newOpponents } from '../../src/table/playOn';
import { speak, startWords } from '../../src/words';
import { withWords } from '../../src/words/late';

const point = (move: number, round: number, actor: number, chances: number[]): Analysis['course'][number] => ({
    move,
    round,
    phase: 'auction',
    actor,
    in_lot: false,
    chances,
    error: 0.01,
});
const future = (supplied: number): Future => ({
    round: 4,
    is_over: false,
    plants: [10],
    cities: supplied,
    supplied,
    money: 40,
    place: 1,
    networks: [['essen'], []],
});
const finding = (seat: number, move: number, loss: number, values: Partial<Finding> = {}): Finding => ({
    seat,
    move,
    round: 2,
    phase: 'auction',
    kind: 'auction',
    played: { actions: [{ do: 'drop' }], chance: 0.3, error: 0.01 },
    better: { actions: [{ do: 'bid', amount: 34 }], chance: 0.3 + loss, error: 0.01, up_to: 40 },
    loss,
    error: 0.02,
    future_played: future(7),
    future_better: future(9),
    reasons: [{ kind: 'supplied', better: 9, played: 7 }],
    facts: { lot: 32, standing: 33 },
    ...values,
});
const account = (seat: number, values: Partial<SeatAccount> = {}): SeatAccount => ({
    seat,
    start: 0.5,
    luck: 0.1,
    own: -0.2,
    others: -0.4,
    result: 0,
    luck_error: 0.012,
    own_error: 0.02,
    others_error: 0.004,
    decisions: 3,
    ...values,
});
const RECORD: Analysis = {
    revision: 2,
    judge: 'value',
    worlds: 32,
    noise: 0.02,
    seed: 0,
    edition: 'classic',
    board: 'usa',
    rounds: 2,
    seats: [{ name: 'Ada' }, { name: 'Grace' }],
    marks: [
        { move: 2, round: 1, what: 'round' },
        { move: 9, round: 2, what: 'round' },
        { move: 10, round: 2, what: 'step', step: 2 },
    ],
    course: [
        point(2, 1, 0, [0.5, 0.5]),
        point(5, 1, -1, [0.6, 0.4]),
        point(10, 2, 1, [0.4, 0.6]),
        point(12, 2, -1, [0, 1]),
    ],
    account: [account(0), account(1, { luck: -0.1, own: 0, others: 0.6, result: 1 })],
    findings: [finding(0, 2, 0.2), finding(1, 10, 0.1), finding(0, 5, 0.05)],
    statistics: [],
};

describe('the course of a game', () => {
    it('finds rounds, steps and decisions by their moves', () => {
        expect(roundsOf(RECORD)).toEqual([
            { at: 0, number: 1 },
            { at: 2, number: 2 },
        ]);
        expect(stepsOf(RECORD)).toEqual([{ at: 2, number: 2 }]);
        expect([0, 2, 4, 5, 11, 12, 99].map((move) => placeOf(RECORD, move))).toEqual([0, 0, 0, 1, 2, 3, 3]);
    });

    it('adds up the steps of findings: the chance after a decision less the one before', () => {
        expect(stepsAt(RECORD, 0, [])).toBe(0);
        expect(stepsAt(RECORD, 0, findingsOf(RECORD, 0))).toBeCloseTo(0.1 - 0.2);
        expect(stepsAt(RECORD, 1, findingsOf(RECORD, 1))).toBeCloseTo(0.4);
    });

    it('keeps the costliest of a seat first, and as many as are wanted', () => {
        expect(findingsOf(RECORD, 0).map(({ move }) => move)).toEqual([2, 5]);
        expect(findingsOf(RECORD, 0, 1).map(({ move }) => move)).toEqual([2]);
    });

    it('knows the version of a move', () => {
        expect([0, 2, 9].map((move) => versionAt([4, 5, 7], move))).toEqual([4, 7, 7]);
    });
});

it('writes chances, points and errors', () => {
    expect([percent(0.546), signed(-21), signed(9), signed(0)]).toEqual(['55', '−21', '+9', '0']);
    expect([0.022, 0.001].map(plusMinus)).toEqual(['±2', '±1']);
    expect([{}, { last_turns: 1 }].map((facts) => isCertain(finding(0, 2, 0.1, { facts })))).toEqual([false, true]);
    expect(costOf(finding(0, 2, 0.126))).toBe(13);
});

describe('a result in whole points', () => {
    const sums = (values: Partial<SeatAccount>): number[] => {
        const { start, luck, own, others, result } = wholeAccount(account(0, values));
        expect(start + luck + own + others).toBe(result);
        return [start, luck, own, others, result];
    };

    it('adds up as shown, where rounding took most', () => {
        expect(sums({})).toEqual([50, 10, -20, -40, 0]);
        expect(sums({ start: 1 / 3, luck: 0.002, own: 0.254, others: 1 - 1 / 3 - 0.256, result: 1 })).toEqual([
            33, 0, 26, 41, 100,
        ]);
        expect(sums({ start: 0.25, luck: 0.058, own: -0.0045, others: -0.3035, result: 0 })).toEqual([
            25, 6, -1, -30, 0,
        ]);
    });

    it('is not split if a part is uncertain by more than 10 points', () => {
        expect(isTooClose(account(0, { own_error: 0.1 }))).toBe(false);
        expect(isTooClose(account(0, { others_error: 0.101 }))).toBe(true);
    });
});

it('seats the characters of the finished table, and changes places with the one whose seat is taken', () => {
    const seats = [
        { name: 'Ina', bot: '' },
        { name: 'Hedy', bot: 'hard' },
        { name: 'Max', bot: 'normal' },
    ];
    const own = charactersAt(seats, 0, 0, 'Ina');
    expect([1, 2].map(own)).toEqual([seats[1], seats[2]]);
    const other = charactersAt(seats, 0, 2, 'Ina');
    expect([0, 1].map(other)).toEqual([seats[2], seats[1]]);
});

it('gives the seats of people to characters that are not at the table', () => {
    const seats = [
        { name: 'Ina', bot: '' },
        { name: 'Hedy', bot: 'hard' },
        { name: 'Tom', bot: '' },
        { name: 'Max', bot: 'normal' },
    ];
    const cast = [0, 1, 2].map(charactersAt(seats, -1, 3, 'Konrad'));
    expect(cast).toEqual([{ name: 'Ada', bot: 'hard' }, seats[1], { name: 'Grete', bot: 'normal' }]);
    expect([0, 2].map(newOpponents(1, 'Ada'))).toEqual([
        { name: 'Hedy', bot: 'hard' },
        { name: 'Konrad', bot: 'hard' },
    ]);
});

it('reads the address of an analysis', () => {
    expect(analysisOf('')).toEqual({ isWanted: false, move: null });
    expect(analysisOf('?analysis')).toEqual({ isWanted: true, move: null });
    expect(analysisOf('?analysis=153')).toEqual({ isWanted: true, move: 153 });
    expect(analysisOf('?analysis=x')).toEqual({ isWanted: true, move: null });
});

describe('the page in words', () => {
    let shown: Record<string, unknown> | null = null;
    beforeAll(async () => {
        await startWords();
        await withWords(Promise.resolve(), 'end', 'analysis', 'screens');
    });
    afterEach(async () => {
        if (shown) await unmount(shown);
        shown = null;
        await speak('en', false);
    });

    const scene = new Scene(
        { seats: [{ name: 'Ada' }, { name: 'Grace' }] } as never,
        { viewer: 0 } as never,
        {
            spec: { edition: 'classic', board: 'usa' },
            kinds: ['coal'],
            cities: [{ id: 'essen', name: 'Essen' }],
        } as never,
    );
    const textsOf = (selector: string): string[] =>
        [...document.querySelectorAll(selector)].map((each) => each.textContent.replace(/\s+/g, ' ').trim());

    it('shows a way from an even start to the result, each sum with its error', () => {
        const props = { account: account(0), nSeats: 2, isYou: true, place: 2 };
        shown = mount(AccountTable, { target: document.body, props });
        flushSync();
        const rows = [...document.querySelectorAll('tr')].map((row) =>
            [...row.querySelectorAll('th, td:not(.bars)')].map((cell) => cell.textContent.trim()),
        );
        expect(rows).toEqual([
            ['Start, one of two', '50', ''],
            ['Cards: every change by chance', '+10', '±1'],
            ['Your decisions', '−20', '±2'],
            ["Others' decisions", '−40', '±1'],
            ['Result: place 2 of two', '0', ''],
        ]);
    });

    it('does not split what is too close', () => {
        const props = { account: account(0, { luck_error: 0.11 }), nSeats: 2, isYou: true, place: 2 };
        shown = mount(AccountTable, { target: document.body, props });
        flushSync();
        expect(document.querySelector('table')).toBeNull();
        expect(textsOf('section p')).toEqual(['Too close to split']);
    });

    it('names a decision, the better line and what it leads to, in both languages', async () => {
        const mine = finding(0, 2, 0.13);
        const words = (): string[] => [
            playedWords(scene, mine),
            lineWords(scene, mine, 'better'),
            reasonWords(scene, mine),
            leadWords(scene, 0, [mine, mine, mine]),
        ];
        expect(words()).toEqual([
            'You let plant 32 go at 33.',
            'bid 34, up to 40',
            'With the better choice you supply 9 cities by round 4 instead of 7.',
            'Three decisions cost you 39 points of winning chance.',
        ]);
        expect(playedWords(scene, finding(1, 2, 0.13))).toBe('Grace let plant 32 go at 33.');
        expect(leadWords(scene, 1, [])).toBe('No decision cost Grace more than 4 points.');
        await speak('de', false);
        expect(words()).toEqual([
            'Du hast Kraftwerk 32 bei 33 aufgegeben.',
            '34 bieten, bis 40',
            'Mit der besseren Wahl versorgst du 9 Städte statt 7 (bis Runde 4).',
            'Drei Entscheidungen kosteten dich 39 Punkte Gewinnchance.',
        ]);
    });

    it('says no reason where none speaks for the better line', () => {
        expect(reasonWords(scene, finding(0, 2, 0.13, { reasons: [] }))).toBe('');
    });

    it('names no cost that is not known', () => {
        const buys = { actions: [{ do: 'buy' as const, resource: 'coal', amount: 3 }], chance: 0.3, error: 0.01 };
        const one = finding(0, 2, 0.1, { played: buys, facts: { cost_played: 12 } });
        expect(playedWords(scene, one)).toBe('You bought 3 coal for 12.');
        expect(playedWords(scene, { ...one, facts: {} })).toBe('You bought 3 coal.');
    });

    it('lists three decisions, and the others in one line that opens', () => {
        const findings = [2, 5, 10, 12].map((move) => finding(0, move, 0.1));
        const record = { ...RECORD, findings, account: [account(0, { decisions: 9, own: -0.2 })] };
        const props = { scene, record, seat: 0, at: 0, onchoose: () => undefined };
        shown = mount(Findings, { target: document.body, props });
        flushSync();
        expect(textsOf('.fnd').length).toBe(3);
        expect(textsOf('.fnd.on .ch .wide')).toEqual(['40 % → 30 %']);
        // Own decisions −20, the three listed steps +10, −20 and −40.
        expect(textsOf('.rest')).toEqual(['Your 6 other decisions+30▾']);
        document.querySelector<HTMLElement>('.rest')!.click();
        flushSync();
        expect(textsOf('.fnd').length).toBe(4);
        expect(textsOf('.rest')).toEqual(['Your 5 other decisions+30']);
    });
});
