// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import AccountTable from '../../src/end/analysis/AccountTable.svelte';
import {
    decisionCount,
    decisionNumber,
    findingsOf,
    placeOf,
    roundsOf,
    stepsOf,
    versionAt,
} from '../../src/end/analysis/course';
import { balance, finePoints, percent, points } from '../../src/end/analysis/figures';
import type { Analysis, Finding } from '../../src/protocol/api';
import { analysisOf } from '../../src/router.svelte';
import { startWords } from '../../src/words';
import { withWords } from '../../src/words/late';

const point = (move: number, round: number, actor: number, chances: number[]): Analysis['course'][number] => ({
    move,
    round,
    phase: 'auction',
    actor,
    chances,
    error: 0.01,
});
const option = (chance: number): Finding['played'] => ({ actions: [{ do: 'drop' }], chance, error: 0.01 });
const finding = (seat: number, move: number, loss: number): Finding => ({
    seat,
    move,
    round: 2,
    phase: 'auction',
    kind: 'auction',
    played: option(0.3),
    better: option(0.3 + loss),
    loss,
    error: 0.01,
    options: [],
    facts: {},
});
const RECORD: Analysis = {
    revision: 1,
    judge: 'value',
    rollouts: 256,
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
    account: [
        {
            seat: 0,
            start: 0.5,
            luck: 0.1,
            own: -0.2,
            others: -0.4,
            rest: 0,
            result: 0,
            less_luck: -0.1,
            decisions: 1,
            each: 0.2,
        },
        {
            seat: 1,
            start: 0.5,
            luck: -0.1,
            own: 0,
            others: 0.6,
            rest: 0,
            result: 1,
            less_luck: 1.1,
            decisions: 1,
            each: 0,
        },
    ],
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

    it('counts decisions without the cards between them', () => {
        expect(decisionCount(RECORD)).toBe(2);
        expect([0, 1, 2].map((at) => decisionNumber(RECORD, at))).toEqual([1, 1, 2]);
    });

    it('keeps the costliest of a seat first, and as many as are wanted', () => {
        expect(findingsOf(RECORD, 0).map(({ move }) => move)).toEqual([2, 5]);
        expect(findingsOf(RECORD, 0, 1).map(({ move }) => move)).toEqual([2]);
    });

    it('knows the version of a move', () => {
        expect([0, 2, 9].map((move) => versionAt([4, 5, 7], move))).toEqual([4, 7, 7]);
    });
});

it('writes chances and points', async () => {
    await startWords();
    expect([percent(0.546), points(-0.213), points(0.09), points(0.001), balance(-0.09), finePoints(0.0054)]).toEqual([
        '55',
        '−21',
        '+9',
        '0',
        '−9',
        '0.54',
    ]);
});

it('reads the address of an analysis', () => {
    expect(analysisOf('')).toEqual({ isWanted: false, move: null });
    expect(analysisOf('?analysis')).toEqual({ isWanted: true, move: null });
    expect(analysisOf('?analysis=153')).toEqual({ isWanted: true, move: 153 });
    expect(analysisOf('?analysis=x')).toEqual({ isWanted: true, move: null });
});

describe('luck and skill', () => {
    let shown: Record<string, unknown>;
    beforeAll(async () => {
        await startWords();
        await withWords(Promise.resolve(), 'end', 'analysis');
    });
    afterEach(() => unmount(shown));

    const rowsOf = (record: Analysis): string[][] => {
        shown = mount(AccountTable, { target: document.body, props: { record, names: ['You', 'Grace'], seat: 0 } });
        flushSync();
        return [...document.querySelectorAll('tbody tr')].map((row) =>
            [...row.querySelectorAll('th, td:not(.bars)')].map((cell) => cell.textContent.trim()),
        );
    };

    it('puts the winner first, and leaves out a rest that is none', () => {
        expect(rowsOf(RECORD)).toEqual([
            ['Grace', '−10', '0', '+60', '100', '110', '1', '0.00'],
            ['You', '+10', '−20', '−40', '0', '−10', '1', '20.00'],
        ]);
    });

    it('shows the rest from one point on', () => {
        const account = RECORD.account.map((each) => ({ ...each, rest: 0.03, others: each.others - 0.03 }));
        expect(rowsOf({ ...RECORD, account })[0]).toEqual([
            'Grace',
            '−10',
            '0',
            '+57',
            '+3',
            '100',
            '110',
            '1',
            '0.00',
        ]);
    });
});
