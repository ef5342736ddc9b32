// @vitest-environment jsdom
/** A watched table over an unreliable connection: pending orders, retries, and no order carried out twice. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Frame, HappenedFrame } from '../../src/protocol/api';
import { LiveTable } from '../../src/wire/live.svelte';
import { savePendingOrder } from '../../src/wire/pendingOrders';
import { keepTicket } from '../../src/wire/tickets';
import { happenedOf, viewOf } from '../frames';
import { sample } from '../games';

const from = sample();
const game = from.games[0]!;
const frames = happenedOf(from, game);
const view = viewOf(from, game);
const sheet = from.sheets[game.rules]!;

class Wire {
    static made: Wire[] = [];
    onopen: () => void = () => {};
    onmessage: (event: { data: string }) => void = () => {};
    onclose: (event: { code: number }) => void = () => {};
    sent: string[] = [];
    constructor() {
        Wire.made.push(this);
    }
    send(text: string): void {
        this.sent.push(text);
    }
    close(): void {}
    say(frame: Frame): void {
        this.onmessage({ data: JSON.stringify(frame) });
    }
}

/** Version of the server, and its handling of orders. */
let version: number;
let orders: Record<string, unknown>[];
let answer: (order: Record<string, unknown>) => Response | Error;
let entriesAsked: number;
/** Number of refusals among answers about the log, and number of entries in another answer. */
let refusals: number;
let mostEntries: number;
let live: LiveTable;

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

function server(path: string, init: RequestInit = {}): Response | Error {
    if (path.endsWith('/sheet')) return json({ ...sheet, kinds: [], plants: [], cities: [] });
    if (path.endsWith('/orders')) {
        const order = JSON.parse(init.body as string) as Record<string, unknown>;
        orders.push(order);
        return answer(order);
    }
    if (path.includes('/entries')) {
        entriesAsked += 1;
        const since = Number(new URL(path, 'http://x').searchParams.get('since'));
        if (entriesAsked <= refusals) return json({ code: 'too_many', message: '' }, 429);
        return json({ type: 'stale', version, missing: frames.slice(since, version).slice(0, mostEntries) });
    }
    return json({ type: 'table', version, table: { ...view, version } });
}

beforeEach(async () => {
    vi.useFakeTimers();
    localStorage.clear();
    sessionStorage.clear();
    Wire.made = [];
    [version, orders, entriesAsked] = [0, [], 0];
    [refusals, mostEntries] = [0, 1_000];
    answer = () => new Error('no answer');
    vi.stubGlobal('WebSocket', Wire);
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
        const told = server(path, init);
        return told instanceof Error ? Promise.reject(told) : Promise.resolve(told);
    });
    keepTicket('t', 'ticket', 0);
    live = new LiveTable('t');
    await vi.advanceTimersByTimeAsync(10);
    open();
});
afterEach(() => {
    live.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
});

function open(): void {
    const wire = Wire.made.at(-1)!;
    wire.onopen();
    wire.say({ type: 'table', version: 0, table: view });
}
const happen = (frame: HappenedFrame | undefined): void => Wire.made.at(-1)!.say(frame!);

test('a frame that got lost is noticed by the next one', async () => {
    version = 3;
    happen(frames[0]);
    happen(frames[2]);
    expect(live.store?.version).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(live.store?.version).toBe(3);
});

test('a frame that got lost with nothing after it is noticed by the silence', async () => {
    version = 2;
    happen(frames[0]);
    const asked = entriesAsked;
    await vi.advanceTimersByTimeAsync(3_900);
    expect([live.store?.version, entriesAsked]).toEqual([1, asked]);
    await vi.advanceTimersByTimeAsync(200);
    expect(live.store?.version).toBe(2);
    expect(live.connection).toBe('open');
});

test('the log is whole in the end, however often it is refused and in however many parts it comes', async () => {
    [version, refusals, mostEntries] = [9, 2, 4];
    Wire.made.at(-1)!.say({ type: 'table', version: 9, table: { ...view, version: 9 } });
    await vi.advanceTimersByTimeAsync(10);
    expect(live.store?.hasWholeLog).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.store?.hasWholeLog).toBe(true);
    expect(live.store?.happened.map((frame) => frame.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a table that is sent again while its log is read still gets the whole log', async () => {
    version = 4;
    Wire.made.at(-1)!.say({ type: 'table', version: 4, table: { ...view, version: 4 } });
    // The first answer is pending and knows four entries.
    Wire.made.at(-1)!.say({ type: 'table', version: 7, table: { ...view, version: 7 } });
    await vi.advanceTimersByTimeAsync(10);
    expect(live.store?.hasWholeLog).toBe(false);
    version = 7;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(live.store?.hasWholeLog).toBe(true);
});

test('listeners hear what happened before the table shows it', () => {
    const heard: [number, number][] = [];
    live.onHappened((news) => heard.push([news[0]!.version, live.store!.version]));
    happen(frames[0]);
    happen(frames[0]);
    expect(heard).toEqual([[1, 0]]);
});

test('an order is pending immediately, changes nothing, and settles with the table', async () => {
    answer = (order) => json({ type: 'done', version: 1, command_id: order['command_id'] });
    const before = live.store?.view;
    const done = live.act({ do: 'pass' });
    expect(live.pending?.draft).toEqual({ type: 'act', do: { do: 'pass' } });
    expect(live.store?.view).toBe(before);
    version = 1;
    await vi.advanceTimersByTimeAsync(10);
    expect(await done).toBe(true);
    expect([live.pending, live.store?.version]).toEqual([null, 1]);
});

test('a refusal withdraws it', async () => {
    answer = () => json({ type: 'refused', code: 'not_now', problem: 'p', clause: 'c1', numbers: {}, version: 0 }, 422);
    expect(await live.act({ do: 'pass' })).toBe(false);
    expect(live.pending).toBeNull();
    expect(live.refusal?.code).toBe('not_now');
});

test('without an answer it stays pending and is sent again under its name, one at a time', async () => {
    const done = live.act({ do: 'pass' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(orders.length).toBeGreaterThan(5);
    expect(live.pending?.tries).toBeGreaterThan(5);
    expect(await live.act({ do: 'pass' })).toBe(false);
    answer = (order) => json({ type: 'done', version: 1, command_id: order['command_id'] });
    version = 1;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await done).toBe(true);
    expect(new Set(orders.map((order) => order['command_id'])).size).toBe(1);
});

test('half an answer, or one of too many, is none', async () => {
    const answers = [new Response('{"type":"do', { status: 502 }), json({ type: 'refused', code: 'too_many' }, 429)];
    answer = (order) => answers.shift() ?? json({ type: 'done', version: 1, command_id: order['command_id'] });
    version = 1;
    const done = live.act({ do: 'pass' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await done).toBe(true);
    expect(orders).toHaveLength(3);
});

test('a page that was reloaded sends what had no answer under its old name', async () => {
    live.stop();
    savePendingOrder('t', 'ticket', { type: 'act', do: { do: 'pass' }, command_id: 'old', expected: 0 });
    answer = () => json({ type: 'done', version: 1, command_id: 'old' });
    version = 1;
    live = new LiveTable('t');
    await vi.advanceTimersByTimeAsync(100);
    expect(orders.map((order) => order['command_id'])).toEqual(['old']);
    expect(sessionStorage.getItem('gridwright.sent.t')).toBeNull();
});

test('a line that says nothing and does not answer is given up', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('gone')));
    await vi.advanceTimersByTimeAsync(13_000);
    expect(live.connection).not.toBe('open');
    expect(Wire.made.length).toBeGreaterThan(1);
});
