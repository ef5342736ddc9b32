/// <reference types="node" />
/** Every sentence is in every language, and none is unused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { describe, expect, test } from 'vitest';

import { translate } from '../src/words';
import type { Key } from '../src/words/keys';
import { LANGUAGES, boardWordsIn, plainKey, problemsOf, type LanguageFolder } from './languages';

const SOURCES = join(import.meta.dirname, '../src');
/** Prefixes of keys that only the server knows; their words may wait for a table that needs them. */
const OPEN = ['refused.', 'card.', 'bot.', 'status.', 'kind.', 'chip.act.', 'phase.'];

function sources(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return sources(path);
        return /\.(svelte|ts)$/.test(entry.name) && !path.includes('protocol') && !entry.name.startsWith('Gallery')
            ? [path]
            : [];
    });
}

/** Literal keys in the sources, and the prefixes of composed ones. */
function named(texts: readonly string[]): { whole: Set<string>; beginnings: Set<string> } {
    const whole = new Set<string>();
    const beginnings = new Set<string>();
    for (const text of texts) {
        for (const [, key = ''] of text.matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)*)['"]/g)) whole.add(key);
        for (const [, key = ''] of text.matchAll(/`([a-z][\w-]*(?:\.[\w-]+)*\.)\$\{/g)) beginnings.add(key);
    }
    return { whole, beginnings };
}

/** Literal keys of `t` and similar functions. */
function asked(texts: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (const text of texts) {
        for (const [, key = ''] of text.matchAll(/\b(?:t|around)\(\s*'([^']+)'/g)) found.add(key);
        for (const [, a = '', b = ''] of text.matchAll(
            /\bt\([^()'`]*(?:\([^()]*\))?[^()'`]*\? '([^']+)' : '([^']+)'/g,
        )) {
            found.add(a).add(b);
        }
    }
    return found;
}

function missing(words: Record<string, string>, texts: readonly string[]): string[] {
    const have = new Set(Object.keys(words).flatMap((key) => [key, plainKey(key)]));
    return [...asked(texts)].filter((key) => !have.has(key));
}

function unused(words: Record<string, string>, texts: readonly string[]): string[] {
    const { whole, beginnings } = named(texts);
    return Object.keys(words).filter((key) => {
        const plain = plainKey(key);
        const starts = [...beginnings, ...OPEN];
        return !whole.has(key) && !whole.has(plain) && !starts.some((start) => key.startsWith(start));
    });
}

const english = LANGUAGES.find(({ id }) => id === 'en')!;
/** The words that come with the page. */
const en = english.files.get('page.json')!;

/** Words for a second fuel market and for mines: only boards with such markets have them. */
const MARKETS = ['market.', 'mines.'];
const wordsOf = (market: string): Record<string, string> =>
    Object.fromEntries(
        [...boardWordsIn('en').values()].flatMap((words) =>
            Object.entries(words).filter(([key]) => key.startsWith(market)),
        ),
    );

const texts = sources(SOURCES).map((path) => readFileSync(path, 'utf-8'));

