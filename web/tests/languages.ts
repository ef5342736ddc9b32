/// <reference types="node" />
/** The languages, by the folders in the sources: all of them are tested. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Words } from '../src/words/sentence';
import { boardFiles } from '../tools/words';

const FOLDER = join(import.meta.dirname, '../src/words');

export interface LanguageFolder {
    readonly id: string;
    readonly about: { name: string; direction: string; whole: boolean };
    /** The words of each file, by its path in the folder. */
    readonly files: ReadonlyMap<string, Words>;
    /** All of them. */
    readonly words: Words;
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf-8'));

export function readLanguage(id: string, within = FOLDER): LanguageFolder {
    const folder = join(within, id);
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'language.json')
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
    const files = new Map(paths.map((path) => [relative(folder, path), read(path) as Words]));
    return {
        id,
        about: read(join(folder, 'language.json')) as LanguageFolder['about'],
        files,
        words: Object.assign({}, ...files.values()) as Words,
    };
}

export const LANGUAGES: readonly LanguageFolder[] = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readLanguage(entry.name));

/** The words that shipped boards have in a language, by board. */
export const boardWordsIn = (id: string): ReadonlyMap<string, Words> =>
    new Map(boardFiles(id).map(([board, file]) => [board, read(file) as Words]));

/** A key without the ending for a count or the reader. */
export const plainKey = (key: string): string => key.replace(/_(you_)?(zero|one|two|few|many|other)$|_you$/, '');

/** The values that a sentence names. */
export const valuesIn = (text: string): string[] =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

const COUNT = /_(zero|one|two|few|many|other)$/;
const categoriesOf = (id: string): readonly string[] =>
    [...new Intl.PluralRules(id).resolvedOptions().pluralCategories].sort();

/** True for a form for a count: it has a sibling for other counts, which `refused.too_many` has not. */
const isForm = (key: string, english: Words): boolean => COUNT.test(key) && key.replace(COUNT, '_other') in english;

/** The keys that a language needs for those of English: each sentence with a count has all its forms. */
function neededKeys(id: string, english: Words): string[] {
    const needed = Object.keys(english).flatMap((key) =>
        isForm(key, english) ? categoriesOf(id).map((category) => key.replace(COUNT, `_${category}`)) : key,
    );
    return [...new Set(needed)].sort();
}

/** The values that a sentence must name, and those that it names. A form for a count may leave the count out. */
function valuesOf(id: string, key: string, words: Words, english: Words): [string[], string[]] {
    const model = english[key] ?? english[key.replace(COUNT, '_other')] ?? '';
    const isFree = isForm(key, english) && String(categoriesOf(id)) !== String(categoriesOf('en'));
    const kept = (name: string): boolean => !isFree || name !== 'count';
    return [valuesIn(model).filter(kept), valuesIn(words[key] ?? '').filter(kept)];
}

/** Differences of a language from English; an incomplete one may lack sentences. */
export function problemsOf(language: LanguageFolder, english: LanguageFolder): string[] {
    const { id, about } = language;
    const found: string[] = [];
    if (!about.name.trim()) found.push('no name');
    if (about.direction !== 'ltr' && about.direction !== 'rtl') found.push(`direction ${about.direction}`);
    for (const [file, words] of language.files) {
        const model = english.files.get(file);
        if (!model) {
            found.push(`${file}: English has no such file`);
            continue;
        }
        const needed = neededKeys(id, model);
        for (const key of Object.keys(words)) {
            if (!needed.includes(key)) found.push(`${file}: ${key} is not asked for`);
            if (!words[key]?.trim()) found.push(`${file}: ${key} is empty`);
            const [wanted, given] = valuesOf(id, key, words, model);
            if (String(wanted) !== String(given))
                found.push(`${file}: ${key} names ${given.join()}, not ${wanted.join()}`);
        }
        if (about.whole) found.push(...needed.filter((key) => !(key in words)).map((key) => `${file}: no ${key}`));
    }
    if (about.whole) {
        const lacking = [...english.files.keys()].filter((file) => !language.files.has(file));
        found.push(...lacking.map((file) => `no ${file}`));
    }
    return found;
}
