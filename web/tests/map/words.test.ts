// @vitest-environment node
// All keys of the map have words; tests/words.test.ts compares the languages.

import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '../../src/words/en/map.json';
import { readBoards } from '../../tools/maps/content';
import { readRegionNames } from '../../tools/maps/regionNames';

const FOLDER = new URL('../../src/map/', import.meta.url);

test('every key in the sources has words', () => {
    const asked = readdirSync(FOLDER)
        .filter((name) => /[.](ts|svelte)$/.test(name))
        .flatMap((name) =>
            [...readFileSync(new URL(name, FOLDER), 'utf8').matchAll(/['"](map[.][a-z_.]+[a-z])['"]/g)].map(
                ([, key]) => key ?? '',
            ),
        );
    expect(asked.length).toBeGreaterThan(30);
    expect([...new Set(asked)].filter((key) => !(key in en))).toEqual([]);
});

test.each([...readRegionNames()])('every board and region has a name (%s)', (_language, words) => {
    for (const { id, regions } of readBoards()) {
        const family = id.replace('-recharged', '');
        expect(words).toHaveProperty([`map.board.${family}`]);
        for (const region of regions) expect(words).toHaveProperty([`map.region.${family}.${region}`]);
    }
});
