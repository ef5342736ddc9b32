/** Events with sounds and pulses, and the seats that receive them. */
import { describe, expect, test } from 'vitest';

import type { Event } from '../../src/protocol/api';
import { clockSign } from '../../src/sound/deadline';
import { pulseOf, signsOf } from '../../src/sound/signs';
import { happenedOf } from '../frames';
import { sample } from '../games';

const bid = (seat: number, amount: number): Event => ({ event: 'bid_made', seat, amount, contenders: 3 });
const city = (seat: number, connection: number): Event => ({
    event: 'city_connected',
    seat,
    city: 4,
    house: 10,
    connection,
    path: [3, 4],
    space: 0,
});
const sale = (seat: number): Event => ({ event: 'plant_bought', seat, plant: 3, price: 9 }) as unknown as Event;
const fuel = (seat: number, resource: number): Event =>
    ({ event: 'resources_bought', seat, resource, amount: 2, cost: 5 }) as unknown as Event;
const supplied = (seat: number, income: number): Event =>
    ({ event: 'cities_supplied', seat, income, n_cities: 2, plants: 1 }) as unknown as Event;
const step: Event = { event: 'step_began', step: 2 } as unknown as Event;
const done: Event = { event: 'turn_finished', seat: 0 } as unknown as Event;

describe('sounds', () => {
    test('a bid sounds as high as it is, a city as long as its link', () => {
        expect(signsOf([bid(1, 17)])).toEqual([{ sound: 'bid', bid: 17 }]);
        expect(signsOf([city(1, 6)])).toEqual([{ sound: 'city', way: 6 }]);
    });

    test('an order of fuel sounds once, several cities each', () => {
        expect(signsOf([fuel(1, 0), fuel(1, 1)]).length).toBe(1);
        expect(signsOf([city(1, 6), city(1, 3)]).map(({ way }) => way)).toEqual([6, 3]);
    });

    test('who earns nothing hears no coins; who is done is not heard', () => {
        expect(signsOf([supplied(0, 0), done])).toEqual([]);
        expect(signsOf([supplied(0, 22)])).toEqual([{ sound: 'income' }]);
    });

    test('a whole game has every sound of its events', () => {
        const from = sample();
        const game = from.games.find(({ name }) => name.startsWith('original-usa'))!;
        const events = happenedOf(from, game).flatMap((frame) => frame.events);
        const heard = new Set(events.flatMap((event) => signsOf([event])).map(({ sound }) => sound));
        expect([...heard].sort()).toEqual(['bid', 'card', 'city', 'fuel', 'income', 'sale', 'step', 'undone']);
    });
});

describe('touches', () => {
    test('a sale, a city and an income are felt by whose they are', () => {
        for (const event of [sale(2), city(2, 6), supplied(2, 22)]) {
            expect([pulseOf([event], 2), pulseOf([event], 1), pulseOf([event], -3)]).toEqual(['short', null, null]);
        }
    });

    test('a bid, fuel and a card are not felt; a step is, by all, and for long', () => {
        expect(pulseOf([bid(2, 9), fuel(2, 0), { event: 'card_joined', card: 3 } as unknown as Event], 2)).toBeNull();
        expect(pulseOf([step], -3)).toBe('long');
        expect(pulseOf([city(2, 6), step], 2)).toBe('long');
    });
});

test('a clock ticks through its last ten seconds, and is felt at thirty and ten', () => {
    const seconds = Array.from({ length: 40 }, (_, place) => 40 - place);
    const signs = seconds.map((now) => ({ now, ...clockSign(now + 1, now) }));
    expect(signs.filter(({ ticks }) => ticks).map(({ now }) => now)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(signs.filter(({ pulses }) => pulses).map(({ now }) => now)).toEqual([30, 10]);
    expect(clockSign(7, 7)).toEqual({ ticks: false, pulses: false });
    // More time, and a clock that has run out, make no sound.
    expect([clockSign(3, 9), clockSign(1, 0)].some(({ ticks, pulses }) => ticks || pulses)).toBe(false);
});
