/** Pauses grow, differ, end, and can be cut short. */
import { expect, test, vi } from 'vitest';

import { pauseAfter, Rest } from '../../src/wire/pause';

test('each is about twice the one before, up to a bound', () => {
    const middle = (): number => 0.5;
    expect([0, 1, 2, 3, 9].map((tried) => pauseAfter(tried, 100, 1000, middle))).toEqual([100, 200, 400, 800, 1000]);
});

test('they are spread, so that retries do not reach a restarted server together', () => {
    expect(pauseAfter(0, 100, 1000, () => 0)).toBe(75);
    expect(pauseAfter(0, 100, 1000, () => 1)).toBe(125);
});

test('a woken waiter continues', async () => {
    vi.useFakeTimers();
    const rest = new Rest();
    const slept = rest.wait(60_000).then(() => 'awake');
    rest.wake();
    expect(await slept).toBe('awake');
    expect(vi.getTimerCount()).toBe(0);
    const whole = rest.wait(100).then(() => 'awake');
    vi.advanceTimersByTime(100);
    expect(await whole).toBe('awake');
    vi.useRealTimers();
});
