// The map's words without the client's translator.

import de from "../../src/map/words/de.json";
import en from "../../src/map/words/en.json";
import type { Say } from "../../src/map/report";

const WORDS: Record<string, Record<string, string>> = { en, de };

/** A missing key is an error here, so that no test passes over one. */
export function speaking(language: "en" | "de"): Say {
    return (key, values = {}) => {
        const text = WORDS[language]![key];
        if (text === undefined) throw new Error(`expected words for "${key}" in ${language}; came none`);
        return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
            if (values[name] === undefined) throw new Error(`expected a value for "${name}" in "${key}"; came none`);
            return String(values[name]);
        });
    };
}
