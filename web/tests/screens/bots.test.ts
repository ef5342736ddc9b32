// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { BotCard } from '../../src/protocol/api';
import { firstLevel, levelsOf, strengthWords } from '../../src/screens/bots';
import { startWords } from '../../src/words';

const card = (name: string, level: number): BotCard => ({ name, level, description: '', strength: [] });
const BOTS = [card('expert', 5), card('hard', 4), card('l0', 0), card('easy', 2), card('l1', 1), card('normal', 3)];

test('people choose among the planners, the weakest first', () => {
    expect(levelsOf(BOTS).map((each) => each.name)).toEqual(['easy', 'normal', 'hard', 'expert']);
});

test('the last choice comes first, and the middle one where there was none', () => {
    const levels = levelsOf(BOTS);
    expect([firstLevel(levels, 'hard'), firstLevel(levels, ''), firstLevel(levels, 'l1')]).toEqual([
        'hard',
        'normal',
        'normal',
    ]);
});

test('what was measured is told for that game and number of seats alone', async () => {
    await startWords();
    const measured = {
        ...card('hard', 4),
        strength: [{ against: 'l1', edition: 'classic', games: 400, high: 0.84, low: 0.77, seats: 4, share: 0.805 }],
    };
    expect(strengthWords(measured, 'classic', 4)).toMatch(/81 %.*400.*77.*84/);
    expect(strengthWords(card('expert', 5), 'classic', 4)).toMatch(/tries/);
    expect([
        strengthWords(measured, 'classic', 3),
        strengthWords(measured, 'card', 4),
        strengthWords(undefined, 'classic', 4),
    ]).toEqual(['', '', '']);
});
