// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';

import { deviceViewOf } from '../../src/hotseat/deviceView';
import { dropTicket, keepTicket, keepTickets, ownTables, ticketOf, ticketsOf } from '../../src/wire/tickets';

const BOB = 2;
const at = { held: [0, BOB], looking: 0, actor: 0, isOver: false, hasSecrets: true };

describe('viewer of a shared device', () => {
    test('it stays where it is while the same person, a bot or chance acts', () => {
        for (const actor of [0, 1, -1]) expect(deviceViewOf({ ...at, actor })).toEqual({ look: 0, waitsFor: -1 });
    });

    test('with secrets a curtain falls, and a stranger looks until the next person is there', () => {
        expect(deviceViewOf({ ...at, actor: BOB })).toEqual({ look: -1, waitsFor: BOB });
        expect(deviceViewOf({ ...at, looking: -1, actor: BOB })).toEqual({ look: -1, waitsFor: BOB });
        expect(deviceViewOf({ ...at, looking: BOB, actor: BOB })).toEqual({ look: BOB, waitsFor: -1 });
    });

    test('without secrets the table follows the turn immediately', () => {
        expect(deviceViewOf({ ...at, hasSecrets: false, actor: BOB })).toEqual({ look: BOB, waitsFor: -1 });
    });

    test('the end is shown to all, without a curtain', () => {
        for (const hasSecrets of [true, false]) {
            expect(deviceViewOf({ ...at, hasSecrets, actor: -2, isOver: true })).toEqual({ look: -1, waitsFor: -1 });
        }
    });
});

describe('several tickets for one table', () => {
    afterEach(() => {
        localStorage.clear();
        vi.useRealTimers();
    });

    test('all are kept, in the order of seats, and the first one is the table’s', () => {
        keepTickets('g', [
            { ticket: 'b', seat: 2 },
            { ticket: 'a', seat: 0 },
        ]);
        expect(ticketsOf('g')).toEqual([
            { ticket: 'a', seat: 0 },
            { ticket: 'b', seat: 2 },
        ]);
        expect(ticketOf('g')).toMatchObject({ ticket: 'b', seat: 2 });
        expect(ownTables()).toEqual(['g']);
    });

    test('one seat can be dropped; the last one takes the table along', () => {
        keepTickets('g', [
            { ticket: 'a', seat: 0 },
            { ticket: 'b', seat: 2 },
        ]);
        dropTicket('g', 0);
        expect(ticketsOf('g')).toEqual([{ ticket: 'b', seat: 2 }]);
        dropTicket('g', 2);
        expect(ownTables()).toEqual([]);
    });

    test('a ticket from before is still understood, and nonsense is not', () => {
        localStorage.setItem('gridwright.ticket.old', JSON.stringify({ ticket: 'a', seat: 1, at: 5 }));
        expect(ticketsOf('old')).toEqual([{ ticket: 'a', seat: 1 }]);
        localStorage.setItem(
            'gridwright.ticket.bad',
            JSON.stringify({ ticket: 'a', seat: 1, at: 5, more: [{ seat: 2 }, 'x'] }),
        );
        expect(ticketsOf('bad')).toEqual([{ ticket: 'a', seat: 1 }]);
        keepTicket('new', 'c', 3);
        expect(ticketsOf('new')).toEqual([{ ticket: 'c', seat: 3 }]);
        dropTicket('new');
        expect(ticketOf('new')).toBeNull();
    });
});
