// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest';

import type { Observation, TableSheet } from '../../src/protocol/api';
import { columnsOf, isCrowded } from '../../src/design/ladder';
import { afterStack, behindOf, laddersNow, openingSteps } from '../../src/table/marketNow';
import { minesOf } from '../../src/table/mines';
import { learnBoard, startWords } from '../../src/words';

const ladder = (prices: number[], n_closed = 0, store_price = 0) => ({ prices, store_price, n_closed });
const oil = ladder([1, 1, 2, 2, 3, 3]);

function shown(sheet: object, observation: object) {
    return {
        sheet: {
            kinds: ['oil'],
            ladders: [oil],
            step_ladders: [],
            rules: {},
            second_market: null,
            ...sheet,
        } as never as TableSheet,
        observation: { step: 1, tokens: [4], supply: [9], parts: {}, ...observation } as never as Observation,
    };
}

describe('the market of a position', () => {
    const by_step = { step_ladders: [[ladder(oil.prices, 4)], [ladder(oil.prices, 2)], [oil]] };

    test('has the printed prices where no step changes them', () => {
        expect(laddersNow(shown({}, { step: 3 }))).toEqual([oil]);
    });

    test('closes the dearest spaces in the first steps', () => {
        expect(laddersNow(shown(by_step, {}))[0]!.n_closed).toBe(4);
        expect(laddersNow(shown(by_step, { step: 3 }))[0]!.n_closed).toBe(0);
    });

    test('names the step in which the next token is sold', () => {
        expect(openingSteps(shown(by_step, { tokens: [5] }))).toEqual([0]);
        expect(openingSteps(shown(by_step, { tokens: [4] }))).toEqual([2]);
        expect(openingSteps(shown(by_step, { tokens: [2] }))).toEqual([3]);
        expect(openingSteps(shown(by_step, { tokens: [0] }))).toEqual([0]);
        expect(openingSteps(shown({}, { tokens: [2] }))).toEqual([0]);
    });

    test('moves oil down by as much as the board says', () => {
        const [moved] = laddersNow(shown({}, { parts: { 'oil-moved': [2] } }));
        expect(moved!.prices).toEqual([1, 1, 1, 1, 2, 2]);
    });

    test('sells out of a depot before the supply', () => {
        const rules = { parts: [['store', [0], true]] };
        expect(behindOf(shown({ rules }, { parts: { store: [3] } }))).toEqual([3]);
        expect(behindOf(shown({}, {}))).toEqual([9]);
    });
});

describe('the tokens of a market', () => {
    const prices = (...counts: number[]): number[] => counts.flatMap((n, at) => Array<number>(n).fill(at + 1));
    const uranium = ladder([...prices(1, 1, 1, 1, 1, 1, 1, 1), 10, 12, 14, 16]);

    test('have their usual size where three lie at each price', () => {
        expect(isCrowded(columnsOf([ladder(prices(3, 3, 3, 3, 3, 3, 3, 3)), uranium]))).toBe(false);
    });

    test('are smaller where many lie at one', () => {
        expect(isCrowded(columnsOf([ladder(prices(9, 3, 3, 3, 3, 3, 3, 3)), uranium]))).toBe(true);
    });
});

describe('the stack', () => {
    beforeAll(async () => {
        await startWords();
        await learnBoard('middle-east');
    });
    const after = (board: string, step: number) =>
        afterStack(shown({ spec: { board }, step_card: 'step-3' }, { step }));

    test('leads to step 3', () => {
        expect(after('usa', 1)).toBe('step 3');
        expect(after('usa', 2)).toBe('step 3');
    });

    test('leads to step 2 first where the board says so', () => {
        expect(after('middle-east', 1)).toBe('step 2');
        expect(after('middle-east', 2)).toBe('step 3');
    });
});

describe('mines', () => {
    const figures = { mine_prices: [2, 3, 4], mine_spaces: [2], mines_emptied: [1, 2, 3], mines: [11, 23] };
    const mines = (row: number[], step = 1) =>
        minesOf(shown({ rules: { figures } }, { step, parts: { 'mine-market': row } }));

    test('are on boards with a market for them alone', () => {
        expect(minesOf(shown({}, {}))).toBeNull();
    });

    test('are paid the dearest price with a free space', () => {
        expect(mines([0, 1, 2])!.pays).toBe(3);
        expect(mines([1, 1, 1])!.pays).toBe(4);
        expect(mines([2, 2, 2])!.pays).toBe(0);
    });

    test('lose as many tokens as the step says', () => {
        expect(mines([2, 2, 2], 2)!.leave).toBe(2);
    });
});
