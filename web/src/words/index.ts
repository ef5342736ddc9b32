/** Translations: every sentence of the client, in the reader's language. */
import others from 'gridwright:words';

import { boardWords } from './boards';
import type { Key } from './keys';
import { chosen } from './language.svelte';
import { ENGLISH, languageFor } from './languages';
import { ownBoard } from './ownBoard';
import { fill, formOf, type Values, type Words } from './sentence';

// English is part of the page, since every language falls back to it; of the others only the chosen one is loaded.
const english = import.meta.glob<Words>(['./en/*.json', '!./en/language.json'], { eager: true, import: 'default' });
/** Words of parts that are loaded on demand, together with their part. */
const later = import.meta.glob<Words>('./*/later/*.json', { import: 'default' });

const KEPT = 'gridwright.language';
/** The loaded words, by language. */
const words = new Map<string, Words>([[ENGLISH, {}]]);
const come = new Set<string>();
const parts = new Set<string>();
/** The boards whose words were requested, by name or content, with the load of their words. */
const boards = new Map<string, Promise<void>>();

/** Choose the stored language, or else the browser's. */
export async function startWords(): Promise<void> {
    Object.assign(wordsIn(ENGLISH), ...Object.values(english));
    await speak(localStorage.getItem(KEPT) ?? navigator.language, false);
}

/** Change the language of everything that is drawn. */
export async function speak(tag: string, keep = true): Promise<void> {
    const { id, direction } = languageFor(tag);
    await Promise.all([
        add(id, id, others[id]),
        ...[...parts].map((part) => addPart(id, part)),
        ...[...boards.keys()].map((board) => addBoard(id, board)),
    ]);
    if (keep) localStorage.setItem(KEPT, id);
    document.documentElement.lang = id;
    document.documentElement.dir = direction;
    chosen.language = id;
}

/** Load the words of a part, now and after each change of language. */
export async function learn(part: string): Promise<void> {
    parts.add(part);
    await addPart(chosen.language, part);
}

/**
 * Load the words of a board, now and after each change of language; components are drawn again. Words of a host's own
 * board are loaded in all languages together.
 */
export function learnBoard(board: string, content = ''): Promise<void> {
    const name = content || board;
    const known = boards.get(name) ?? loadBoard(board, content);
    boards.set(name, known);
    // A load that failed is repeated by the next caller.
    known.catch(() => boards.delete(name));
    return known;
}

async function loadBoard(board: string, content: string): Promise<void> {
    const own = content ? (await ownBoard(content)).words : {};
    for (const [language, each] of Object.entries(own)) Object.assign(wordsIn(language), each);
    if (!content) await addBoard(chosen.language, board);
    chosen.nBoards += 1;
}

async function addBoard(language: string, board: string): Promise<void> {
    for (const each of new Set([ENGLISH, language])) Object.assign(wordsIn(each), await boardWords(board, each));
}

function wordsIn(language: string): Words {
    const known = words.get(language) ?? {};
    words.set(language, known);
    return known;
}

async function addPart(language: string, part: string): Promise<void> {
    const own = `./${language}/later/${part}.json`;
    const plain = `./${ENGLISH}/later/${part}.json`;
    if (!(plain in later)) throw new Error(`expected words of ${part} in English`);
    const isEnough = own in later && languageFor(language).whole;
    await Promise.all([add(language, own, later[own]), ...(isEnough ? [] : [add(ENGLISH, plain, later[plain])])]);
}

async function add(language: string, name: string, load: (() => Promise<Words>) | undefined): Promise<void> {
    if (!load || come.has(name)) return;
    Object.assign(wordsIn(language), await load());
    come.add(name);
}

/** The text behind a key, of the reader's language or else of English. */
function find(key: string, values: Values): string | undefined {
    const { language } = chosen.heard();
    const own = formOf(wordsIn(language), key, language, values);
    return own ?? formOf(wordsIn(ENGLISH), key, ENGLISH, values);
}

/** Translate a key. Components that call it are rendered again when the language changes. */
export function t(key: Key, values: Values = {}): string {
    return translate(key, values);
}

/**
 * As `t`, for keys that are stored as strings (the sentences of the log and of the map). A missing key throws in tests
 * and while developing; a build shows the key, so that one sentence does not take the page with it.
 */
export function translate(key: string, values: Values = {}): string {
    const text = find(key, values);
    if (text === undefined && !import.meta.env.PROD) throw new Error(`expected words for ${key}, found none`);
    return fill(text ?? key, values);
}

/** True if there are words for a key. */
export function has(key: string): boolean {
    return find(key, {}) !== undefined;
}

/** Translate a key that may be missing, or return another text. */
export function tOr(key: string, other: string, values: Values = {}): string {
    return has(key) ? translate(key, values) : other;
}
