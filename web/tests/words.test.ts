/// <reference types="node" />
/** Every sentence is in both languages, and none is there for nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import de from '../src/words/de.json';
import en from '../src/words/en.json';

const SOURCES = join(import.meta.dirname, '../src');
const ENDINGS = /_(one|other|you|you_one|you_other)$/;
/** Parts of keys that only the server knows; their words may wait for a table that needs them. */
const OPEN = ['refused.', 'card.', 'bot.', 'status.', 'kind.', 'chip.act.', 'phase.'];

function sources(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return sources(path);
        return /\.(svelte|ts)$/.test(entry.name) && !path.includes('protocol') && !entry.name.startsWith('Gallery') ? [path] : [];
    });
}

/** Keys that the sources name as they are, and the beginnings of those that they put together. */
function named(texts: readonly string[]): { whole: Set<string>; beginnings: Set<string> } {
    const whole = new Set<string>();
    const beginnings = new Set<string>();
    for (const text of texts) {
        for (const [, key = ''] of text.matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)*)['"]/g)) whole.add(key);
        for (const [, key = ''] of text.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)) beginnings.add(key);
    }
    return { whole, beginnings };
}

/** The keys that are asked for by `t` and its like, written out. */
function asked(texts: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (const text of texts) {
        for (const [, key = ''] of text.matchAll(/\b(?:t|around)\(\s*'([^']+)'/g)) found.add(key);
        for (const [, a = '', b = ''] of text.matchAll(/\bt\([^()'`]*(?:\([^()]*\))?[^()'`]*\? '([^']+)' : '([^']+)'/g)) {
            found.add(a).add(b);
        }
    }
    return found;
}

function missing(words: Record<string, string>, texts: readonly string[]): string[] {
    const have = new Set(Object.keys(words).flatMap((key) => [key, key.replace(ENDINGS, '')]));
    return [...asked(texts)].filter((key) => !have.has(key));
}

function unused(words: Record<string, string>, texts: readonly string[]): string[] {
    const { whole, beginnings } = named(texts);
    return Object.keys(words).filter((key) => {
        const plain = key.replace(ENDINGS, '');
        const starts = [...beginnings, ...OPEN];
        return !whole.has(key) && !whole.has(plain) && !starts.some((start) => key.startsWith(start));
    });
}

/** The words of parts that bring their own, as pairs of files. */
function others(folder: string): [string, string][] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return path === join(SOURCES, 'words') ? [] : others(path);
        const isEnglish = entry.name === 'words.en.json' || path.endsWith('words/en.json');
        return isEnglish ? [[path, path.replace(/en\.json$/, 'de.json')]] : [];
    });
}
const read = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf-8')) as Record<string, string>;
const pairs = others(SOURCES).map(([english, german]) => [read(english), read(german)] as const);
const whole = Object.assign({}, en, ...pairs.map(([english]) => english)) as Record<string, string>;

const texts = sources(SOURCES).map((path) => readFileSync(path, 'utf-8'));
const values = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

describe('words', () => {
    test('both languages have the same keys', () => {
        expect(Object.keys(de)).toEqual(Object.keys(en));
    });

    test('both tell the same values', () => {
        for (const [key, text] of Object.entries(en)) {
            expect([key, values(de[key as keyof typeof de])]).toEqual([key, values(text)]);
        }
    });

    test('parts that bring their own words have them in both, under keys of their own', () => {
        const keys = [...Object.keys(en), ...pairs.flatMap(([english]) => Object.keys(english))];
        expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
        for (const [english, german] of pairs) {
            expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
            for (const [key, text] of Object.entries(english)) expect([key, values(german[key] ?? '')]).toEqual([key, values(text)]);
        }
    });

    test('no sentence is empty', () => {
        for (const words of [en, de]) expect(Object.values(words).filter((text) => !text.trim())).toEqual([]);
    });

    test('no key is missing', () => {
        expect(missing(whole, texts)).toEqual([]);
    });

    test('no key is left over', () => {
        expect(unused(en, texts)).toEqual([]);
    });

    test('a missing and an unused key are found', () => {
        expect(missing(en, ["t('home.nothing')"])).toEqual(['home.nothing']);
        expect(missing(en, ["t(lot ? 'home.back' : 'home.nothing')"])).toEqual(['home.nothing']);
        expect(unused({ 'home.left': 'Left' }, texts)).toEqual(['home.left']);
    });

    test('no sentence lives in a component', () => {
        const said = sources(SOURCES)
            .filter((path) => path.endsWith('.svelte'))
            .flatMap((path) => {
                const markup = readFileSync(path, 'utf-8').replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '').replace(/\{[^{}]*\}/g, '').replace(/\{[^{}]*\}/g, '').replace(/\{[\s\S]*?\}/g, '');
                return [...markup.matchAll(/>\s*([A-Za-z][a-z]+ [a-z ]+)\s*</g)].map(([, text]) => `${path}: ${text}`);
            });
        expect(said).toEqual([]);
    });
});

describe('words for what the server names', () => {
    const has = (key: string): boolean => key in en;
    const OFFERS = ['bid', 'offer', 'scrap', 'buy', 'buy-card', 'connect', 'run', 'produce', 'draft', 'place-trust', 'finish-buying', 'finish-building', 'pass'];
    const SETUP = ['order-lot', 'regions', 'opening-market', 'opening-fuel', 'trust-houses', 'trust-region'];
    const ROUND = ['player-order', 'auction', 'resources', 'building', 'bureaucracy'];

    test('every offer asks in words', () => {
        expect(OFFERS.filter((kind) => !has(`ask.${kind}`) || !has(`ask.hint.${kind}`))).toEqual([]);
    });

    test('every phase has a name and a chip', () => {
        expect([...SETUP, ...ROUND].filter((phase) => !has(`phase.${phase}`) || !has(`chip.act.${phase}`))).toEqual([]);
        expect(ROUND.filter((phase) => !has(`phase.short.${phase}`))).toEqual([]);
    });
});
