// @vitest-environment jsdom
/// <reference types="node" />
/** The exact wording of a table has no number of another rule set and no note on sources. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import type { EditionRules, RuleClause, TableSheet } from '../../src/protocol/api';
import { readingOf, sectionsOf } from '../../src/rules/reading';
import { type Reader, readerOf, textIn, wordingFor } from '../../src/rules/wording';
import { learn, startWords } from '../../src/words';

const FOLDER = join(import.meta.dirname, '../../../docs/rules');
const CLAUSE = /^- \*\*([a-z]\d+\.\d+)\*\* /;

beforeAll(async () => {
    await startWords();
    await learn('rules');
});

/** The clauses of a document as the server sends them. */
function clauses(file: string): Map<string, string> {
    const found = new Map<string, string>();
    let number = '';
    for (const line of readFileSync(join(FOLDER, `${file}.md`), 'utf-8').split('\n')) {
        const [, begun = ''] = CLAUSE.exec(line) ?? [];
        if (begun) found.set((number = begun), line.replace(CLAUSE, ''));
        else if (number && (line === '' || line.startsWith(' ')))
            found.set(number, `${found.get(number)!}\n${line.replace(/^ {2}/, '')}`);
        else number = '';
    }
    return found;
}

function readerFor(edition: string, preset: string, board: string, seats: number): Reader {
    const all = [...clauses(edition)].map(([number, text]) => ({ number, text, only: [] }));
    const rules = { edition, language: 'en', phases: [], sections: [{ number: '1', title: '', clauses: all }] };
    return readerOf(rules, { spec: { edition, preset, board, seats } as TableSheet['spec'] });
}

const TABLES = [
    ['classic', 'original', 'usa', 4],
    ['classic', 'recharged', 'usa-recharged', 3],
    ['classic', 'reference', 'germany', 6],
    ['deluxe', 'europe', 'europe', 4],
    ['deluxe', 'north-america', 'north-america', 5],
    ['card', 'standard', 'none', 4],
] as const;

describe.each(TABLES)('%s, %s on %s for %i', (edition, preset, board, seats) => {
    const reader = readerFor(edition, preset, board, seats);
    // German has the same form; it is part of the server that uses it.
    const files = [edition, `de/${edition}`].filter((file) => existsSync(join(FOLDER, `${file}.md`)));

    test.each(files)('%s names no other rule set and no source', (file) => {
        const texts = [...clauses(file)].map(([number, text]) => [number, wordingFor(text, reader)] as const);
        const others = [...reader.known].filter((name) => !reader.own.has(name));
        for (const [number, text] of texts) {
            if (number === 'c13.1') continue; // It names two boards that have no rules of their own.
            const named = others.filter((name) => text.includes(`\`${name}\``));
            expect([number, named, /reconstruction|rekonstruktion|\bText [AB]\b|summary/i.test(text)]).toEqual([
                number,
                [],
                false,
            ]);
        }
        expect(texts.filter(([, text]) => text).length).toBeGreaterThan(texts.length * 0.7);
    });
});

const read = (edition: string, number: string, preset: string, board: string, seats = 4): string =>
    wordingFor(clauses(edition).get(number)!, readerFor(edition, preset, board, seats));

test('text after the names of a rule set is read by that set only', () => {
    expect(read('classic', 'c1.8', 'original', 'usa')).toBe('Plants 3 to 10 are the opening market.');
    expect(read('classic', 'c1.8', 'recharged', 'usa-recharged')).toBe(
        'Eight cards drawn from the thirteen plug cards (3 to 15).',
    );
    expect(read('classic', 'c1.10', 'original', 'usa')).toBe('');
    expect(read('classic', 'c7.3', 'original', 'usa')).not.toContain('60');
    expect(read('classic', 'c1.5', 'recharged', 'usa-recharged')).toContain('At this table: 9 garbage.');
    expect(read('classic', 'c1.5', 'original', 'usa')).toBe(
        'The fuel market opens with 24 coal, 18 oil, 6 garbage and 2 uranium.',
    );
});

