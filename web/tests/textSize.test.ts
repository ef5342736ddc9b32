// @vitest-environment jsdom
/** Text sizes: all in rem, so that the setting changes them, and none too small to read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { set, TEXT_SIZES } from '../src/settings/settings.svelte';

const SOURCE = join(import.meta.dirname, '../src');
/** Drawings, whose text scales with the picture. */
const DRAWN =
    /^(map\/(style\/(cities|land)\.css|BoardScene\.svelte)|end\/|screens\/(host\/MoveChart|profile\/RatingCard))/;
const SMALLEST_PX = 12.5;

const files = (readdirSync(SOURCE, { recursive: true }) as string[])
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(svelte|css)$/.test(path) && !DRAWN.test(path));
const read = (path: string): string => readFileSync(join(SOURCE, path), 'utf8');

test('every size of text follows the setting', () => {
    expect(files.filter((path) => /font-size:\s*[\d.]+px/.test(read(path)))).toEqual([]);
});

test.each(TEXT_SIZES)('with size %s no token is below 12.5 px', (size) => {
    const root = { s: 15, m: 16, l: 18 }[size];
    const tokens = [...read('design/tokens.css').matchAll(/--t-(\w+): ([^;]+);/g)];
    expect(tokens.length).toBeGreaterThan(9);
    for (const [, name, value] of tokens) {
        const rem = Number(/([\d.]+)rem/.exec(value!)![1]);
        const least = Number(/([\d.]+)px/.exec(value!)?.[1] ?? 0);
        expect(Math.max(rem * root, least), `--t-${name}`).toBeGreaterThanOrEqual(SMALLEST_PX);
    }
});

test('a chosen size is stored and shown', () => {
    set('text', 'l');
    expect(document.documentElement.dataset['text']).toBe('l');
    expect(JSON.parse(localStorage.getItem('gridwright.settings')!)).toMatchObject({ text: 'l' });
    set('text', 'm');
});
