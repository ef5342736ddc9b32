import { expect, test } from 'vitest';

import type { BotCard } from '../../src/protocol/api';
import { ladderOf, SIZE } from '../../src/screens/ladder';

const bot = (name: string, level: number, against = '', share = 0): BotCard => ({
    name,
    level,
    description: '',
    strength: against
        ? [{ against, edition: 'classic', seats: 4, games: 100, share, low: share - 0.1, high: share + 0.1 }]
        : [],
});
const BOTS = [bot('l1', 1), bot('easy', 2, 'l1', 0.48), bot('hard', 4, 'l1', 0.79), bot('new', 5)];

test('bots rise from left to right, within the sheet', () => {
    const { rungs } = ladderOf(BOTS, 'classic');
    expect(rungs.map(({ name }) => name)).toEqual(['l1', 'easy', 'hard', 'new']);
    rungs.slice(1).forEach(({ x, y }, place) => {
        expect(x).toBeGreaterThan(rungs[place]!.x);
        expect(y).toBeLessThan(rungs[place]!.y);
    });
    for (const { x, y } of rungs) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(SIZE.width);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(SIZE.height);
    }
});

test('only what was measured has a line', () => {
    const { measures } = ladderOf(BOTS, 'classic');
    expect(measures.map(({ from, to, wins }) => [from.name, to.name, wins])).toEqual([
        ['l1', 'easy', 48],
        ['l1', 'hard', 79],
    ]);
    expect(ladderOf(BOTS, 'card').measures).toEqual([]);
});
