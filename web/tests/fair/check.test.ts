// @vitest-environment node
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { type Checked, type Report, STEPS, checkGame } from '../../src/fair/check.js';
import de from '../../src/words/de/later/fair.json';
import en from '../../src/words/en/later/fair.json';
import { happenedOf } from '../frames.js';
import { type Export, type RecordedGame, largeExport, sample } from '../games.js';
import { nothingKept, receiptFrom } from '../receipts.js';

const from = sample();
const MAX_DURATION_MS = 1000;

function checked(source: Export, game: RecordedGame): Checked {
    const log = happenedOf(source, game);
    const receipt = receiptFrom(game.transcript);
    return { transcript: game.transcript, sheet: source.sheets[game.rules]!, log, receipt };
}

function failed(report: Report): string[] {
    return report.steps.filter((step) => step.outcome === 'failed').map((step) => step.name);
}

/** The text under a seal computed again, as a forger would. */
function resealed(text: string): string {
    const unsealed = text.slice(0, text.lastIndexOf('seal '));
    return `${unsealed}seal ${createHash('sha256').update(unsealed, 'latin1').digest('hex')}\n`;
}

/** Numbers that are the same in every run. */
function dice(seed: number): (bound: number) => number {
    let state = seed;
    return (bound) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * bound);
    };
}

describe('honest games', () => {
    it.each(from.games.map((game) => [game.name, game] as const))('%s was dealt fairly', async (_name, game) => {
        const report = await checkGame(checked(from, game));
        const isKept = /^contribute /m.test(game.transcript);
        const open = report.steps.filter((step) => step.outcome !== 'ok').map((step) => step.name);
        // These games were recorded without the log of a table.
        expect(open).toEqual([...(isKept ? [] : ['promise', 'own']), 'chain', 'kept']);
        expect([report.isFair, report.addsUp]).toEqual([isKept, true]);
        expect(report.milliseconds).toBeLessThan(MAX_DURATION_MS);
    });

    it('add up for a page that was not there, which is never called fair', async () => {
        const game = from.games[0]!;
        const report = await checkGame({ ...checked(from, game), receipt: nothingKept(game.transcript) });
        expect([report.isFair, report.addsUp, failed(report)]).toEqual([false, true, []]);
        const skipped = report.steps.filter((step) => step.outcome === 'skipped');
        expect(skipped.map((step) => step.key)).toEqual([
            'fair.promise.skipped',
            'fair.own.skipped',
            'fair.chain.none',
            'fair.kept.none',
        ]);
    });

    it('are not accused by an unanswered check', async () => {
        const honest = checked(from, from.games[0]!);
        const { ready } = honest.receipt;
        const other = ready.map((each) => ({ ...each, commit: '00', contribution: '00', answered: false }));
        const report = await checkGame({ ...honest, receipt: { ...honest.receipt, ready: other } });
        expect([report.isFair, report.addsUp]).toEqual([false, true]);
    });
});

