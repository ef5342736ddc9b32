/** The scale of the ruler: every bid has a place, and every place its bid. */
import { describe, expect, test } from 'vitest';

import { auctionBids } from '../../src/table/auctionBids';
import { bidScale } from '../../src/table/bidScale';
import type { Event, HappenedFrame } from '../../src/protocol/api';

describe('the scale', () => {
    for (const [low, high] of [
        [25, 78],
        [3, 50],
        [4, 33],
        [4, 34],
        [40, 42],
        [10, 999],
        [1, 2],
    ] as const)
        test(`from ${low} to ${high}`, () => {
            const scale = bidScale(low, high);
            expect([scale.at(low), scale.at(high)]).toEqual([0, 1]);
            for (let bid = low; bid < high; bid += 1) {
                expect(scale.at(bid + 1)).toBeGreaterThan(scale.at(bid));
                expect(scale.bidAt(scale.at(bid))).toBe(bid);
            }
            expect(new Set(scale.ticks).size).toBe(scale.ticks.length);
            expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([low, high]);
            const places = scale.ticks.map((tick) => scale.at(tick));
            for (const [each, place] of places.slice(1).entries())
                if (places.length > 2) expect(place - places[each]!).toBeGreaterThan(0.08);
        });

    test('a single value is at the beginning', () => {
        const scale = bidScale(41, 41);
        expect([scale.at(41), scale.bidAt(0), scale.bidAt(1), scale.break]).toEqual([0, 41, 41, null]);
        expect(scale.ticks).toEqual([41]);
    });

    test('less money than the bid is no scale backwards', () => {
        expect(bidScale(30, 12).bidAt(0.5)).toBe(30);
    });

    test('up to thirty values stand evenly, beyond that the last quarter holds the rest', () => {
        expect(bidScale(10, 39).break).toBeNull();
        expect(bidScale(10, 39).at(24.5)).toBeCloseTo(0.5);
        const scale = bidScale(10, 90);
        expect(scale.break).toBe(0.75);
        expect(scale.at(20)).toBeCloseTo(0.375);
        expect(scale.at(60)).toBeCloseTo(0.75 + 0.25 * 0.5);
    });

    test('what lies outside is the nearest end', () => {
        const scale = bidScale(10, 30);
        expect([scale.bidAt(-2), scale.bidAt(7), scale.at(5), scale.at(99)]).toEqual([10, 30, 0, 1]);
    });
});

describe('the bids of an auction', () => {
    const entry = (version: number, byLimit: boolean, ...events: Event[]): HappenedFrame => ({
        type: 'happened',
        version,
        kind: 'acted',
        at: 0,
        seat: 0,
        lines: [],
        events,
        table: null,
        undone: null,
        by_limit: byLimit,
    });
    const log = [
        entry(1, false, { event: 'plant_offered', seat: 2, plant: 7, bid: 12, contenders: 7 }),
        entry(2, false, { event: 'auction_closed' }),
        entry(3, false, { event: 'plant_offered', seat: 1, plant: 9, bid: 25, contenders: 7 }),
        entry(4, true, { event: 'bid_made', seat: 0, amount: 26, contenders: 7 }),
        entry(5, false, { event: 'seat_dropped_out', seat: 2 }),
    ];

    test('from the offer on', () => {
        const { opener, bids, dropped } = auctionBids(log, 9);
        expect(opener).toBe(1);
        expect(bids.map(({ seat, amount, isByLimit }) => [seat, amount, isByLimit])).toEqual([
            [1, 25, false],
            [0, 26, true],
        ]);
        expect([...dropped]).toEqual([2]);
    });

    test('none while no plant is up, and what the log lacks is not made up', () => {
        expect(auctionBids(log, -1).bids).toEqual([]);
        expect(auctionBids(log.slice(3), 9)).toMatchObject({ opener: -1, bids: [{ amount: 26 }] });
    });
});
