/** Every sentence, for every count and person, equals that of i18next. */
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
    const forms = [undefined, 0, 1, 2, 11].flatMap((count) =>
        [undefined, 'you'].map((context) => ({
            ...given,
            ...(count === undefined ? {} : { count }),
            ...(context ? { context } : {}),
        })),
    );
    // Compared here and expected once: thirty thousand expectations take longer than the comparisons.
    const different = [...keys].flatMap((key) =>
        forms.flatMap((values) => {
            const own = fill(formOf(words, key, language, values) ?? key, values);
            const wanted = other.t(key, values);
            return own === wanted ? [] : [{ key, own, wanted }];
        }),
    );
    expect(different).toEqual([]);
});

test('a value is put in as it is, and a missing one stays to be seen', () => {
    expect(fill('{{who}} pays {{money}}', { who: '{{money}} $& <b>' })).toBe('{{money}} $& <b> pays {{money}}');
});
