// @vitest-environment jsdom
import { flushSync, mount, unmount, createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import SharedTable from '../../src/hotseat/SharedTable.svelte';
import { openingFor, type RulesSheet } from '../../src/game/sheet';
import type { TableView } from '../../src/protocol/api';
import { LiveTable } from '../../src/wire/live.svelte';
import { keepTickets } from '../../src/wire/tickets';
import { startWords } from '../../src/words';
import { withWords } from '../../src/words/late';
import { viewOf } from '../frames';
import { sample } from '../games';

const from = sample();
const game = from.games.find((each) => each.name === 'card-standard-none-3-contractor-and-hidden-money')!;
const rules = from.sheets[game.rules] as RulesSheet;
/** Secrets of each seat: its money, recognisable in any text. */
const SECRETS = [7101, 7202, 7303];
const SEAT_OF: Record<string, number> = { 'ticket-a': 0, 'ticket-b': 1 };

class Wire {
    static all: Wire[] = [];
    static actor = 0;
    greeting: { ticket: string } | null = null;
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: () => void;
    isClosed = false;

    constructor(readonly address: string) {
        Wire.all.push(this);
        queueMicrotask(() => this.onopen?.());
    }

    send(text: string): void {
        this.greeting = JSON.parse(text) as { ticket: string };
        queueMicrotask(() => this.tell());
    }

    tell(version = 1): void {
        const viewer = SEAT_OF[this.greeting?.ticket ?? ''] ?? -3;
        const table = { ...tableFor(viewer), version };
        this.onmessage?.({ data: JSON.stringify({ type: 'table', version, table }) });
    }

    close(): void {
        this.isClosed = true;
    }

    static get now(): Wire {
        return Wire.all.at(-1)!;
    }
}

function tableFor(viewer: number): TableView {
    const observation = openingFor(rules, viewer);
    observation.money = SECRETS.map((money, seat) => (seat === viewer ? money : -1));
    observation.actor = Wire.actor;
    observation.phase = rules.phases.indexOf('auction');
    return { ...viewOf(from, game), status: 'running', viewer, observation };
}

const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    await new Promise((done) => setTimeout(done));
    flushSync();
};
let live: LiveTable;
let part: Record<string, unknown>;

async function open(hiddenMoney: boolean): Promise<void> {
    const sheet = {
        ...rules,
        spec: { ...rules.spec, hidden_money: hiddenMoney },
        cities: [],
        plants: [],
        fuel_cards: [],
        kinds: [],
        regions: [],
    };
    vi.stubGlobal('fetch', (path: string) =>
        Promise.resolve(
            new Response(
                JSON.stringify(
                    path.endsWith('/sheet')
                        ? sheet
                        : path.includes('/chat?')
                          ? { messages: [], last: 0 }
                          : { type: 'stale', version: 1, missing: [] },
                ),
            ),
        ),
    );
    live = new LiveTable('g');
    await settle();
    const children = createRawSnippet(() => ({ render: () => '<p class="desk">table</p>' }));
    part = mount(SharedTable, { target: document.body, props: { live, children } });
    await settle();
}
const hasSecret = (): boolean => {
    const known = JSON.stringify(live.store?.view ?? null) + document.documentElement.outerHTML;
    return SECRETS.some((secret) => known.includes(String(secret)));
};
const handOver = (): HTMLElement | null => document.querySelector('[data-screen="hand-over"]');

beforeEach(async () => {
    await startWords();
    await withWords(Promise.resolve(), 'hotseat');
    vi.stubGlobal('WebSocket', Wire);
    Wire.all = [];
    Wire.actor = 0;
    keepTickets('g', [
        { ticket: 'ticket-a', seat: 0 },
        { ticket: 'ticket-b', seat: 1 },
    ]);
});
afterEach(async () => {
    live.stop();
    await unmount(part);
    localStorage.clear();
    vi.unstubAllGlobals();
});

test('hidden money: first a hand-over, then the person’s own table, then a hand-over again', async () => {
    await open(true);
    expect(handOver()?.dataset['seat']).toBe('0');
    expect(Wire.now.greeting?.ticket).toBe('');
    expect(hasSecret()).toBe(false);
    handOver()!.querySelector<HTMLButtonElement>('[data-do="raise"]')!.click();
    await settle();
    expect(handOver()).toBeNull();
    expect(live.store?.view?.observation?.money).toEqual([7101, -1, -1]);

    const before = Wire.now;
    Wire.actor = 1;
    before.tell();
    flushSync();
    expect(document.querySelector('.desk')).not.toBeNull();
    expect(hasSecret()).toBe(false);
    await settle();
    expect(handOver()?.dataset['seat']).toBe('1');
    expect(before.isClosed).toBe(true);
    expect(hasSecret()).toBe(false);
    // Pending frames for the previous player are dropped.
    before.tell();
    flushSync();
    expect(hasSecret()).toBe(false);
});

test('hidden money: a pending order keeps the seat that gave it, and there is no hand-over until it is done', async () => {
    await open(true);
    handOver()!.querySelector<HTMLButtonElement>('[data-do="raise"]')!.click();
    await settle();
    live.pending = { draft: { type: 'resign' } as never, at: 0, tries: 0 };
    Wire.actor = 1;
    Wire.now.tell();
    await settle();
    expect([live.seat, handOver()]).toEqual([0, null]);
    live.pending = null;
    await settle();
    expect(live.seat).toBe(-1);
    expect(handOver()?.dataset['seat']).toBe('1');
});

test('open money: the table follows the turn without a hand-over and is never empty', async () => {
    await open(false);
    expect(live.seat).toBe(0);
    Wire.actor = 1;
    Wire.now.tell();
    flushSync();
    expect(live.store?.view).not.toBeNull();
    await settle();
    expect([live.seat, live.store?.viewer, live.store?.version, handOver()]).toEqual([1, 1, 1, null]);
    Wire.now.tell(2);
    expect(live.store?.version).toBe(2);
});

test('the end: the public table, no hand-over', async () => {
    await open(true);
    Wire.actor = -2;
    Wire.now.tell();
    await settle();
    expect([live.seat, handOver()]).toEqual([-1, null]);
    expect(document.querySelector('.desk')).not.toBeNull();
});
