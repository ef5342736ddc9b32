/** Estimates go in steps, up, and only where something is known. */
import { expect, test } from 'vitest';

import { secondsLeft } from '../../src/design/timeLeft';

test('the rest is estimated by the rate so far and rounded up to a step', () => {
    expect(secondsLeft(50, 100, 4_000)).toBe(5);
    expect(secondsLeft(50, 100, 5_100)).toBe(10);
    expect(secondsLeft(99, 100, 1_000)).toBe(1);
    expect(secondsLeft(10, 100, 4_000)).toBe(60);
    expect(secondsLeft(10, 100, 10_000)).toBe(120);
});

test('nothing is said at first, without progress, and at the end', () => {
    expect([secondsLeft(50, 100, 300), secondsLeft(0, 100, 9_000), secondsLeft(100, 100, 9_000)]).toEqual([
        null,
        null,
        null,
    ]);
});
