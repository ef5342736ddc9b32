// Type tests of the wire protocol. Nothing here runs: `npm run check` compiles it.
// A line under `@ts-expect-error` that compiles is an error, so looser types do not pass unseen.

import type { Event, Frame, Offer, SeatOrder, Terms, paths } from '../src/protocol/api.js';

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const same = <One, Other>(_equal: Equal<One, Other>): void => undefined;

// Frames narrow on their type, events on their word, offers on their verb.

export function describe(frame: Frame): string {
    switch (frame.type) {
        case 'table':
            return `${frame.table.status} ${frame.table.observation?.stack.top_back ?? '-'}`;
        case 'happened':
            return [...frame.lines, ...frame.events.map(word), frame.table?.offers.length].join();
        case 'refused':
            return `${frame.code} ${frame.clause} ${frame.numbers['minimum'] ?? ''}`;
        case 'done':
            return frame.command_id;
        case 'stale':
            return frame.missing.map(describe).join();
        case 'chat':
            return `${frame.name}: ${frame.text}`;
        case 'presence':
            return frame.seats.join();
        default: {
            const nothing: never = frame;
            return nothing;
        }
    }
}

export function word(event: Event): string {
    if (event.event === 'plant_bought') {
        return `${event.seat} ${event.plant} ${event.price} ${event.stored.length}`;
    }
    if (event.event === 'order_set') {
        same<number[], typeof event.order>(true);
        // @ts-expect-error An order of seats has no price.
        return String(event.price);
    }
    // @ts-expect-error Only some events have a plant.
    return String(event.plant);
}

export function cheapest(offer: Offer): number {
    if (offer.offer === 'run' || offer.offer === 'produce') {
        same<[number, number, number, number] | undefined, (typeof offer.runs)[number] | undefined>(true);
        return offer.best;
    }
    return offer.offer === 'connect' ? Math.min(...offer.costs) : offer.seat;
}

// Orders of the right shape, and of wrong ones.

const base = { command_id: 'c1', expected: 7 };
export const orders: SeatOrder[] = [
    { ...base, type: 'act', line: 'pass' },
    { ...base, type: 'act', do: { do: 'offer', plant: '5', bid: 5 } },
    { ...base, type: 'ready' },
    { ...base, type: 'limit', plant: '13', up_to: 23, beyond: 'ask' },
    // @ts-expect-error There is no such order.
    { ...base, type: 'dance' },
    // @ts-expect-error The command has no name.
    { type: 'stand_up', expected: 7 },
    // @ts-expect-error A bid is a number.
    { ...base, type: 'act', do: { do: 'bid', amount: '12' } },
    // @ts-expect-error An offer names its plant.
    { ...base, type: 'act', do: { do: 'offer', bid: 5 } },
    // @ts-expect-error Orders do not name the acting seat: the ticket does.
    { ...base, type: 'ready', seat: 1 },
    // @ts-expect-error What happens beyond the limit is one of two things.
    { ...base, type: 'limit', plant: '13', up_to: 23, beyond: 'cheat' },
];

// Routes, with their requests and responses.

type OrderRoute = paths['/api/tables/{game_id}/orders']['post'];
same<SeatOrder, OrderRoute['requestBody']['content']['application/json']>(true);
type Stale = OrderRoute['responses'][409]['content']['application/json'];
same<'stale' | 'refused', Stale['type']>(true);
type NewTable = paths['/api/tables']['post']['requestBody']['content']['application/json'];
const spec = { edition: 'classic', preset: 'recharged', board: 'germany', seats: 4 } as const;
export const tables: NewTable[] = [
    { spec },
    { spec, terms: { clock: { type: 'bank', bank: 60_000 } }, listed: true },
    // @ts-expect-error There is no such edition.
    { spec: { ...spec, edition: 'chess' } },
    // @ts-expect-error A clock by turns says how long a turn is.
    { spec, terms: { clock: { type: 'turns' } } },
];
export const quiet: Terms = {};
