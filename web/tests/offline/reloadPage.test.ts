// @vitest-environment jsdom
/** A part that cannot be loaded reloads the page, once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { needed, reloadPage, watchLeaving } from '../../src/offline/reloadPage';

watchLeaving();
beforeEach(() => {
    sessionStorage.clear();
    dispatchEvent(new Event('pageshow'));
    vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('a page goes at most once a minute', () => {
    const reload = vi.fn();
    expect(reloadPage(reload)).toBe(true);
    expect(reloadPage(reload)).toBe(false);
    vi.advanceTimersByTime(61_000);
    expect(reloadPage(reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
});

test('a page that is being left is not reloaded', () => {
    const reload = vi.fn();
    dispatchEvent(new Event('beforeunload'));
    expect(reloadPage(reload)).toBe(false);
    vi.advanceTimersByTime(11_000);
    expect(reloadPage(reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
});

test('a part that comes is handed on, and nothing else happens', async () => {
    const giveUp = vi.fn();
    expect(await needed(() => Promise.resolve('part'), giveUp)).toBe('part');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(giveUp).not.toHaveBeenCalled();
});

test('a part that does not come is given up after a while', async () => {
    const giveUp = vi.fn();
    void needed(() => new Promise(() => undefined), giveUp);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(giveUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(giveUp).toHaveBeenCalledTimes(1);
});

test('a part that fails is requested again', async () => {
    const giveUp = vi.fn();
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('part').mockRejectedValueOnce(new Error('gone'));
    const part = needed(load, giveUp);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await part).toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
    expect(giveUp).toHaveBeenCalledTimes(1);
});

test('a page that has just loaded is reloaded once that is allowed', async () => {
    const reload = vi.fn();
    reloadPage(reload);
    void needed(
        () => Promise.reject(new Error('remembered')),
        () => reloadPage(reload),
    );
    await vi.advanceTimersByTimeAsync(50_000);
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(reload).toHaveBeenCalledTimes(2);
});
