// How wide names are in Archivo, from the font files that the client ships: weight 600 at 82 % for
// the names of cities, at 112 % for the names of regions.

import { createRequire } from 'node:module';
import { type Advance, readAdvances } from './font';

const require = createRequire(import.meta.url);
const FILES = ['latin', 'latin-ext'].map((part) =>
    require.resolve(`@fontsource-variable/archivo/files/archivo-${part}-standard-normal.woff2`),
);
const cut = (wdth: number): Advance[] => FILES.map((file) => readAdvances(file, { wght: 600, wdth }));
const NARROW = cut(82);
const WIDE = cut(112);

function width(text: string, size: number, fonts: readonly Advance[]): number {
    let sum = 0;
    for (const letter of text.normalize('NFC')) {
        const found = fonts.map((advance) => advance(letter)).find((advance) => advance !== undefined);
        if (found === undefined) throw new Error(`expected a letter that the font has; came "${letter}"`);
        sum += found;
    }
    return sum * size;
}

export const nameWidth = (text: string, size: number): number => width(text, size, NARROW);

export const regionNameWidth = (text: string, size: number, spacing: number): number =>
    width(text.toUpperCase(), size, WIDE) + text.length * size * spacing;
