// @vitest-environment jsdom
/** Functions behind the components: the ladder, masks, clocks, tickets, built cities. */
import { beforeEach, describe, expect, test } from 'vitest';

import { columnsOf, firstToken, rowOf } from '../src/design/ladder';
import { clockText } from '../src/design/seatView';
import type { Event, HappenedFrame } from '../src/protocol/api';
import { has as hasBit, members, withMember as withBit, withoutMember as withoutBit } from '../src/game/masks';
import { builtThisTurn } from '../src/board/builtCities';
import { dropTicket, keepTicket, ownTables, ticketOf } from '../src/wire/tickets';

describe('the ladder', () => {
    const coal = { prices: [1, 1, 2, 2, 3, 3], store_price: 0, n_closed: 0 };
    const uranium = { prices: [1, 2, 4], store_price: 0, n_closed: 0 };

    test('has one column for each price of any kind', () => {
        expect(columnsOf([coal, uranium])).toEqual([
            { price: 1, width: 2 },
            { price: 2, width: 2 },
            { price: 3, width: 2 },
            { price: 4, width: 1 },
        ]);
        expect(rowOf(uranium, [1, 2, 3, 4]).map((cell) => cell.spaces)).toEqual([[0], [1], [], [2]]);
    });

    test('tokens fill the dearest spaces', () => {
        expect(firstToken(coal, 3)).toBe(3);
        expect(coal.prices[firstToken(coal, 3)]).toBe(2);
    });
});

test('masks have more than 32 bits', () => {
    const mask = withBit(withBit(0, 41), 3);
    expect(members(mask)).toEqual([3, 41]);
    expect(hasBit(mask, 41)).toBe(true);
    expect(hasBit(mask, 9)).toBe(false);
    expect(withoutBit(mask, 41)).toBe(8);
    expect(withBit(mask, 3)).toBe(mask);
});

test('clocks are short', () => {
    expect([null, 520_000, 3_725_000, 200_000_000, -5].map((left) => clockText(left))).toEqual([
        '',
        '8:40',
        '1:02:05',
        '2 d',
        '0:00',
    ]);
});

describe('tickets', () => {
    beforeEach(() => localStorage.clear());

    test('are kept by table', () => {
        keepTicket('one', 'a', 2);
        expect(ticketOf('one')).toMatchObject({ ticket: 'a', seat: 2 });
        expect(ticketOf('two')).toBeNull();
        expect(ownTables()).toEqual(['one']);
        dropTicket('one');
        expect(ticketOf('one')).toBeNull();
    });

    test('what is no ticket is none', () => {
        localStorage.setItem('gridwright.ticket.x', '{"seat":"1"}');
        localStorage.setItem('gridwright.ticket.y', 'nonsense');
        expect([ticketOf('x'), ticketOf('y')]).toEqual([null, null]);
    });
});

test('what was built in this turn can be taken back', () => {
    const built = (city: number, seat = 0): Event => ({
        event: 'city_connected',
        city,
        seat,
        house: 10,
        connection: 2,
        path: [],
        space: 0,
    });
    const back: Event = {
        event: 'taken_back',
        seat: 0,
        gone: 0,
        is_dry: 0,
        market: [],
        money: 0,
        spaces: [],
        stored: [],
        supply: [],
        tokens: [],
    };
    const entry = (version: number, ...events: Event[]): HappenedFrame => ({
        type: 'happened',
        version,
        kind: 'acted',
        at: 0,
        seat: 0,
        lines: [],
        events,
        table: null,
        undone: null,
        by_limit: false,
    });
    const log = [
        entry(1, built(1)),
        entry(2, { event: 'turn_finished', seat: 0 }),
        entry(3, built(2)),
        entry(4, built(3, 1), built(4)),
    ];
    expect(builtThisTurn(log, 0).map((each) => each.city)).toEqual([2, 4]);
    expect(builtThisTurn([...log, entry(5, back)], 0).map((each) => each.city)).toEqual([2]);
});
