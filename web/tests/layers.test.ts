// @vitest-environment node
/** Arrows between the folders of the sources point down, and no files import each other in a circle. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { circles, LAYERS, readImports, wrongImports } from '../tools/layers';

const SOURCES = join(import.meta.dirname, '../src');
const imports = readImports(SOURCES);

test('every folder has one layer', () => {
    const there = readdirSync(SOURCES).filter((name) => name !== 'vite-env.d.ts');
    expect(LAYERS.flat().sort()).toEqual(there.sort());
});

test('arrows point down', () => {
    expect(imports.length).toBeGreaterThan(400);
    expect(wrongImports(imports)).toEqual([]);
});

test('no files import each other in a circle', () => {
    expect(circles(imports)).toEqual([]);
});

test('wrong imports and circles are found', () => {
    const wrong = [
        { from: 'wire/live.svelte.ts', to: 'talk/presence' },
        { from: 'card/parts.ts', to: 'board/parts' },
        { from: 'newcomer/part.ts', to: 'words' },
    ];
    expect(wrongImports([...wrong, { from: 'desk/Desk.svelte', to: 'words' }])).toEqual([
        'wire/live.svelte.ts imports talk/presence',
        'card/parts.ts imports board/parts',
        'newcomer/part.ts has no layer',
    ]);
    const circle = [
        { from: 'a.ts', to: 'b' },
        { from: 'b.ts', to: 'c/index' },
        { from: 'c/index.ts', to: 'a.ts' },
        { from: 'd.ts', to: 'a' },
    ];
    expect(circles(circle)).toEqual(['a.ts b.ts c/index.ts']);
});
