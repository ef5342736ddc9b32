/** Events become flights from the place of a thing to the seat that took it. */
import { expect, test } from 'vitest';

import { flightsOf, flightsOfAll, lightsOf } from '../../src/motion/flights';
import type { Event, TableSheet } from '../../src/protocol/api';

const sheet = {
    kinds: ['coal', 'oil'],
    plants: [
        { name: '13', kinds: [] },
        { name: '4', kinds: [0] },
    ],
    cities: [{ id: 'essen' }],
    fuel_cards: [{ name: 'c2', kind: 1, units: 2 }],
} as unknown as TableSheet;
const told = (event: string, values: object): Event => ({ event, ...values }) as unknown as Event;

test('a plant flies from the market to the block, and from there to its seat', () => {
    expect(flightsOf(told('plant_offered', { seat: 2, plant: 1, bid: 4 }), sheet)).toMatchObject([
        { thing: { is: 'plant', name: '4' }, from: ['.plants [data-plant="4"]'] },
    ]);
    const [flight] = flightsOf(told('plant_bought', { seat: 2, plant: 1, price: 7 }), sheet);
    expect(flight).toMatchObject({
        thing: { is: 'plant', name: '4', fuel: 'coal' },
        seat: 2,
        from: ['.right .now .lot .plant', '.plants [data-plant="4"]'],
        to: ['.seats [data-seat="2"] .own3', '[data-seat="2"]'],
    });
    expect(flightsOf(told('plant_bought', { seat: 2, plant: 0, price: 13 }), sheet)[0]?.thing).toMatchObject({
        fuel: 'eco',
    });
});

test('fuel flies from its ladder, a few tokens for many', () => {
    const flights = flightsOf(told('resources_bought', { seat: 0, resource: 1, amount: 5, cost: 9 }), sheet);
    expect(flights).toHaveLength(3);
    expect(flights[0]).toMatchObject({
        thing: { is: 'fuel', fuel: 'oil' },
        from: ['.ladder .cell.f-oil .ic', '[data-fuel="oil"]'],
    });
    expect(flights.map(({ place }) => place)).toEqual([0, 1, 2]);
    expect(flightsOf(told('fuel_card_bought', { seat: 0, card: 0, cost: 4 }), sheet)[0]).toMatchObject({
        from: ['[data-fuel-card="0"]'],
    });
});

test('a house flies from its seat to the city', () => {
    expect(flightsOf(told('city_connected', { seat: 1, city: 0 }), sheet)).toMatchObject([
        { from: ['.seats [data-seat="1"] .own3', '[data-seat="1"]'], to: ['g[data-city="essen"] .body'] },
    ]);
});

test('plants light up while they run', () => {
    expect(lightsOf(told('cities_supplied', { seat: 1, plants: 0b10 }), sheet)).toEqual([
        '.seats [data-seat="1"] [data-plant="4"]',
    ]);
    expect(lightsOf(told('cities_supplied', { seat: 1, plants: 0 }), sheet)).toEqual([]);
});

test('what explains nothing does not fly', () => {
    expect(flightsOf(told('turn_passed', { actor: 1 }), sheet)).toEqual([]);
    const many = Array.from({ length: 4 }, () => told('resources_bought', { seat: 0, resource: 0, amount: 2 }));
    expect(flightsOfAll(many, sheet)).toEqual([]);
    expect(flightsOfAll(many.slice(1), sheet)).toHaveLength(6);
});
