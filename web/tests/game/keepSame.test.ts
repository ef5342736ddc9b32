/** Unchanged things are not drawn again. */
import { expect, test } from 'vitest';

import { keepSame } from '../../src/game/keepSame';

test('things that are as they were stay the same objects', () => {
    const before = [
        { city: 1, cost: 7 },
        { city: 2, cost: 9 },
    ];
    const now = keepSame(before, [
        { city: 1, cost: 7 },
        { city: 2, cost: 8 },
    ]);
    expect(now[0]).toBe(before[0]);
    expect(now[1]).toEqual({ city: 2, cost: 8 });
});

test('a list in which nothing changed is the same list, a shorter or longer one is not', () => {
    const before = [{ city: 1 }, { city: 2 }];
    expect(keepSame(before, [{ city: 1 }, { city: 2 }])).toBe(before);
    expect(keepSame(before, [{ city: 1 }])).toEqual([{ city: 1 }]);
    expect(keepSame(before, [{ city: 1 }, { city: 2 }, { city: 3 }])).toHaveLength(3);
});
