// @vitest-environment node
// Contrast of text on the map against every background, from the design's tokens.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheet = readFileSync(new URL('../../src/design/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = sheet.split(/\[data-theme=["']?dark["']?\]/);

function tokens(text: string): Record<string, string> {
    return Object.fromEntries(
        [...text.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name ?? '', value ?? '']),
    );
}

const THEMES = { light: tokens(light), dark: { ...tokens(light), ...tokens(dark) } };

function luminance(colour: string): number {
    const [r, g, b] = [1, 3, 5].map((at) => {
        const part = parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
    const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
    return (a! + 0.05) / (b! + 0.05);
}

const GROUNDS = ['reg-a', 'reg-b', 'reg-c', 'reg-d', 'reg-e', 'reg-f', 'reg-g', 'land', 'sea'];

test.each(Object.entries(THEMES))('text has 4.5 : 1 and more (%s)', (_, token) => {
    const pairs: [string, string][] = [
        ...GROUNDS.flatMap((ground): [string, string][] => [
            ['ink', ground],
            ['ink-2', ground],
        ]),
        ['ink-3', 'land-off'],
        ['ink-3', 'sea'],
        ['ink', 'badge'],
        ['ink-2', 'badge'],
        ['panel', 'ink'],
        ['on-live', 'live'],
        ['ink-2', 'sunken'],
    ];
    const low = pairs.filter(([text, ground]) => !(contrast(token[text]!, token[ground]!) >= 4.5));
    expect(low).toEqual([]);
});

test.each(Object.entries(THEMES))('seats have 3 : 1 and more on every land (%s)', (_, token) => {
    for (const seat of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']) {
        for (const ground of GROUNDS.slice(0, 7))
            expect(contrast(token[seat]!, token[ground]!)).toBeGreaterThanOrEqual(3);
    }
});
