// @vitest-environment jsdom
import { expect, test } from 'vitest';
import styles from '../../../src/gridwright/bots/styles.json';
import { CHARACTERS } from '../../src/bots/characters';
import type { BotCard } from '../../src/protocol/api';
import {
    againstWords,
    characterLine,
    firstLevel,
    levelsOf,
    measuredOf,
    placesOf,
    strengthWords,
    USUAL_LEVELS,
    yardstickOf,
} from '../../src/screens/bots';
import { learn, speak, startWords } from '../../src/words';

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

test('strength is measured in that game, at a table of four where this size was not measured', async () => {
    await startWords();
    await learn('screens');
    const row = { against: 'l1', edition: 'classic', games: 400, high: 0.84, low: 0.77, seats: 4, share: 0.805 };
    const measured = { ...card('hard', 4), strength: [{ ...row, seats: 2, share: 0.6 }, row] };
    const told = (edition: string, seats: number): string => {
        const found = measuredOf(measured, edition, seats, 'l1');
        return found ? `${found.wins} ${againstWords(found)}` : '';
    };
    expect(told('classic', 4)).toBe('81 of 100 against three of level Greedy');
    expect(told('classic', 2)).toBe('60 of 100 against Greedy');
    expect(told('classic', 6)).toBe('81 of 100 against three of level Greedy');
    expect([told('card', 4), measuredOf(undefined, 'classic', 4, 'l1')]).toEqual(['', null]);
});

test('strength is shown in words that players use', async () => {
    await startWords();
    await learn('screens');
    const words = (wins: number, rival = 'l1', seats = 4): string =>
        strengthWords(card('own', 3), { wins, rival, seats });
    expect(words(48)).toBe('Wins about half its games against three beginners');
    expect(words(81)).toBe('Wins most games against three beginners');
    expect(words(25, 'hard', 2)).toBe('Wins about one game in four against a strong player');
    expect(words(12, 'mine')).toBe('12 of 100 against three of level mine');
    expect([words(5), words(30), words(90)].map((each) => each.split(' against')[0])).toEqual([
        'Wins few games',
        'Wins about one game in three',
        'Wins nearly every game',
    ]);
});

test('each level has a sentence of its own, in either language', async () => {
    await startWords();
    await learn('screens');
    const sentences = (): string[] => USUAL_LEVELS.map((name, at) => strengthWords(card(name, at + 2), null));
    expect(sentences()).toEqual([
        'Beats most beginners',
        'A fair fight for casual players',
        'Wins most tables',
        'Plays out futures',
    ]);
    await speak('de');
    expect(new Set(sentences()).size).toBe(USUAL_LEVELS.length);
    expect(sentences()[0]).toBe('Schlägt die meisten Anfänger');
    await speak('en');
    expect(strengthWords(card('own', 3), null)).toBe('not measured yet');
});

test('shares against another rival than the common one are not shown', () => {
    const row = { edition: 'deluxe', games: 400, high: 1, low: 0, seats: 4 };
    const hard = { ...card('hard', 4), strength: [{ ...row, against: 'l1', share: 0.92 }] };
    const normal = { ...card('normal', 3), strength: [{ ...row, against: 'l1', share: 0.84 }] };
    const expert = { ...card('expert', 5), strength: [{ ...row, against: 'hard', share: 0.28 }] };
    const rival = yardstickOf([expert, normal, hard], 'deluxe');
    expect(rival).toBe('l1');
    expect([hard, expert].map((bot) => measuredOf(bot, 'deluxe', 4, rival)?.wins)).toEqual([92, undefined]);
    expect(yardstickOf([hard], 'card')).toBe('');
});

test('a bot fills as many places of the capsule as it is strong', () => {
    expect(levelsOf(BOTS).map(placesOf)).toEqual([1, 2, 3, 4]);
});

test('a line says what a character was measured to do, in both languages and only at its own level', async () => {
    await startWords();
    await learn('screens');
    const lines = (): string[] => CHARACTERS.map(({ name, level }) => characterLine(name, level));
    const english = lines();
    await speak('de', false);
    const german = lines();
    expect(characterLine('Samuel', 'easy')).toBe('Sammelt Kraftwerke ohne Rohstoffe');
    await speak('en', false);
    expect(characterLine('Samuel', 'easy')).toBe('Collects plants that need no fuel');
    expect([characterLine('Samuel', 'hard'), characterLine('Marie', 'easy')]).toEqual(['', '']);
    for (const [place, { name }] of CHARACTERS.entries()) {
        const isMeasured = 'measured' in styles[name as keyof typeof styles];
        expect([name, english[place] !== 'style not measured yet']).toEqual([name, isMeasured]);
        expect([name, german[place] !== 'Stil noch nicht gemessen']).toEqual([name, isMeasured]);
    }
});
