/** Words: every sentence of the client, in the language that the reader chose. */
import en from './en.json';
import { chosen } from './language.svelte';
import { fill, formOf, type Values, type Words } from './sentence';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

// Parts of the table that are drawn on their own bring words of their own; those of late.ts wait until they are opened.
const moreEnglish = import.meta.glob<Words>(['../{game,offline,people,sound,table,talk,wire}/words.en.json', '../map/words/en.json'], {
    eager: true,
    import: 'default',
});
const moreGerman = import.meta.glob<Words>(['../{game,offline,people,sound,table,talk,wire}/words.de.json', '../map/words/de.json'], {
    import: 'default',
});

/** Words that come with a screen when it is opened. */
export type LateWords = Record<Language, () => Promise<{ default: Words }>>;
const late = new Set<LateWords>();

const KEPT = 'gridwright.language';
const words: Record<Language, Words> = { en: {}, de: {} };
let knowsGerman = false;

/** Choose the language that was chosen before, or else the browser's. */
export async function startWords(): Promise<void> {
    Object.assign(words.en, en, ...Object.values(moreEnglish));
    const kept = localStorage.getItem(KEPT);
    const wanted = kept ?? navigator.language.slice(0, 2);
    await speak(wanted === 'de' ? 'de' : 'en', false);
}

/** Change the language of everything that is drawn. */
export async function speak(language: Language, keep = true): Promise<void> {
    if (language === 'de' && !knowsGerman) {
        const more = Object.values(moreGerman).map((load) => load());
        const [own, ...others] = await Promise.all([import('./de.json'), ...more]);
        Object.assign(words.de, own.default, ...others);
        knowsGerman = true;
    }
    await Promise.all([...late].map((each) => add(each, language)));
    if (keep) localStorage.setItem(KEPT, language);
    document.documentElement.lang = language;
    chosen.language = language;
}

async function add(more: LateWords, language: Language): Promise<void> {
    Object.assign(words[language], (await more[language]()).default);
}

/** Fetch the words of a screen, now and whenever another language is chosen. */
export async function learn(more: LateWords): Promise<void> {
    late.add(more);
    await add(more, chosen.language as Language);
}

/** The words behind a key. Whatever draws them is drawn again when the language changes. */
export function t(key: string, values: Values = {}): string {
    const language = chosen.language as Language;
    return fill(formOf(words[language], key, language, values) ?? key, values);
}

/** Whether there are words for a key that the server named. */
export function has(key: string): boolean {
    const language = chosen.language as Language;
    return formOf(words[language], key, language, {}) !== undefined;
}

/** The words behind a key that need not be there, or else another text. */
export function tOr(key: string, other: string, values: Values = {}): string {
    return has(key) ? t(key, values) : other;
}
