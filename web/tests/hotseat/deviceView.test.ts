// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';

import { deviceViewOf, NO_ONE } from '../../src/hotseat/deviceView';
import { dropTicket, keepTicket, keepTickets, ownTables, ticketOf, ticketsOf } from '../../src/wire/tickets';

const BOB = 2;
const at = { held: [0, BOB], looking: 0, owner: 0, actor: 0, phase: 'auction', isOver: false, hasSecrets: true };
const stranger = { look: -1, hidesMoney: true };

describe('viewer of a shared device', () => {
    test('it stays where it is while the same person, a bot or chance acts', () => {
        for (const actor of [0, 1, -1])
            expect(deviceViewOf({ ...at, actor })).toEqual({ look: 0, waitsFor: -1, hidesMoney: false });
    });

    test('with secrets the public table is shown until the next person has the device', () => {
        expect(deviceViewOf({ ...at, actor: BOB })).toEqual({ ...stranger, waitsFor: BOB });
        expect(deviceViewOf({ ...at, looking: -1, owner: NO_ONE, actor: BOB })).toEqual({ ...stranger, waitsFor: BOB });
        const raised = { ...at, looking: BOB, owner: BOB, actor: BOB };
        expect(deviceViewOf(raised)).toEqual({ look: BOB, waitsFor: -1, hidesMoney: false });
    });

    test('a decision without hidden knowledge needs no hand-over and shows no money', () => {
        for (const phase of ['bureaucracy', 'regions'])
            expect(deviceViewOf({ ...at, phase, actor: BOB })).toEqual({ look: BOB, waitsFor: -1, hidesMoney: true });
        const after = { ...at, looking: BOB, owner: NO_ONE, phase: 'auction', actor: BOB };
        expect(deviceViewOf(after)).toEqual({ ...stranger, waitsFor: BOB });
    });

    test('without secrets the table follows the turn immediately', () => {
        const view = deviceViewOf({ ...at, hasSecrets: false, actor: BOB });
        expect(view).toEqual({ look: BOB, waitsFor: -1, hidesMoney: false });
    });

    test('the end is shown to all', () => {
        for (const hasSecrets of [true, false]) {
            const view = deviceViewOf({ ...at, hasSecrets, actor: -2, isOver: true });
            expect(view).toEqual({ look: -1, waitsFor: -1, hidesMoney: false });
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