test('parts of a sentence for others are left out', () => {
    expect(read('classic', 'c9.4', 'original', 'usa')).toBe(
        'Ties are broken by more money, then by more cities. Beyond that the win is shared.',
    );
    expect(read('classic', 'c9.4', 'recharged', 'usa-recharged')).toBe(
        'Ties are broken by more money. Beyond that the win is shared.',
    );
    expect(read('deluxe', 'd1.9', 'north-america', 'north-america')).toBe(
        'The opening market is drawn from the dark cards: eight on `north-america`.',
    );
    expect(read('deluxe', 'd1.7', 'europe', 'europe')).toBe(
        'The fuel market opens with 23 coal, 18 gas and, on `europe`, 16 oil and 4 uranium.',
    );
});

test('a table has the row or the column of its number of seats', () => {
    const refill = read('classic', 'c7.6', 'original', 'usa', 5);
    expect(refill).toContain('| 5 | 5 4 3 2 | 7 5 3 3 | 5 6 5 2 |');
    expect(refill).not.toContain('9 6 5 3');
    expect(read('classic', 'c7.6', 'reference', 'usa', 5)).toContain('| 5 | 5 4 3 2 | 7 5 4 3 | 6 7 5 3 |');
    const limits = read('classic', 'c1.11', 'original', 'usa', 2);
    expect(limits).toContain('| 2 |');
    expect(limits).toContain('| end | 21 |');
    expect(limits).not.toContain('18');
    expect(read('deluxe', 'd7.5', 'north-america', 'north-america', 3)).toContain('| 2, 3 | 2 2 3 2 |');
});

test('house rules mix the rule sets: all of them are read then, without the notes', () => {
    const reader = { ...readerFor('classic', 'original', 'usa', 4), readsAll: true };
    const text = wordingFor(clauses('classic').get('c1.5')!, reader);
    expect(text).toContain('`recharged`: 9 garbage');
    expect(text).not.toContain('Text A');
});

test('a clause is read in German where there is German', () => {
    const clause: RuleClause & { german?: string } = { number: 'c3.1', text: 'Bid.', only: [] };
    expect(textIn({ ...clause, german: 'Biete.' }, 'de')).toEqual({ text: 'Biete.', language: 'de' });
    expect(textIn({ ...clause, german: 'Biete.' }, 'en')).toEqual({ text: 'Bid.', language: 'en' });
    expect(textIn(clause, 'de')).toEqual({ text: 'Bid.', language: 'en' });
});

describe('which clauses', () => {
    const clause = (number: string, only: string[] = []) => ({ number, text: number, only });
    const rules: EditionRules = {
        edition: 'classic',
        language: 'en',
        sections: [
            { number: '6', title: 'Building', clauses: [clause('c6.5'), clause('c6.11', ['reference'])] },
            { number: '10', title: 'Two players', clauses: [clause('c10.1'), clause('c10.6')] },
            { number: '11', title: 'Options', clauses: [clause('c11.1'), clause('c11.3')] },
        ],
        phases: [{ phase: 'building', clauses: ['c6.5', 'c6.11'], trust: ['c10.6'], contractor: ['c11.1'] }],
    };
    const sheetOf = (spec: object, trust = false): TableSheet =>
        ({
            trust_plays: trust,
            spec: { edition: 'classic', preset: 'original', board: 'usa', seats: 4, house_rules: [], ...spec },
        }) as unknown as TableSheet;
    const numbers = (spec: object, trust = false): string[] =>
        readingOf(rules, 'building', sheetOf(spec, trust)).map(({ number }) => number);
    const all = (spec: object, trust = false): string[] =>
        sectionsOf(rules, sheetOf(spec, trust)).flatMap(({ clauses: each }) => each.map(({ number }) => number));

    test('a phase reads by preset, Trust and contractor', () => {
        expect(numbers({})).toEqual(['c6.5']);
        expect(numbers({ preset: 'reference' })).toEqual(['c6.5', 'c6.11']);
        expect(numbers({ house_rules: ['capacity'] })).toContain('c6.11');
        expect(numbers({}, true)).toContain('c10.6');
        expect(numbers({ contractor: true })).toContain('c11.1');
        expect(readingOf(rules, 'no-phase', sheetOf({}))).toEqual([]);
    });

    test('the whole document leaves out what is not played', () => {
        expect(all({})).toEqual(['c6.5', 'c11.3']);
        expect(all({ seats: 2 })).toEqual(['c6.5', 'c10.1', 'c11.3']);
        expect(all({ seats: 2, contractor: true }, true)).toEqual(['c6.5', 'c10.1', 'c10.6', 'c11.1', 'c11.3']);
    });
});
