/** Parts are loaded on demand, or once a table is idle. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fetchLater, later } from '../../src/offline/later';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part is fetched once, when it is first wanted', async () => {
    const load = vi.fn(() => Promise.resolve('part'));
    const part = later(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([part(), part()])).toEqual(['part', 'part']);
    expect(load).toHaveBeenCalledTimes(1);
});

test('a table that stands fetches the rest, and one that is left does not', async () => {
    const load = vi.fn(() => Promise.resolve('part'));
    later(load);
    const done = vi.fn();
    fetchLater(done)();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).not.toHaveBeenCalled();
    fetchLater(done);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).toHaveBeenCalledTimes(1);
    expect(done).toHaveBeenCalledTimes(1);
});

test('what could not be fetched ahead is fetched when it is wanted', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('part');
    const part = later(load);
    fetchLater(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await part()).toBe('part');
});
