// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { expect, it } from 'vitest';

import { fromHex, hmac, join, macKey, number, prefixed, ascii, toHex } from '../../src/fair/bytes.js';
import { Keys, Stream, commitment } from '../../src/fair/protocol.js';

interface Vectors {
    commit: { game: string; rules: string; seed: string; commit: string }[];
    master: {
        game: string;
        seed: string;
        contributions: [number, string][];
        master: string;
        keys: Record<string, string>;
    }[];
    words: { key: string; words: number[] }[];
    below: { key: string; bound: number; draws: number[] }[];
    shuffle: { key: string; size: number; order: number[] }[];
}

const file = joinPath(import.meta.dirname, '../../../tests/fair/vectors.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

it('makes the same promises', async () => {
    for (const { game, rules, seed, commit } of vectors.commit)
        expect(await commitment(game, rules, seed)).toBe(commit);
});

it('derives the same keys', async () => {
    for (const { game, seed, contributions, keys } of vectors.master) {
        const derived = new Keys(seed, game, contributions);
        for (const [purpose, digits] of Object.entries(keys)) {
            const [mine, theirs] = [await derived.stream(purpose), await Stream.of(fromHex(digits))];
            for (let word = 0; word < 20; word++) expect(await mine.word()).toBe(await theirs.word());
        }
    }
    const [first] = vectors.master;
    const text = join(
        ascii('gridwright-fair-1'),
        prefixed(ascii(first!.game)),
        ...first!.contributions.map(([seat, given]) => join(number(seat), prefixed(fromHex(given)))),
    );
    expect(toHex(await hmac(await macKey(fromHex(first!.seed)), text))).toBe(first!.master);
});

it('draws the same words, numbers and orders', async () => {
    for (const { key, words } of vectors.words) {
        const stream = await Stream.of(fromHex(key));
        for (const word of words) expect(await stream.word()).toBe(word);
    }
    for (const { key, bound, draws } of vectors.below) {
        const stream = await Stream.of(fromHex(key));
        for (const draw of draws) expect(await stream.below(bound)).toBe(draw);
    }
    for (const { key, size, order } of vectors.shuffle) {
        const stream = await Stream.of(fromHex(key));
        expect(await stream.shuffled(Array.from({ length: size }, (_, place) => place))).toEqual(order);
    }
});
