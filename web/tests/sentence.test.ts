/** Every sentence, for every count and person, is the one that i18next would say. */
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';

import { fill, formOf } from '../src/words/sentence';
import { LANGUAGES, plainKey } from './languages';

test.each(LANGUAGES.map(({ id, words }) => [id, words] as const))('in %s', async (language, words) => {
    const other = createInstance();
    await other.init({
        lng: language,
        fallbackLng: false,
        keySeparator: false,
        nsSeparator: false,
        interpolation: { escapeValue: false },
        resources: { [language]: { translation: words } },
        showSupportNotice: false,
    } as Parameters<typeof other.init>[0]);
    const keys = new Set(Object.keys(words).map((key) => plainKey(key)));
    if (language === 'en') expect(keys.size).toBeGreaterThan(500);
    const names = Object.values(words).flatMap((text) =>
        [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `<${name}>`]),
    );
    const given = Object.fromEntries(names) as Record<string, string>;
    delete given['count'];
    for (const key of keys) {
        for (const count of [undefined, 0, 1, 2, 11]) {
            for (const context of [undefined, 'you']) {
                const values = { ...given, ...(count === undefined ? {} : { count }), ...(context ? { context } : {}) };
                expect(fill(formOf(words, key, language, values) ?? key, values)).toBe(other.t(key, values));
            }
        }
    }
});

test('a value is put in as it is, and a missing one stays to be seen', () => {
    expect(fill('{{who}} pays {{money}}', { who: '{{money}} $& <b>' })).toBe('{{money}} $& <b> pays {{money}}');
});