describe('forged games', () => {
    it('are refused, whichever bit of a thousand is flipped', async () => {
        const roll = dice(1);
        const games = [...from.games].sort((one, other) => one.transcript.length - other.transcript.length).slice(0, 5);
        let nRefused = 0;
        for (let flip = 0; flip < 1000; flip++) {
            const game = games[flip % games.length]!;
            const bytes = Buffer.from(game.transcript, 'latin1');
            bytes[roll(bytes.length)]! ^= 1 << roll(8);
            const report = await checkGame({ ...checked(from, game), transcript: bytes.toString('latin1') });
            if (!report.isFair && failed(report).length > 0) nRefused += 1;
        }
        expect(nRefused).toBe(1000);
    });

    it('are refused without the help of the seal', async () => {
        const roll = dice(2);
        for (const kind of ['commit', 'seed', 'contribute', 'chance', '[0-9]', 'result', '=']) {
            for (let forgery = 0; forgery < 15; forgery++) {
                const game = from.games[forgery % 4]!;
                const lines = game.transcript.split('\n');
                const places = lines.flatMap((line, place) => (new RegExp(`^${kind} `).test(line) ? [place] : []));
                if (places.length === 0) continue;
                const place = places[roll(places.length)]!;
                const line = lines[place]!;
                // The digest of a checkpoint alone is beyond a browser: only its round is changed.
                const at =
                    kind === '=' ? line.lastIndexOf(' ') - 1 : line.length - 1 - roll(Math.min(4, line.length - 2));
                const other = line[at] === '1' ? '2' : '1';
                lines[place] = line.slice(0, at) + other + line.slice(at + 1);
                const report = await checkGame({ ...checked(from, game), transcript: resealed(lines.join('\n')) });
                expect([kind, lines[place], report.isFair]).toEqual([kind, lines[place], false]);
                expect(failed(report)).not.toContain('seal');
            }
        }
    });

    it('are refused even if the log has the same lie', async () => {
        for (const game of from.games.slice(0, 8)) {
            const facts = checked(from, game);
            const log = structuredClone(facts.log) as unknown as {
                lines: string[];
                events: Record<string, unknown>[];
            }[];
            // Two seats change places in the order that was drawn by lot.
            const [first] = log;
            const line = first!.lines.findIndex((each) => each.startsWith('chance order '));
            if (line < 0) continue;
            const order = first!.lines[line]!.slice(13).split('+');
            const swapped = [order[1]!, order[0]!, ...order.slice(2)];
            const forgedLine = `chance order ${swapped.join('+')}`;
            first!.events.find((event) => event['event'] === 'order_set')!['order'] = swapped.map(Number);
            const transcript = resealed(game.transcript.replace(first!.lines[line]!, forgedLine));
            first!.lines[line] = forgedLine;
            const report = await checkGame({ ...facts, transcript, log: log as unknown as Checked['log'] });
            expect(failed(report)).toEqual(['chance']);
            const step = report.steps.find((each) => each.name === 'chance')!;
            expect(step.values['got']).toBe(forgedLine);
        }
    });

    it('are refused with another promise, other rules, another contribution or a part of the log', async () => {
        const game = from.games[0]!;
        const honest = checked(from, game);
        const { receipt } = honest;
        const promised = receipt.ready.map((each) => ({ ...each, commit: '00' }));
        expect(failed(await checkGame({ ...honest, receipt: { ...receipt, ready: promised } }))).toEqual(['promise']);
        const seen = { ...receipt, ready: [], seen: '00' };
        expect(failed(await checkGame({ ...honest, receipt: seen }))).toEqual(['promise']);
        const sheet = structuredClone(honest.sheet);
        sheet.rules.start_money += 1;
        expect(failed(await checkGame({ ...honest, sheet }))).toEqual(['rules']);
        const given = receipt.ready.map((each) => ({ ...each, contribution: '00' }));
        expect(failed(await checkGame({ ...honest, receipt: { ...receipt, ready: given } }))).toEqual(['own']);
        expect(failed(await checkGame({ ...honest, log: honest.log.slice(0, -1) }))).toEqual(['log']);
        expect(failed(await checkGame({ ...honest, log: honest.log.slice(1) }))).toContain('log');
    });

    it('are not called fair while the seed is secret', async () => {
        const game = from.games[0]!;
        const open = game.transcript.slice(0, game.transcript.lastIndexOf('---\n'));
        const report = await checkGame({ ...checked(from, game), transcript: open });
        expect(report.isFair).toBe(false);
        expect(failed(report)).toEqual([]);
    });
});

it('says what was checked in both languages', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    for (const name of STEPS) {
        for (const key of [`fair.${name}.title`, `fair.${name}.ok`]) expect(Object.keys(en)).toContain(key);
        // The report gives the number of seats that added a number, and no failure.
        if (name !== 'contributions') expect(Object.keys(en)).toContain(`fair.${name}.failed`);
    }
});

const large = largeExport();

describe.runIf(large !== null)('the large export', () => {
    it('was dealt fairly in every game', { timeout: 300_000 }, async () => {
        const wrong: string[] = [];
        let slowest = 0;
        for (const game of large!.games) {
            const report = await checkGame(checked(large!, game));
            slowest = Math.max(slowest, report.milliseconds);
            if (!report.addsUp) wrong.push(`${game.name}: ${failed(report).join()}`);
        }
        console.log(`${large!.games.length} games, the slowest took ${Math.round(slowest)} ms`);
        expect(wrong).toEqual([]);
        expect(slowest).toBeLessThan(MAX_DURATION_MS);
    });
});
