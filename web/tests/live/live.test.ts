// @vitest-environment node
// Against a running server, which GRIDWRIGHT_SERVER names: npm run test:live starts one.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { checkGame } from '../../src/fair/check.js';
import { FORMAT, type Receipt } from '../../src/fair/receipt.js';
import type { RulesSheet } from '../../src/game/sheet.js';
import { TableStore } from '../../src/game/store.svelte.js';
import type { Frame, HappenedFrame, TableSpec } from '../../src/protocol/api.js';

const server = process.env['GRIDWRIGHT_SERVER'];
const root = join(import.meta.dirname, '../../..');

function sheetOf(spec: TableSpec): RulesSheet {
    const program =
        'import json,sys; from gridwright.content.table import TableSpec, rules_sheet; print(json.dumps(rules_sheet(TableSpec.from_json(json.loads(sys.argv[1])))))';
    const python = process.env['PYTHON'] ?? join(root, '.venv/bin/python');
    const text = execFileSync(python, ['-c', program, JSON.stringify(spec)], {
        env: { PYTHONPATH: join(root, 'src'), ...process.env },
    });
    return JSON.parse(text.toString()) as RulesSheet;
}

async function ask<T>(path: string, ticket = '', body?: unknown): Promise<T> {
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    if (ticket) headers['authorization'] = `Bearer ${ticket}`;
    const answer = await fetch(
        `${server}${path}`,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await (answer.headers.get('content-type')?.startsWith('text/') ? answer.text() : answer.json())) as T;
}

const TABLES: TableSpec[] = [
    { edition: 'card', preset: 'standard', board: 'none', seats: 4, hidden_money: true },
    { edition: 'card', preset: 'standard', board: 'none', seats: 2 },
    { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 3, hidden_money: true },
    { edition: 'deluxe', preset: 'europe', board: 'europe', seats: 2, contractor: true },
];

describe.runIf(server !== undefined)('a live table', () => {
    it.each(TABLES.map((spec) => [`${spec.edition} ${spec.board} ${spec.seats}`, spec] as const))(
        '%s is followed by its events to the end',
        { timeout: 120_000 },
        async (_name, spec) => {
            const { game_id } = await ask<{ game_id: string }>('/api/tables', '', { spec });
            const table = `/api/tables/${game_id}`;
            const { ticket } = await ask<{ ticket: string }>(`${table}/seats/0`, '', { name: 'Ada' });
            for (let seat = 1; seat < spec.seats; seat++)
                await ask(`${table}/seats/${seat}`, '', { name: `Bot ${seat}`, bot: 'l1' });
            const store = new TableStore(sheetOf(spec), 0);
            const first = await ask<Frame>(table, ticket);
            expect(store.apply(first)).toBe('taken');
            const commit = store.view!.commitment;
            const contribution = '00112233445566778899aabbccddeeff';
            const ready = [{ seat: 0, commit, contribution, answered: true }];
            const heads = [{ version: store.version, chain: store.view!.chain }];
            const receipt: Receipt = { format: FORMAT, game: game_id, seen: commit, ready, heads };
            await ask(`${table}/orders`, ticket, {
                type: 'ready',
                command_id: 'r',
                expected: store.version,
                contribution,
            });
            let compared = 0;
            for (let tries = 0; store.view!.status !== 'finished' && tries < 600; tries++) {
                expect(store.apply(await ask<Frame>(`${table}/entries?since=${store.version}`, ticket))).toBe('taken');
                const fresh = (await ask<Extract<Frame, { type: 'table' }>>(table, ticket)).table;
                if (fresh.version === store.version) {
                    expect(store.view).toEqual(fresh);
                    compared += 1;
                }
                const holder = store.view!.seats[0]!;
                if (store.view!.status === 'running' && !holder.bot) {
                    await ask(`${table}/orders`, ticket, {
                        type: 'hand_over',
                        command_id: `h${tries}`,
                        expected: store.version,
                        bot: 'l1',
                    }).catch(() => null);
                }
                await new Promise((done) => setTimeout(done, 100));
            }
            expect(store.view!.status).toBe('finished');
            expect(compared).toBeGreaterThan(0);
            expect(
                store.addPast((await ask<{ missing: HappenedFrame[] }>(`${table}/entries?since=0`, ticket)).missing),
            ).toBe(true);
            expect(store.hasWholeLog).toBe(true);
            expect(store.observationAt(store.version - 3)!.money.every((money) => money >= 0)).toBe(true);
            const transcript = await ask<string>(`${table}/transcript`);
            const report = await checkGame({
                transcript,
                sheet: store.facts.sheet,
                log: store.happened,
                receipt,
            });
            expect(report.steps.filter((step) => step.outcome !== 'ok')).toEqual([]);
            expect(report.isFair).toBe(true);
        },
    );
});
