// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';

import type { FinishedSeat } from '../../src/protocol/api';
import { dayWords, lastedWords, outcomeOf } from '../../src/watch/gameWords';
import { learn, speak, startWords } from '../../src/words';

const seat = (name: string, place: number, score: number): FinishedSeat => ({ name, is_bot: false, place, score });
const NOON = new Date(2026, 10, 18, 12).getTime();
const DAY = 86_400_000;

beforeAll(async () => {
    await startWords();
    await speak('en', false);
    await learn('watch');
});

test('who won, and by how much', () => {
    const outcome = outcomeOf({ seats: [seat('Ada', 3, 9), seat('Grace', 1, 16), seat('Joan', 2, 14)] });
    expect(outcome).toMatchObject({ seat: 1, story: '2 ahead of Joan' });
});

test('a tie, a shared place and an early end are named as such', () => {
    expect(outcomeOf({ seats: [seat('Ada', 1, 14), seat('Joan', 2, 14)] })?.story).toContain('Level with Joan');
    expect(outcomeOf({ seats: [seat('Ada', 1, 14), seat('Joan', 1, 14)] })?.story).toBe('Shared with Joan');
    expect(outcomeOf({ seats: [seat('Ada', 1, -1), seat('Joan', 2, -1)] })?.story).toContain('Ended early');
    expect(outcomeOf({ seats: [] })).toBeNull();
});

test('how long it took', () => {
    expect(lastedWords(20_000)).toBe('1 min');
    expect(lastedWords(112 * 60_000)).toBe('1 h 52');
    expect(lastedWords(65 * 60_000)).toBe('1 h 05');
    expect(lastedWords(3 * DAY)).toBe('3 days');
});

test('when it was', () => {
    expect(dayWords(NOON, NOON)).toBe('today');
    expect(dayWords(NOON - DAY, NOON)).toBe('yesterday');
    expect(dayWords(NOON - 6 * DAY, NOON)).toMatch(/12/);
    expect(dayWords(NOON - 400 * DAY, NOON)).toMatch(/2025/);
});
