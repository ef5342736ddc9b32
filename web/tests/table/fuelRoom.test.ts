import { describe, expect, test } from 'vitest';

import { fitted, mostBeside } from '../../src/table/fuelRoom';

const SALE = [4, 3, 2, 0];
const HYBRID = [{ kinds: [0, 1], most: 4 }];

describe('fuel that shares storage', () => {
    test('leaves at most the room of one kind that the other has left', () => {
        expect(mostBeside(SALE, HYBRID, [])).toEqual([4, 3, 2, 0]);
        expect(mostBeside(SALE, HYBRID, [4, 0, 0, 0])).toEqual([4, 0, 2, 0]);
        expect(mostBeside(SALE, HYBRID, [2, 1, 1, 0])).toEqual([3, 2, 2, 0]);
    });
    test('is never less than nothing', () => {
        expect(mostBeside(SALE, HYBRID, [4, 3, 0, 0])).toEqual([1, 0, 2, 0]);
    });
    test('is cut where it was chosen for more room', () => {
        expect(fitted(SALE, HYBRID, [4, 3, 1, 0])).toEqual([4, 0, 1, 0]);
        expect(fitted(SALE, HYBRID, [1, 3, 5, 1])).toEqual([1, 3, 2, 0]);
        expect(fitted(SALE, [], [4, 3, 1, 0])).toEqual([4, 3, 1, 0]);
    });
});
