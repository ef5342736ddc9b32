// @vitest-environment node
/** Events become beats with their times; a queue keeps its budget by joining, by scaling, or by a digest. */
import { describe, expect, it } from 'vitest';

import type { Event } from '../../src/protocol/api';
import { beatsOf, type Item, itemsOf } from '../../src/playback/beats';
import { joined, planOf, type Terms, timeOf } from '../../src/playback/plan';
import { happenedOf } from '../frames';
import { sample } from '../games';

const told = (event: string, values: object = {}): Event => ({ event, ...values }) as unknown as Event;
/** One entry for each list of events. */
function queue(...entries: Event[][]): Item[] {
    return entries.flatMap((events, version) =>
        events.map((event, place) => ({ event, at: { version: version + 1, place: place + 1 }, isOwn: false })),
    );
}
const turn = (actor: number): Event => told('turn_passed', { actor });
const bid = (seat: number, amount: number): Event[] => [told('bid_made', { seat, amount }), turn(seat + 1)];
const out = (seat: number): Event[] => [told('seat_dropped_out', { seat }), turn(seat + 1)];
const pass = (seat: number): Event[] => [told('auction_passed', { seat }), turn(seat + 1)];
const city = (seat: number): Event[] => [told('city_connected', { seat }), turn(seat)];
const terms: Terms = {
    pace: 'calm',
    room: 12_000,
    isMoreToCome: false,
    isHurried: false,
    joins: 'if-needed',
    speed: 1,
    last: null,
};
const kinds = (items: Item[], over: Partial<Terms> = {}): string[] =>
    planOf(items, { ...terms, ...over }).beats.map((beat) => beat.kind);
const length = (items: Item[], over: Partial<Terms> = {}): number => {
    const { beats, factor, isHurried } = planOf(items, { ...terms, ...over });
    return beats.reduce((sum, beat) => sum + timeOf(beat, factor, isHurried), 0);
};

describe('the times of the table', () => {
    const row = (events: Event[], pace: 'calm' | 'brisk'): number[] =>
        beatsOf(queue(events), pace, null).beats.map((beat) => beat.time);
    it.each([
        ['plant_offered', 900, 450],
        ['bid_made', 700, 300],
        ['seat_dropped_out', 450, 200],
        ['auction_passed', 450, 200],
        ['plant_bought', 1100, 550],
        ['card_joined', 700, 350],
        ['resources_bought', 800, 400],
        ['city_connected', 700, 350],
        ['cities_supplied', 800, 400],
        ['electricity_produced', 800, 400],
        ['market_refilled', 900, 450],
        ['card_went_under', 700, 350],
        ['order_set', 700, 350],
        ['step_began', 1500, 900],
        ['last_round_set', 1500, 900],
        ['turn_finished', 250, 0],
    ])('%s takes %i calm and %i brisk', (name, calm, brisk) => {
        const event = told(name, { seat: 1 });
        expect(row([event], 'calm')).toEqual([calm]);
        expect(row([event], 'brisk')).toEqual([brisk]);
    });

    it('is done without a deed only if nothing was done', () => {
        const done = told('turn_finished', { seat: 2 });
        expect(row([told('resources_bought', { seat: 2 }), turn(2), done], 'calm')).toEqual([800]);
        expect(row([told('resources_bought', { seat: 1 }), turn(2), done], 'calm')).toEqual([800, 250]);
    });

    it('halves the third city of a seat and those after it', () => {
        expect(row([...city(1), ...city(1), ...city(1), ...city(1), ...city(0)], 'calm')).toEqual([
            700, 700, 350, 350, 700,
        ]);
    });

    it('takes one order of several kinds of fuel as one', () => {
        const buy = told('resources_bought', { seat: 1 });
        expect(row([buy, turn(1), buy], 'calm')).toEqual([800]);
        expect(beatsOf(queue([buy, turn(1)], [buy]), 'calm', null).beats).toHaveLength(2);
    });
});

describe('where an event belongs', () => {
    it('shows whose turn it is with what that seat does', () => {
        const items = queue(bid(1, 20), bid(2, 21));
        const { beats, tail } = beatsOf(items, 'calm', null);
        expect(beats[0]).toMatchObject({ from: null, to: { version: 1, place: 1 }, items: 1 });
        expect(beats[1]).toMatchObject({ from: { version: 1, place: 2 }, to: { version: 2, place: 1 }, items: 2 });
        expect(tail).toBe(1);
    });

    it('closes an auction with its sale', () => {
        const { beats } = beatsOf(
            queue([told('plant_bought', { seat: 1 }), told('auction_closed'), turn(-1), told('card_revealed')]),
            'calm',
            null,
        );
        expect(beats).toMatchObject([{ kind: 'sale', to: { version: 1, place: 2 } }]);
    });

    it.each(sample().games.map((game) => [game.name, game] as const))('loses no event of %s', (_, game) => {
        const items = itemsOf(happenedOf(sample(), game), () => false);
        const { beats, tail } = beatsOf(items, 'calm', null);
        expect(beats.reduce((sum, beat) => sum + beat.items, 0) + tail).toBe(items.length);
        expect(joined(beats, 'calm').reduce((sum, beat) => sum + beat.items, 0) + tail).toBe(items.length);
        let at = 0;
        for (const beat of joined(beats, 'calm')) {
            at += beat.items;
            expect(items[at - 1]!.at).toEqual(beat.to);
            expect(beat.steps.at(-1)).toEqual(beat.to);
        }
    });
});

