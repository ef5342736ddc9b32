/** The own undo window: how long it lasts at each pace, and what ends it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Pace } from '../../src/settings/settings.svelte';
import { type Held, OwnHold } from '../../src/table/ownHold.svelte';

beforeEach(() => void vi.useFakeTimers({ now: 10_000 }));
afterEach(() => void vi.useRealTimers());

function held(window: number | null, undo = true): { hold: OwnHold; sent: ReturnType<typeof vi.fn> } {
    const sent = vi.fn(() => Promise.resolve());
    const view = { hold_until: window === null ? null : 50_000 + window, undo: undo ? {} : null };
    const store = { view, isPast: false, happened: [{ at: 50_000 }] };
    return { hold: new OwnHold({ store, pending: null, endUndoWindow: sent } as unknown as Held), sent };
}

test.each<[Pace, number, number]>([
    ['brisk', 2500, 1500],
    ['now', 2500, 800],
    ['now', 1000, 800],
])('%s: a window of %i ms ends after %i', (pace, window, after) => {
    const { hold, sent } = held(window);
    hold.watch(pace);
    expect(hold.leftAt(pace)).toBe(after);
    vi.advanceTimersByTime(after - 1);
    expect(sent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(sent).toHaveBeenCalledOnce();
    expect(hold.isOn).toBe(false);
});

test.each<[Pace, number]>([
    ['calm', 2500],
    ['brisk', 1000],
])('%s: the server ends a window of %i ms alone', (pace, window) => {
    const { hold, sent } = held(window);
    expect(hold.watch(pace)).toBeUndefined();
    expect(hold.leftAt(pace)).toBe(window);
    vi.advanceTimersByTime(60_000);
    expect(sent).not.toHaveBeenCalled();
});

test('ended once, it is over', () => {
    const { hold, sent } = held(2500);
    const stop = hold.watch('now');
    hold.end();
    hold.end();
    stop?.();
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveBeenCalledOnce();
});

test('there is none after an order of others, or one that cannot be undone', () => {
    for (const { hold } of [held(null), held(2500, false)]) expect(hold.isOn).toBe(false);
});
