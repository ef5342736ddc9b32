import { expect, test } from 'vitest';
import { contractorLook } from '../../src/desk/contractor';
import type { Event, HappenedFrame, Observation, TableSheet } from '../../src/protocol/api';

const sheet = (contractor: boolean): TableSheet =>
    ({
        spec: { edition: 'classic', preset: 'original', board: 'usa', seats: 3, contractor },
        rules: { contractor_first: [5, 10, 15], contractor_later: [0, 5, 5] },
    }) as unknown as TableSheet;
const seen = (card: number): Observation => ({ contractor: card }) as Observation;
const happened = (...events: Event['event'][]): HappenedFrame[] => [
    { events: events.map((event) => ({ event }) as Event) } as HappenedFrame,
];

test('the card on top, what it pays, and what the next one will', () => {
    expect(contractorLook(sheet(true), seen(1), [])).toEqual({
        number: 2,
        count: 3,
        first: 10,
        later: 5,
        next: { first: 15, later: 5 },
        isFirstGone: false,
    });
    expect(contractorLook(sheet(true), seen(2), [])?.next).toBeNull();
});

test('the first plant of a phase is the first until the next phase begins', () => {
    const look = (...events: Event['event'][]) =>
        contractorLook(sheet(true), seen(0), happened(...events))?.isFirstGone;
    expect(look('auctions_began', 'plant_scrapped')).toBe(true);
    expect(look('auctions_began', 'plant_scrapped', 'auctions_began')).toBe(false);
});

test('a table without the contractor has none', () => {
    expect(contractorLook(sheet(false), seen(0), [])).toBeNull();
});