describe('words', () => {
    test('there are English and German, and both are whole', () => {
        const whole = LANGUAGES.filter(({ about }) => about.whole).map(({ id }) => id);
        expect(whole).toEqual(expect.arrayContaining(['de', 'en']));
    });

    test.each(LANGUAGES.map((each) => [each.id, each] as const))('%s has what English has', (_, language) => {
        expect(problemsOf(language, english)).toEqual([]);
    });

    test('whole languages list the sentences of the page in the same order', () => {
        for (const { about, files } of LANGUAGES) {
            if (about.whole)
                expect(Object.keys(files.get('page.json')!).map(plainKey)).toEqual(Object.keys(en).map(plainKey));
        }
    });

    test('no key is in two files', () => {
        const keys = [...english.files.values()].flatMap((words) => Object.keys(words));
        expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
    });

    test('what a language lacks or adds is found', () => {
        const german = LANGUAGES.find(({ id }) => id === 'de')!;
        const changed = (page: Record<string, string>, about = german.about): LanguageFolder => ({
            ...german,
            about,
            files: new Map([...german.files, ['page.json', page]]),
        });
        const { 'bar.table': _, ...shorter } = german.files.get('page.json')!;
        expect(problemsOf(changed(shorter), english)).toEqual(['page.json: no bar.table']);
        expect(problemsOf(changed(shorter, { ...german.about, whole: false }), english)).toEqual([]);
        const other = { ...german.files.get('page.json')!, 'bar.table': 'Tisch {{x}}', 'bar.new': 'Neu' };
        expect(problemsOf(changed(other), english)).toEqual([
            'page.json: bar.table names x, not ',
            'page.json: bar.new is not asked for',
        ]);
    });

    test('no key is missing', () => {
        const words = Object.fromEntries(
            [english.words, ...MARKETS.map(wordsOf)].flatMap((each) => Object.entries(each)),
        );
        expect(missing(words, texts)).toEqual([]);
    });

    test.each(MARKETS)('a board with words of %s has all of them, in every language', (market) => {
        const needed = [...asked(texts)].filter((key) => key in wordsOf(market)).sort();
        expect(needed.length).toBeGreaterThan(2);
        for (const { id } of LANGUAGES)
            for (const [board, words] of boardWordsIn(id))
                if (Object.keys(words).some((key) => key.startsWith(market)))
                    expect([board, ...needed.filter((key) => !(key in words))]).toEqual([board]);
    });

    test('the type of keys names every English file', () => {
        const keys = readFileSync(join(SOURCES, 'words/keys.ts'), 'utf-8');
        expect([...english.files.keys()].filter((file) => !keys.includes(`from './en/${file}'`))).toEqual([]);
    });

    test('boards with a second market or with mines have the keys of the boards in the type', () => {
        const keysOf = (board: string, market: string): string[] =>
            Object.keys(boardWordsIn('en').get(board)!).filter((key) => key.startsWith(market));
        for (const [market, board] of [
            ['mines.', 'australia'],
            ['market.', 'korea'],
        ] as const)
            for (const each of boardWordsIn('en').keys())
                expect([[], keysOf(board, market)]).toContainEqual(keysOf(each, market));
    });

    test('a composed key is of a family that has words', () => {
        const composed: Key = `edition.${String(1)}`;
        expect(composed).toBe('edition.1');
        // @ts-expect-error No file has such keys; opponents were once seated as `botname.3`.
        const unknown: Key = `botname.${3}`;
        expect(() => translate(unknown)).toThrow('expected words for botname.3, found none');
    });

    test('sentences that are stored as strings are translated in few places', () => {
        const unchecked = sources(SOURCES)
            .filter((path) => /import \{[^}]*\btranslate\b[^}]*\} from/.test(readFileSync(path, 'utf-8')))
            .map((path) => relative(SOURCES, path));
        expect(unchecked.sort()).toEqual([
            'board/BoardCentre.svelte',
            'end/FairPanel.svelte',
            'puzzles/Centre.svelte',
            'screens/BoardPage.svelte',
            'table/logBook.ts',
            'table/turnWords.ts',
        ]);
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
                const markup = readFileSync(path, 'utf-8')
                    .replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
                    .replace(/\{[^{}]*\}/g, '')
                    .replace(/\{[^{}]*\}/g, '')
                    .replace(/\{[\s\S]*?\}/g, '');
                return [...markup.matchAll(/>\s*([A-Za-z][a-z]+ [a-z ]+)\s*</g)].map(([, text]) => `${path}: ${text}`);
            });
        expect(said).toEqual([]);
    });
});

describe('words for what the server names', () => {
    const has = (key: string): boolean => key in en;
    const OFFERS = [
        'bid',
        'offer',
        'scrap',
        'buy',
        'buy-card',
        'connect',
        'run',
        'produce',
        'draft',
        'place-trust',
        'finish-buying',
        'finish-building',
        'pass',
    ];
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
