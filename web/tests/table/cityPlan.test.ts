/** The page's plan is the one that the server priced, in the shown position. */
import { expect, test, vi } from 'vitest';

import type { MayConnect, Plan, PlannedCity } from '../../src/protocol/api';
import { CityPlan } from '../../src/table/cityPlan.svelte';

const planned = (city: number, connection: number, total: number): PlannedCity => ({
    city,
    house: 10,
    connection,
    path: [0, city],
    total,
    alone: 10 + connection,
    refusal: null,
});
const plan = (cities: PlannedCity[]): Plan => ({
    version: 9,
    seat: 0,
    cities,
    is_exact: true,
    refused: [],
    total: cities.at(-1)?.total ?? 0,
    left: 5,
    fits: cities.length,
    powers: 3,
    income: 44,
    triggers: [],
    others: [
        { city: 5, house: 10, connection: 2, path: [1, 5], refusal: null },
        {
            city: 6,
            house: 10,
            connection: 9,
            path: [1, 6],
            refusal: { code: 'cannot_pay_connection', clause: 'c6.9', numbers: { cost: 19, money: 5 } },
        },
    ],
});
const offer: MayConnect = { offer: 'connect', seat: 0, cities: [1, 2, 5, 6], costs: [15, 17, 20, 19] };

test('a city is added once, shown, and taken out again', () => {
    const chosen = new CityPlan();
    chosen.add(1);
    chosen.add(2);
    chosen.add(1);
    expect(chosen.cities).toEqual([1, 2]);
    expect(chosen.shown).toBe(1);
    chosen.remove(1);
    expect([chosen.cities, chosen.shown]).toEqual([[2], 2]);
    chosen.set([]);
    expect([chosen.cities, chosen.shown]).toEqual([[], -1]);
});

test('prices are those of the requested cities, order and position', async () => {
    const chosen = new CityPlan();
    const ask = vi.fn((cities: readonly number[]) =>
        Promise.resolve(plan(cities.map((city, place) => planned(city, 5, 15 * (place + 1))))),
    );
    chosen.set([1]);
    chosen.fetch('a', ask);
    await vi.waitFor(() => expect(chosen.priced?.total).toBe(15));
    chosen.fetch('a', ask);
    expect(ask).toHaveBeenCalledTimes(1);
    chosen.add(2);
    expect(chosen.priced).toBeNull();
    expect(chosen.latest?.total).toBe(15);
    chosen.fetch('a', ask);
    await vi.waitFor(() => expect(chosen.priced?.total).toBe(30));
    chosen.order = 'chosen';
    expect(chosen.priced).toBeNull();
    chosen.order = 'cheapest';
    expect(chosen.priced?.total).toBe(30);
    chosen.fetch('b', () => new Promise(() => undefined));
    expect(chosen.priced).toBeNull();
});

test('the map shows what cities cost after the plan', async () => {
    const chosen = new CityPlan();
    expect(chosen.offerAfter(offer)).toBe(offer);
    expect(chosen.quotes([])).toBeNull();
    chosen.set([1]);
    chosen.fetch('a', () => Promise.resolve(plan([planned(1, 5, 15)])));
    await vi.waitFor(() => expect(chosen.priced).not.toBeNull());
    expect(chosen.offerAfter(offer)).toEqual({ ...offer, cities: [5], costs: [12] });
    expect(chosen.quotes([{ city: 5, total: 20 }])).toEqual([
        { city: 1, house: 10, way: 5, total: 15, path: [0, 1] },
        // The way to the second begins at the first.
        { city: 5, house: 10, way: 2, total: 12, path: [1, 5], without: { city: 1, total: 20 } },
        {
            city: 6,
            house: 10,
            way: 9,
            total: 19,
            path: [1, 6],
            refusal: 'cannot_pay_connection',
            clause: 'c6.9',
            numbers: { cost: 19, money: 5 },
        },
    ]);
    chosen.set([]);
    expect(chosen.offerAfter(offer)).toBe(offer);
});

test('a cancelled answer is dropped, and a lost one is requested again', async () => {
    vi.useFakeTimers();
    const chosen = new CityPlan();
    chosen.set([1]);
    const callOff = chosen.fetch('a', () => Promise.resolve(plan([planned(1, 5, 15)])));
    callOff();
    await vi.advanceTimersByTimeAsync(5000);
    expect(chosen.priced).toBeNull();
    let tries = 0;
    chosen.fetch('a', () => {
        tries += 1;
        return tries < 2 ? Promise.reject(new Error('lost')) : Promise.resolve(plan([planned(1, 5, 15)]));
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect([tries, chosen.priced?.total]).toEqual([2, 15]);
    vi.useRealTimers();
});
