// @vitest-environment jsdom
/** A response may bring a new ticket, which replaces the old one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { sendOrder } from '../../src/wire/orders';
import { readTable } from '../../src/wire/rest';
import { keepTickets, ticketsOf } from '../../src/wire/tickets';

const GAME = 'dGhl-Z2FtZQ';

function answering(body: unknown, renewed = ''): typeof fetch {
    const headers: Record<string, string> = renewed ? { 'gridwright-ticket': renewed } : {};
    return () => Promise.resolve(new Response(JSON.stringify(body), { status: 200, headers }));
}

beforeEach(() => {
    localStorage.clear();
    keepTickets(GAME, [
        { ticket: 'old', seat: 1 },
        { ticket: 'other', seat: 2 },
    ]);
});
afterEach(() => vi.unstubAllGlobals());

test('a question keeps the new ticket of its own seat alone', async () => {
    vi.stubGlobal('fetch', answering({ type: 'table' }, 'fresh'));
    await readTable(GAME, 'old');
    expect(ticketsOf(GAME)).toEqual([
        { ticket: 'fresh', seat: 1 },
        { ticket: 'other', seat: 2 },
    ]);
});

test('an order keeps it too', async () => {
    const ways = { send: answering({ type: 'done', version: 3 }, 'fresh'), wait: () => Promise.resolve() };
    await sendOrder(`/api/tables/${GAME}/orders`, 'other', { type: 'come_back' }, 2, ways);
    expect(ticketsOf(GAME).map((each) => each.ticket)).toEqual(['old', 'fresh']);
});

test('nothing changes without a new one, nor for a seat that was left', async () => {
    vi.stubGlobal('fetch', answering({ type: 'table' }));
    await readTable(GAME, 'old');
    vi.stubGlobal('fetch', answering({ type: 'table' }, 'fresh'));
    await readTable(GAME, 'left');
    await readTable('another', 'old');
    expect(ticketsOf(GAME).map((each) => each.ticket)).toEqual(['old', 'other']);
    expect(ticketsOf('another')).toEqual([]);
});
