import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHARACTERS, characterNamed, charactersAtTable, charactersOf } from '../../src/bots/characters';
import { USUAL_LEVELS } from '../../src/screens/bots';

const names = (level: string, taken: readonly string[], count: number): string[] =>
    charactersAtTable(level, taken, count).map((each) => each.name);

/** Every sequence of levels of this length. */
const mixtures = (count: number): string[][] =>
    count === 0 ? [[]] : mixtures(count - 1).flatMap((others) => USUAL_LEVELS.map((level) => [...others, level]));

test('there are three characters of each level, with short names', () => {
    expect(CHARACTERS.map((each) => each.name).join(' ')).toBe(
        'Blaise Emmy Samuel Grete Max Lise Hedy Konrad Ada Nikola Alan Grace',
    );
    expect([...new Set(CHARACTERS.map((each) => each.level))]).toEqual([...USUAL_LEVELS]);
    expect(Math.max(...CHARACTERS.map((each) => each.name.length))).toBe(6);
    expect(charactersOf('hard').map((each) => each.name)).toEqual(['Hedy', 'Konrad', 'Ada']);
});

test('each character has a portrait of its own', () => {
    const sprite = readFileSync(join(import.meta.dirname, '../../src/design/Sprite.svelte'), 'utf-8');
    for (const { name, mark } of CHARACTERS) {
        expect(sprite).toContain(`id="${mark}"`);
        expect(characterNamed(name)?.mark).toBe(mark);
    }
});

test('after its own characters a level gets those below, then those above, each at its own strength', () => {
    expect(charactersAtTable('normal', [], 5).map(({ name, level }) => `${name} ${level}`)).toEqual([
        'Grete normal',
        'Max normal',
        'Lise normal',
        'Blaise easy',
        'Emmy easy',
    ]);
    expect(names('easy', [], 5)).toEqual(['Blaise', 'Emmy', 'Samuel', 'Grete', 'Max']);
    expect(names('expert', [], 5)).toEqual(['Nikola', 'Alan', 'Grace', 'Hedy', 'Konrad']);
    expect(names('hard', [], 12).slice(3)).toEqual([
        'Grete',
        'Max',
        'Lise',
        'Blaise',
        'Emmy',
        'Samuel',
        'Nikola',
        'Alan',
        'Grace',
    ]);
});

test('no name is at a table twice, for any levels and number of seats', () => {
    for (const person of ['Marie', 'Hedy'])
        for (const count of [1, 2, 3, 4, 5])
            for (const levels of mixtures(count)) {
                const taken = [person];
                for (const level of levels) taken.push(...names(level, taken, 1));
                expect(new Set(taken).size).toBe(count + 1);
            }
    for (const level of USUAL_LEVELS)
        for (const count of [1, 2, 3, 4, 5]) expect(new Set(names(level, [], count)).size).toBe(count);
});

test("bots of the host's own keep their name", () => {
    expect(names('mine', ['mine'], 2)).toEqual(['mine 2', 'mine 3']);
    expect(names('mine', [], 1)).toEqual(['mine']);
});
