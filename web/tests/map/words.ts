// The map's words without the client's translator.

import type { Say } from '../../src/map/report';
import type { Words } from '../../src/words/sentence';
import { LANGUAGES, boardWordsIn } from '../languages';

const WORDS = new Map(
    LANGUAGES.map(({ id, files }) => [
        id,
        Object.assign({}, files.get('map.json'), ...boardWordsIn(id).values()) as Words,
    ]),
);

/** Translate the map's words; throws at a missing key, so that no test passes over it. */
export function speaking(language: string): Say {
    return (key, values = {}) => {
        const text = WORDS.get(language)?.[key];
        if (text === undefined) throw new Error(`expected words for "${key}" in ${language}; came none`);
        return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
            if (values[name] === undefined) throw new Error(`expected a value for "${name}" in "${key}"; came none`);
            return String(values[name]);
        });
    };
}
