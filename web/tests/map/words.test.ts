// @vitest-environment node
// No key of the map is asked for that has no words; tests/words.test.ts compares the languages.

import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import en from '../../src/words/en/map.json';
import { readBoards } from '../../tools/maps/content';

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

test('every board and region has a name', () => {
    for (const { id, regions } of readBoards()) {
        const family = id.replace('-recharged', '');
        expect(en).toHaveProperty([`map.board.${family}`]);
        for (const region of regions) expect(en).toHaveProperty([`map.region.${family}.${region}`]);
    }
});
