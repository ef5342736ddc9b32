/** The available languages: each folder beside this file is one. */

/** Contents of a folder's `language.json`. */
interface About {
    /** In the language itself. */
    readonly name: string;
    readonly direction: 'ltr' | 'rtl';
    /** True if every sentence is translated; otherwise English fills the gaps. */
    readonly whole: boolean;
}

export interface Language extends About {
    /** The name of the folder, a tag of BCP 47: `de`, `pt-BR`. */
    readonly id: string;
}

/** The language that all others fall back to. */
export const ENGLISH = 'en';

const found = import.meta.glob<About>('./*/language.json', { eager: true, import: 'default' });

/** English first, then by their tags. */
export const LANGUAGES: readonly Language[] = Object.entries(found)
    .map(([path, about]) => ({ id: path.split('/')[1] ?? '', ...about }))
    .sort((a, b) => Number(b.id === ENGLISH) - Number(a.id === ENGLISH) || a.id.localeCompare(b.id, ENGLISH));

/** The language that fits a reader's tag best. */
export function languageFor(tag: string): Language {
    const [plain] = tag.split('-');
    const fits = (wanted: string | undefined): Language | undefined => LANGUAGES.find(({ id }) => id === wanted);
    const fitting = fits(tag) ?? fits(plain) ?? LANGUAGES.find(({ id }) => id.split('-')[0] === plain) ?? fits(ENGLISH);
    if (!fitting) throw new Error('expected words in English, found none');
    return fitting;
}

/** The next language, for a switch that cycles through all of them. */
export function languageAfter(id: string): Language {
    const place = LANGUAGES.findIndex((each) => each.id === id);
    return LANGUAGES[(place + 1) % LANGUAGES.length] ?? languageFor(ENGLISH);
}
