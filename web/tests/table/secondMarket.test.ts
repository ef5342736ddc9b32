import { describe, expect, it } from 'vitest';
import { isAtSecond, sideOf, storesOf } from '../../src/table/secondMarket';

type Given = Parameters<typeof sideOf>[0];

function scene(viewer: number, sides: number[] | null): Given {
    const second = sides && { part: 'north', sides: 'side', ladders: [], refills: [] };
    return {
        viewer,
        sheet: { second_market: second },
        observation: { parts: sides ? { side: sides } : {} },
    } as unknown as Given;
}

describe('where a seat buys', () => {
    it('follows from the part that the sheet names', () => {
        expect([0, 1, 2].map((seat) => sideOf(scene(seat, [0, 1, 2])))).toEqual(['undecided', 'first', 'second']);
        expect(isAtSecond(scene(2, [0, 1, 2]))).toBe(true);
    });
    it('leaves other parts with tokens to be drawn as stores', () => {
        const given = {
            sheet: {
                second_market: null,
                rules: {
                    parts: [
                        ['store', [0, 0], true],
                        ['side', [0], false],
                    ],
                },
            },
            observation: { parts: { store: [3, 0], side: [0] } },
        } as unknown as Parameters<typeof storesOf>[0];
        expect(storesOf(given)).toEqual([['store', [3, 0]]]);
    });
    it('is undecided for spectators and where there is one market', () => {
        expect(sideOf(scene(-1, [0, 1, 2]))).toBe('undecided');
        expect(sideOf(scene(0, null))).toBe('undecided');
    });
});
