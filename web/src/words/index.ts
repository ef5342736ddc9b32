/** Words: every sentence of the client, in the language that the reader chose. */
import { boardWords } from './boards';
import { chosen } from './language.svelte';
import { ENGLISH, languageFor } from './languages';
import { fill, formOf, type Values, type Words } from './sentence';

// English comes with the page, since every language falls back to it; of the others only the chosen one comes.
const english = import.meta.glob<Words>(['./en/*.json', '!./en/language.json'], { eager: true, import: 'default' });
const others = import.meta.glob<Words>(['./*/*.json', '!./en/*.json', '!./*/language.json'], { import: 'default' });
/** Words of parts that are opened later, if at all: they come with their part. */
const later = import.meta.glob<Words>('./*/later/*.json', { import: 'default' });

const KEPT = 'gridwright.language';
/** The words that have come, by language. */
const words = new Map<string, Words>([[ENGLISH, {}]]);
const come = new Set<string>();
const parts = new Set<string>();

/** Choose the language that was chosen before, or else the browser's. */
export async function startWords(): Promise<void> {
    Object.assign(wordsIn(ENGLISH), ...Object.values(english));
    await speak(localStorage.getItem(KEPT) ?? navigator.language, false);
}

/** Change the language of everything that is drawn. */
export async function speak(tag: string, keep = true): Promise<void> {
    const { id, direction } = languageFor(tag);
    const own = Object.keys(others).filter((path) => path.startsWith(`./${id}/`));
    await Promise.all([...own.map((path) => add(id, path)), ...[...parts].map((part) => addPart(id, part))]);
    for (const each of new Set([ENGLISH, id])) Object.assign(wordsIn(each), ...(await boardWords(each)));
    if (keep) localStorage.setItem(KEPT, id);
    document.documentElement.lang = id;
    document.documentElement.dir = direction;
    chosen.language = id;
}

/** Fetch the words of a part, now and whenever another language is chosen. */
export async function learn(part: string): Promise<void> {
    parts.add(part);
    await addPart(chosen.language, part);
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
    await Promise.all([add(language, own), ...(isEnough ? [] : [add(ENGLISH, plain)])]);
}

async function add(language: string, path: string): Promise<void> {
    const load = others[path] ?? later[path];
    if (!load || come.has(path)) return;
    Object.assign(wordsIn(language), await load());
    come.add(path);
}

/** The text behind a key, of the reader's language or else of English. */
function find(key: string, values: Values): string | undefined {
    const language = chosen.language;
    const own = formOf(wordsIn(language), key, language, values);
    return own ?? formOf(wordsIn(ENGLISH), key, ENGLISH, values);
}

/** The words behind a key. Whatever draws them is drawn again when the language changes. */
export function t(key: string, values: Values = {}): string {
    return fill(find(key, values) ?? key, values);
}

/** Whether there are words for a key that the server named. */
export function has(key: string): boolean {
    return find(key, {}) !== undefined;
}

/** The words behind a key that need not be there, or else another text. */
export function tOr(key: string, other: string, values: Values = {}): string {
    return has(key) ? t(key, values) : other;
}
