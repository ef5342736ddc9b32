/** A part that does not come brings the page anew, once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { needed, startAnew } from '../../src/offline/startAnew';

beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('a page goes at most once a minute', () => {
    const reload = vi.fn();
    expect(startAnew(reload)).toBe(true);
    expect(startAnew(reload)).toBe(false);
    vi.advanceTimersByTime(61_000);
    expect(startAnew(reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
});

test('a part that comes is handed on, and nothing else happens', async () => {
    const giveUp = vi.fn();
    expect(await needed(Promise.resolve('part'), giveUp)).toBe('part');
    vi.advanceTimersByTime(120_000);
    expect(giveUp).not.toHaveBeenCalled();
});

test('a part that does not come is given up after a while', () => {
    const giveUp = vi.fn();
    void needed(new Promise(() => undefined), giveUp);
    vi.advanceTimersByTime(29_000);
    expect(giveUp).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(giveUp).toHaveBeenCalledTimes(1);
});

test('a part that fails fails at once', async () => {
    await expect(needed(Promise.reject(new Error('gone')), vi.fn())).rejects.toThrow('gone');
});
