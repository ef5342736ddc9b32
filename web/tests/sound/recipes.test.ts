/** Every sound is short, out of one chord, and expresses its event. */
import { describe, expect, test } from 'vitest';

import { CHORD, notesOf, pitchOf, RECIPES } from '../../src/sound/recipes';
import { SOUNDS } from '../../src/sound/signs';

const long = (notes: readonly { at: number; long: number }[]): number =>
    Math.max(...notes.map((note) => note.at + note.long));

describe('the recipes', () => {
    test.each(SOUNDS)('%s is made of tones of the chord', (sound) => {
        const tones = RECIPES[sound].flatMap(({ tone, to }) => (to === undefined ? [tone] : [tone, to]));
        expect(tones.length).toBeGreaterThan(0);
        for (const tone of tones) expect(CHORD).toContain(pitchOf(tone));
    });

    test('the chord is one major chord, and its tones rise', () => {
        for (const [place, pitch] of CHORD.entries()) {
            if (place > 0) expect(pitch).toBeGreaterThan(CHORD[place - 1]!);
            const steps = Math.round(12 * Math.log2(pitch / CHORD[0]!));
            expect([0, 4, 7]).toContain(steps % 12);
        }
    });

    test('all are short, and only what happens seldom takes longer than a bid of others', () => {
        for (const sound of SOUNDS) expect(long(RECIPES[sound])).toBeLessThanOrEqual(0.75);
        const seldom = SOUNDS.filter((sound) => long(RECIPES[sound]) > 0.3);
        expect(seldom).toEqual(['step', 'over']);
    });

    test('your turn is two notes up in 240 ms, income three coins, a refusal two dull notes', () => {
        expect(RECIPES.turn.map(({ tone }) => tone)).toEqual(
            [...RECIPES.turn.map(({ tone }) => tone)].sort((a, b) => a - b),
        );
        expect(RECIPES.turn.length).toBe(2);
        expect(long(RECIPES.turn)).toBeCloseTo(0.24);
        expect(RECIPES.income.length).toBe(3);
        expect(RECIPES.refused.length).toBe(2);
        expect(RECIPES.undone[0]!.to).toBeLessThan(RECIPES.undone[0]!.tone);
    });
});

describe('parameters of a sound', () => {
    const pitch = (bid: number): number => pitchOf(notesOf({ sound: 'bid', bid })[0]!.tone);

    test('a higher bid sounds higher, however high it is', () => {
        for (let bid = 1; bid < 999; bid += 1) expect(pitch(bid + 1)).toBeGreaterThan(pitch(bid));
        expect(pitch(999)).toBeLessThan(CHORD.at(-1)!);
    });

    test('a city sounds after its link, which takes longer if it is longer', () => {
        const peg = (way: number) => notesOf({ sound: 'city', way }).find(({ voice }) => voice === 'sine')!.at;
        const link = (way: number) => notesOf({ sound: 'city', way }).find(({ isWay }) => isWay)!;
        expect(peg(12)).toBeGreaterThan(peg(3));
        expect(link(12).long).toBeGreaterThan(link(3).long);
        for (const way of [0, 3, 12, 60]) expect(peg(way)).toBeCloseTo(link(way).at + link(way).long);
        expect(long(notesOf({ sound: 'city', way: 200 }))).toBeLessThan(0.4);
    });

    test('other sounds are as they are written', () => {
        expect(notesOf({ sound: 'step' })).toEqual(RECIPES.step);
    });
});
