/// <reference types="node" />
/** Every clause of the documents can be drawn: no mark of Markdown is left over. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { type Block, type Part, blocksOf, partsOf } from '../../src/rules/clauseText';

const FOLDER = join(import.meta.dirname, '../../../docs/rules');
const CLAUSE = /^- \*\*([a-z]\d+\.\d+)\*\* /;

/** The clauses of a document as the server sends them. */
function clauses(edition: string): [string, string][] {
    const found: [string, string[]][] = [];
    let isIn = false;
    for (const line of readFileSync(join(FOLDER, `${edition}.md`), 'utf-8').split('\n')) {
        const [, number = ''] = CLAUSE.exec(line) ?? [];
        if (number) found.push([number, [line.replace(CLAUSE, '')]]);
        else if (isIn && (line === '' || line.startsWith(' '))) found.at(-1)![1].push(line.replace(/^ {2}/, ''));
        isIn = number !== '' || (isIn && (line === '' || line.startsWith(' ')));
    }
    return found.map(([number, lines]) => [number, lines.join('\n').trimEnd()]);
}

const partsIn = (block: Block): readonly Part[] =>
    block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : block.parts;

describe.each(['classic', 'deluxe', 'card'].flatMap((edition) => [edition, `de/${edition}`]))('%s', (edition) => {
    const all = clauses(edition);

    test('every clause begins with a paragraph and leaves no mark', () => {
        expect(all.length).toBeGreaterThan(70);
        for (const [number, text] of all) {
            const blocks = blocksOf(text);
            expect([number, blocks[0]?.kind]).toEqual([number, 'paragraph']);
            const said = blocks
                .flatMap(partsIn)
                .filter(({ kind }) => kind === 'text')
                .map((part) => part.text)
                .join('');
            expect([number, /[`|]|\*\*|^- /.test(said)]).toEqual([number, false]);
        }
    });

    test('every row of a table has as many cells as its head', () => {
        const tables = all.flatMap(([, text]) => blocksOf(text)).filter((block) => block.kind === 'table');
        expect(tables.length).toBeGreaterThan(0);
        for (const { head, rows } of tables) expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
    });
});

test('marks become parts, and a clause that is named can be opened', () => {
    expect(partsOf('`recharged`: see c11.7, **now**, *Spill.*')).toEqual([
        { kind: 'code', text: 'recharged' },
        { kind: 'text', text: ': see ' },
        { kind: 'clause', text: 'c11.7' },
        { kind: 'text', text: ', ' },
        { kind: 'strong', text: 'now' },
        { kind: 'text', text: ', ' },
        { kind: 'em', text: 'Spill.' },
    ]);
});

test('remarks and tables stand apart from the rule', () => {
    const kinds = blocksOf(
        'A rule\nof two lines:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n- A remark\n  of two lines.',
    ).map(({ kind }) => kind);
    expect(kinds).toEqual(['paragraph', 'table', 'remark']);
});
