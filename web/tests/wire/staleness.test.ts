// @vitest-environment jsdom
/** Without frames there are requests, less and less often while it stays quiet. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { StalenessTimer } from '../../src/wire/staleness';

let asked: number[];
let silence: StalenessTimer;

beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    silence = new StalenessTimer(() => {
        asked.push(Date.now());
        return Promise.resolve();
    });
});
afterEach(() => {
    silence.stop();
    vi.useRealTimers();
});

test('it asks after a while, each time after a longer one', async () => {
    const start = Date.now();
    await vi.advanceTimersByTimeAsync(120_000);
    const gaps = asked.map((at, place) => at - (asked[place - 1] ?? start));
    expect(gaps.slice(0, 5)).toEqual([4_000, 8_000, 16_000, 32_000, 40_000]);
});

test('no request while frames come', async () => {
    for (let second = 0; second < 60; second += 3) {
        await vi.advanceTimersByTimeAsync(3_000);
        silence.heard();
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked).toHaveLength(1);
});

test('a page that becomes visible requests immediately', async () => {
    await vi.advanceTimersByTimeAsync(13_000);
    const before = asked.length;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toHaveLength(before + 1);
});

test('a stopped one is quiet', async () => {
    silence.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
});
