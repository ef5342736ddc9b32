// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { digests } from '../../src/fair/chain.js';
import { FORMAT, type Receipt } from '../../src/fair/receipt.js';
import { checkKept, checkOwn, checkPromise } from '../../src/fair/receiptCheck.js';
import { TranscriptError, parseTranscript } from '../../src/fair/transcript.js';

// The engine's tests write and check the same text.
const TEXT = readFileSync(join(import.meta.dirname, '../../../tests/fair/chained.txt'), 'ascii');
const game = parseTranscript(TEXT);
const log = game.closing!.log;
const heads = await digests(game.gameId, log);
const [[, contribution]] = game.contributions as [[number, string]];

function receipt(more: Partial<Receipt> = {}): Receipt {
    const ready = [{ seat: 0, commit: game.commit, contribution, answered: true }];
    const kept = [1, 40].map((version) => ({ version, chain: heads[version]! }));
    return { format: FORMAT, game: game.gameId, seen: game.commit, ready, heads: kept, ...more };
}

it('computes the chain that the server computed', () => {
    expect(heads.at(-1)).toBe(game.closing!.chain);
    expect(log.filter(({ kind }) => kind === 'undone')).toHaveLength(1);
});

it('agrees with every record kept of an honest game', async () => {
    const found = [checkPromise(receipt(), game), checkOwn(receipt(), game), await checkKept(receipt(), game)];
    expect(found.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
});

describe('one kept moment', () => {
    it('finds a rewritten entry at or before it, and none after it', async () => {
        const heads = receipt().heads.slice(1);
        const at = TEXT.split('\n').findIndex((line) => line.startsWith('entry '));
        for (const [entry, outcome] of [
            [3, 'failed'],
            [60, 'ok'],
        ] as const) {
            const lines = TEXT.split('\n');
            const places = lines.flatMap((line, place) => (place >= at && line.startsWith('entry ') ? [place] : []));
            lines[places[entry]!] = lines[places[entry]!]!.replace(/ \d+ /, ' 77 ');
            const forged = parseTranscript(lines.join('\n'));
            expect((await checkKept(receipt({ heads }), forged)).outcome).toBe(outcome);
        }
    });

    it('misses a log that was left out', async () => {
        const bare = { ...game, closing: { ...game.closing!, log: [] } };
        expect((await checkKept(receipt(), bare)).key).toBe('fair.kept.gone');
        expect((await checkKept(receipt({ heads: [] }), bare)).key).toBe('fair.kept.none');
        expect((await checkKept(receipt({ heads: [] }), game)).key).toBe('fair.kept.skipped');
    });
});

it('accuses no player if the seat was left after it got ready', () => {
    const own = 'ff'.repeat(16);
    const entry = { head: '', lines: [], at: 0 };
    const before = [
        { ...entry, kind: 'got_ready', seat: 0, fact: own },
        { ...entry, kind: 'stood_up', seat: 0, fact: '' },
    ];
    const ready = [{ seat: 0, commit: '00', contribution: own, answered: true }];
    const again = { ...game, closing: { ...game.closing!, log: [...before, ...log] } };
    expect([checkPromise(receipt({ ready }), again).outcome, checkOwn(receipt({ ready }), again).outcome]).toEqual([
        'skipped',
        'skipped',
    ]);
    expect(checkOwn(receipt({ ready }), game).outcome).toBe('failed');
});

it('refuses a log that cannot be read', () => {
    for (const [old, other] of [
        ['\nentry acted', '\nentry  acted'],
        [' - 0\nentry', ' - 1\nentry'],
        ['\nundone 0', '\nentry 0'],
        ['\nchain ', '\nchained '],
        ['entry undone', 'entry undid'],
        ['gridwright transcript 2', 'gridwright transcript 1'],
    ] as const) {
        expect(TEXT).toContain(old);
        expect(() => parseTranscript(TEXT.replace(old, other))).toThrow(TranscriptError);
    }
});
