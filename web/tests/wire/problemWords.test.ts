/// <reference types="node" />
// @vitest-environment jsdom
/** Every code of the server has words in every whole language, and the server's own text is never shown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import de from '../../src/words/de/refusals.json';
import en from '../../src/words/en/refusals.json';
import { type Code, WireProblem } from '../../src/wire/problem';
import { type Complete, problemText, refusalText } from '../../src/wire/problemWords';
import { speak, startWords } from '../../src/words';
import { LANGUAGES } from '../languages';

const DETAIL = 'expected printable characters';
/** The codes of the generated type. */
const CODES = readCodes();

function readCodes(): Code[] {
    const types = readFileSync(join(import.meta.dirname, '../../src/protocol/api.ts'), 'utf-8');
    const union = /^ {8}RefusalCode: (.*);$/m.exec(types)?.[1] ?? '';
    return [...union.matchAll(/"([a-z_]+)"/g)].map(([, code]) => code as Code);
}

beforeAll(() => startWords());

test('the list of codes is that of the server', () => {
    expect(CODES.length).toBeGreaterThan(150);
    expect(CODES).toEqual(expect.arrayContaining(['malformed', 'bad_name', 'not_your_turn', 'wrong_cards_turned']));
    const ofThePage = ['no_response', 'other_window', 'storage_full', 'other'];
    expect(Object.keys(en).length).toBe(CODES.length + ofThePage.length);
});

describe.each(LANGUAGES.filter(({ about }) => about.whole).map(({ id }) => id))('in %s', (language) => {
    beforeAll(() => speak(language, false));
    const words: Record<string, string> = { en, de }[language]!;

    test('each code has its own words, filled in, and none falls back', () => {
        for (const code of CODES) {
            const written = words[`refused.${code}`]!;
            const numbers = Object.fromEntries(
                [...written.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, 7]),
            );
            const text = problemText(new WireProblem(409, DETAIL, 0, code, numbers));
            expect([code, text]).not.toEqual([code, words['refused.other']]);
            expect([code, text]).toEqual([code, expect.stringMatching(/^[^{}]{8,140}[.]$/)]);
            expect(text).not.toContain(DETAIL);
        }
    });

    test('a failure without a code is a server that does not answer', () => {
        const away = problemText(new WireProblem(0, DETAIL));
        expect(problemText(new WireProblem(502, DETAIL))).toBe(away);
        expect(away).not.toContain(DETAIL);
    });

    test('a code that a newer server may send has words too', () => {
        expect(refusalText('code_of_tomorrow' as Code)).toBe(words['refused.other']);
    });
});

test('no language has the words of another for a code', () => {
    const same = Object.keys(en).filter((key) => en[key as keyof typeof en] === de[key as keyof typeof de]);
    expect(same).toEqual([]);
});

test.each([
    [0, '1 minute', '1 Minute'],
    [8, '8 seconds', '8 Sekunden'],
    [840, '14 minutes', '14 Minuten'],
])('after %i seconds the wait is in words', async (seconds, english, german) => {
    const often = new WireProblem(429, '', seconds, 'too_many');
    await speak('en', false);
    expect(problemText(often)).toContain(`Wait ${english},`);
    await speak('de', false);
    expect(problemText(often)).toContain(`Warte ${german} `);
});

test('a file without a code, or with an unknown one, is a type error', () => {
    // @ts-expect-error German would lack words for a code.
    const lacking: Complete<Omit<typeof de, 'refused.bad_name'>>[] = [];
    // @ts-expect-error The server never sends this code.
    const unknown: Complete<typeof de & Record<'refused.no_such_code', string>>[] = [];
    // @ts-expect-error Nor may a caller ask for its words.
    expect(refusalText('no_such_code')).toBe(refusalText('other' as Code));
    expect([...lacking, ...unknown]).toEqual([]);
});