describe('the budget', () => {
    const duel = Array.from({ length: 20 }, (_, at) => bid(at % 2, 20 + at));

    it('leaves a short queue alone', () => {
        expect(kinds(queue(bid(1, 20), bid(2, 21), out(1)))).toEqual(['bid', 'bid', 'out']);
    });

    it('rolls the bids of an auction', () => {
        const items = queue(...duel, out(1), [told('plant_bought', { seat: 0 })]);
        expect(kinds(items)).toEqual(['roll', 'sale']);
        const [roll] = planOf(items, terms).beats;
        expect(roll).toMatchObject({ time: 1800 });
        expect(roll!.steps).toHaveLength(21);
        expect(planOf(queue(...duel.slice(0, 3), ...duel.slice(0, 15)), terms).beats[0]!.time).toBe(1800);
        const few = planOf(queue(bid(1, 2), bid(2, 3)), { ...terms, room: 800 });
        expect(few.beats).toMatchObject([{ kind: 'roll', time: 700 }]);
    });

    it('draws the cities of a seat together, and passes as one', () => {
        const many = Array.from({ length: 8 }, () => city(3));
        expect(kinds(queue(...many, ...many.map(() => city(4))), { room: 5000 })).toEqual(['cities', 'cities']);
        expect(kinds(queue(pass(1), pass(2), pass(3)), { room: 1000 })).toEqual(['passes']);
    });

    it('scales what is still too long, not below 0.4', () => {
        const buys = Array.from({ length: 20 }, (_, seat) => [told('resources_bought', { seat: seat % 5 })]);
        const plan = planOf(queue(...buys), terms);
        expect(plan.factor).toBeCloseTo(0.75);
        expect(plan.isTooLong).toBe(false);
        expect(length(queue(...buys))).toBeGreaterThan(11_900);
        expect(length(queue(...buys))).toBeLessThanOrEqual(12_000);
        expect(planOf(queue(...buys, ...buys), terms)).toMatchObject({ factor: 0.4, isTooLong: true });
    });

    it('digests more than forty events that cannot be joined', () => {
        const many = Array.from({ length: 41 }, (_, at) => (at % 2 ? pass(1) : out(2)));
        const brisk = { pace: 'brisk', room: 60_000 } as const;
        expect(planOf(queue(...many), { ...terms, ...brisk }).isTooLong).toBe(true);
        expect(planOf(queue(...many.slice(1)), { ...terms, ...brisk }).isTooLong).toBe(false);
        expect(planOf(queue(...many), { ...terms, ...brisk, joins: 'never' }).isTooLong).toBe(false);
        expect(planOf(queue(...many.map(() => pass(1))), terms).isTooLong).toBe(false);
    });

    it('is short where the own clock runs', () => {
        expect(length(queue(bid(1, 20)), { isHurried: true })).toBe(175);
        expect(
            length(queue(...duel, ...Array.from({ length: 12 }, () => city(2))), { isHurried: true }),
        ).toBeLessThanOrEqual(1500);
    });

    it('keeps different seats apart', () => {
        const items = queue(
            ...Array.from({ length: 30 }, (_, at) => (at % 2 ? pass(1) : [told('resources_bought', { seat: 2 })])),
        );
        const { beats, factor } = planOf(items, { ...terms, room: 9000 });
        for (const beat of beats) expect(timeOf(beat, factor)).toBeGreaterThanOrEqual(200);
    });

    it('leaves room for those who still act', () => {
        const buys = Array.from({ length: 12 }, (_, seat) => [told('resources_bought', { seat: seat % 5 })]);
        expect(planOf(queue(...buys), { ...terms, isMoreToCome: true }).factor).toBeCloseTo(0.75);
        expect(planOf(queue(...buys), terms).factor).toBe(1);
    });

    it('divides by the speed of a replay, which joins above 1', () => {
        const items = queue(bid(1, 20), bid(2, 21));
        const replay = { room: null, joins: 'never', speed: 0.5 } as const;
        expect(planOf(items, { ...terms, ...replay })).toMatchObject({ factor: 2 });
        expect(kinds(items, replay)).toEqual(['bid', 'bid']);
        expect(kinds(items, { ...replay, joins: 'always', speed: 2 })).toEqual(['roll']);
    });
});
