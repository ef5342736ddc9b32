/** Selects the form of a text for a count and a person, and fills in its values. */
export type Words = Record<string, string>;
export type Values = Record<string, string | number | undefined> & { count?: number; context?: string };

const rules = new Map<string, Intl.PluralRules>();

function plural(language: string, count: number): string {
    const known = rules.get(language) ?? new Intl.PluralRules(language);
    rules.set(language, known);
    return known.select(count);
}

/** The text behind a key, its most fitting form first: `key_you_one`, `key_you`, `key_one`, `key`. */
export function formOf(words: Words, key: string, language: string, { count, context }: Values): string | undefined {
    // Fast path: most sentences have one form, and a table needs hundreds at every move.
    if (count === undefined && context === undefined) return Object.hasOwn(words, key) ? words[key] : undefined;
    const number = typeof count === 'number' ? `_${plural(language, count)}` : '';
    const person = context ? `_${context}` : '';
    for (const ending of [person + number, person, number, '']) {
        const text = Object.hasOwn(words, key + ending) ? words[key + ending] : undefined;
        if (text !== undefined) return text;
    }
    return undefined;
}

/** Values are inserted unescaped: Svelte escapes text when it draws it. */
export function fill(text: string, values: Values): string {
    if (!text.includes('{{')) return text;
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
        Object.hasOwn(values, name) ? String(values[name] ?? '') : whole,
    );
}
