// @vitest-environment jsdom
/** Prepared items while others act: priced by the server, compared at the turn, sent only where the player chose so. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Do, FuelQuotes, Offer, Plan, TableSheet, TableView } from '../../src/protocol/api';
import { barWords } from '../../src/table/barWords';
import { Keys } from '../../src/table/keys.svelte';
import { changesOf, isStillValid } from '../../src/table/ready.svelte';
import { Scene } from '../../src/table/scene';
import { Turn } from '../../src/table/turn.svelte';
import type { Live } from '../../src/wire/live.svelte';
import { startWords } from '../../src/words';

beforeAll(startWords);
beforeEach(() => sessionStorage.clear());

const PHASES = ['auction', 'resources', 'building', 'bureaucracy'];
const CITIES = ['Fargo', 'Duluth', 'Omaha'];
const FINISH: Offer = { offer: 'finish-building', seat: 0 };
const SITES: Offer[] = [{ offer: 'connect', seat: 0, cities: [0, 1, 2], costs: [15, 22, 30] }, FINISH];
const fuelFor = (...costs: number[]): Offer[] => [{ offer: 'buy', seat: 0, resource: 0, costs }];

/** A plan as a server would price it: the price of each city, and the cities that cannot be built in. */
const planOf = (prices: Readonly<Record<number, number>>, more: Partial<Plan> = {}): Plan => {
    let total = 0;
    const cities = Object.entries(prices).map(([city, price]) => {
        total += price;
        return { city: Number(city), house: 10, connection: price - 10, path: [9], total, alone: price, refusal: null };
    });
    const rest = {
        version: 1,
        seat: 0,
        is_exact: true,
        refused: [],
        others: [],
        powers: null,
        income: null,
        triggers: [],
    };
    return { ...rest, cities, total, left: 90 - total, fits: cities.length, ...more };
};

/** A table at which the position can be changed. */
function bench() {
    const sent: Do[][] = [];
    let now = { phase: 'building', actor: 1, round: 3, money: 90, offers: [] as Offer[], version: 1 };
    const sheet = {
        plants: [],
        kinds: ['coal', 'oil'],
        cities: CITIES.map((name) => ({ id: name.toLowerCase(), name })),
        regions: [],
        phases: PHASES,
        spec: { edition: 'classic', board: 'usa' },
    } as unknown as TableSheet;
    const scene = (): Scene =>
        new Scene(
            {
                seats: [{ name: 'Ada' }, { name: 'Bea' }],
                offers: now.offers,
                hold_until: null,
                deadline_at: null,
            } as unknown as TableView,
            {
                viewer: 0,
                actor: now.actor,
                round: now.round,
                step: 1,
                takebacks: 0,
                phase: PHASES.indexOf(now.phase),
                money: [now.money, 50],
                n_cities: [4, 4],
                plants: [[], []],
                stored: [[], []],
                spaces: [-1],
                auction: { lot: -1 },
            } as unknown as NonNullable<TableView['observation']>,
            sheet,
        );
    const live = {
        gameId: 'g',
        connection: 'open',
        get store() {
            return { offers: now.offers, version: now.version, view: { undo: null } };
        },
        refusal: null,
        pending: null,
        isSending: false,
        actAll: (orders: readonly Do[]) => {
            sent.push([...orders]);
            return Promise.resolve(true);
        },
    } as unknown as Live;
    const make = (): Turn => new Turn(live, scene);
    let turn = make();
    let priced = planOf({});
    const settle = async (): Promise<void> => {
        turn.plan.fetch(`${JSON.stringify(now)}${JSON.stringify(priced)}`, () => Promise.resolve(priced));
        await vi.waitFor(() => expect(turn.cities.length === 0 || turn.plan.priced !== null).toBe(true));
    };
    return {
        sent,
        get turn() {
            return turn;
        },
        /** Go to another position, as the desk does. */
        go(change: Partial<typeof now>, following: number[] | null = null) {
            now = { ...now, version: now.version + 1, ...change };
            turn.follow();
            turn.turnTo(following);
        },
        async price(plan: Plan) {
            priced = { ...plan, version: now.version };
            await settle();
        },
        async fuel(offers: Offer[], version: number) {
            const told = { version, seat: 0, offers, choices: null } as unknown as FuelQuotes;
            turn.ready.fetchFuel(version, () => Promise.resolve(told));
            await vi.waitFor(() => expect(turn.ready.buys).toEqual(offers));
            turn.fitAmounts();
        },
        reload() {
            turn = make();
        },
        says: () =>
            barWords({ scene: scene(), turn, now: 0, following: [], keys: new Keys(turn, () => null), letters: true })
                .texts,
    };
}

/** Ada waits for her turn to build and keeps two cities ready. */
async function keptCities(sends = false) {
    const it = bench();
    it.go({}, [0]);
    it.turn.plan.add(0);
    it.turn.plan.add(1);
    await it.price(planOf({ 0: 15, 1: 22 }));
    it.turn.keepReady();
    if (sends) it.turn.ready.keep(it.turn.preparedOf('cities')!, true);
    return it;
}

describe('a plan at its turn', () => {
    test('the bar names every city that is planned, and says how many the money is enough for', async () => {
        const it = bench();
        it.go({ actor: 0, offers: SITES });
        it.turn.plan.add(1);
        it.turn.plan.add(0);
        await it.price(planOf({ 0: 15, 1: 22 }, { fits: 1 }));
        expect(it.says().say).toBe('2 cities planned: Fargo, Duluth');
        expect(it.says().hint).toBe('Your money is enough for the first one.');
    });
});

describe('prices then and now', () => {
    const before = {
        prices: [
            { thing: 1, count: 1, price: 15 },
            { thing: 2, count: 1, price: 22 },
        ],
        total: 37,
    };

    test('what is dearer is named, what is gone too', () => {
        const dearer = {
            prices: [
                { thing: 1, count: 1, price: 15 },
                { thing: 2, count: 1, price: 27 },
            ],
            total: 42,
        };
        expect(changesOf(before, dearer)).toEqual([{ thing: 2, was: 22, now: 27 }]);
        const gone = { prices: [{ thing: 2, count: 1, price: 22 }], total: 22 };
        expect(changesOf(before, gone)).toEqual([{ thing: 1, was: 15, now: null }]);
        expect([isStillValid(before, dearer), isStillValid(before, gone), isStillValid(before, before)]).toEqual([
            false,
            false,
            true,
        ]);
    });

    test('a price that shifts within a sum that does not grow is no change', () => {
        const shifted = {
            prices: [
                { thing: 1, count: 1, price: 18 },
                { thing: 2, count: 1, price: 19 },
            ],
            total: 37,
        };
        expect(changesOf(before, shifted)).toEqual([]);
        expect(isStillValid(before, shifted)).toBe(true);
    });

    test('less of a thing than was kept is gone', () => {
        const two = { prices: [{ thing: 0, count: 2, price: 4 }], total: 4 };
        expect(changesOf(two, { prices: [{ thing: 0, count: 1, price: 2 }], total: 2 })).toEqual([
            { thing: 0, was: 4, now: null },
        ]);
    });
});

describe('whether it can be prepared', () => {
    test('cities and fuel as long as the turn for them comes', () => {
        const it = bench();
        const may = (): boolean[] => [it.turn.ready.isForFuel, it.turn.ready.isForCities];
        it.go({ phase: 'auction' }, [0]);
        expect(may()).toEqual([false, false]);
        it.go({ phase: 'resources' }, [0]);
        expect(may()).toEqual([true, true]);
        it.go({ actor: 0, offers: fuelFor(2) }, []);
        expect(may()).toEqual([false, false]);
        it.go({ actor: 1, offers: [] });
        expect(may()).toEqual([false, true]);
        it.go({ phase: 'building' }, [0]);
        expect(may()).toEqual([false, true]);
        it.go({ phase: 'building' }, []);
        expect(may()).toEqual([false, false]);
    });

    test('what is prepared ends with its phase', async () => {
        const it = await keptCities();
        it.go({ phase: 'bureaucracy' });
        expect([it.turn.cities, it.turn.ready.of('cities'), sessionStorage.length]).toEqual([[], null, 0]);
    });

    test('of another round it is not brought back', async () => {
        const it = await keptCities();
        it.reload();
        it.go({ round: 4 }, [0]);
        expect([it.turn.cities, it.turn.ready.of('cities')]).toEqual([[], null]);
    });
});

describe('kept ready', () => {
    test('it says so, and is there after a reload', async () => {
        const it = await keptCities();
        expect(it.turn.ready.isKept(it.turn.prepared!)).toBe(true);
        expect(it.says().say).toBe('Plan: Fargo, Duluth, 37');
        expect(it.says().hint).toBe('Repriced at your turn. You send it yourself.');
        it.reload();
        // The following seats are known a moment later.
        it.go({});
        it.go({}, [0]);
        expect(it.turn.cities).toEqual([0, 1]);
        it.turn.plan.add(2);
        await it.price(planOf({ 0: 15, 1: 22, 2: 30 }));
        expect(it.turn.ready.isKept(it.turn.prepared!)).toBe(false);
    });

    test('at the same price it is what the yellow button does, and nothing is sent', async () => {
        const it = await keptCities();
        it.go({ actor: 0, offers: SITES });
        await it.price(planOf({ 0: 15, 1: 22 }));
        expect(it.turn.primary).toMatchObject({ name: 'connect', pay: 37 });
        expect(it.turn.ready.changes(it.turn.preparedOf('cities'))).toEqual([]);
        expect(it.turn.due).toBeNull();
        expect(it.sent).toEqual([]);
    });

    test('dearer, it is marked with the old price and named', async () => {
        const it = await keptCities(true);
        it.go({ actor: 0, offers: SITES });
        await it.price(planOf({ 0: 15, 1: 27 }));
        expect(it.turn.ready.changes(it.turn.preparedOf('cities'))).toEqual([{ thing: 1, was: 22, now: 27 }]);
        expect(it.says().say).toBe('Duluth is 5 dearer: 42 instead of 37');
        expect([it.turn.primary?.pay, it.turn.due]).toEqual([42, null]);
    });

    test('a city that is gone leaves the others', async () => {
        const it = await keptCities(true);
        it.go({ actor: 0, offers: [{ ...SITES[0]!, cities: [1], costs: [22] } as Offer, FINISH] });
        await it.price(planOf({ 1: 22 }));
        expect(it.says().say).toBe('Fargo is gone: 22 instead of 37');
        expect(it.turn.primary?.orders).toEqual([{ do: 'connect', city: 'duluth' }, { do: 'finish-building' }]);
        expect(it.turn.due).toBeNull();
    });

    test('the purchase before it does not touch the plan of cities', async () => {
        const it = bench();
        it.go({ phase: 'resources' }, [0]);
        it.turn.plan.add(0);
        await it.price(planOf({ 0: 15 }));
        it.go({ actor: 0, offers: fuelFor(2, 4) });
        it.turn.chooseAmount(0, 2);
        it.go({ actor: 1, offers: [] });
        expect([it.turn.cities, it.turn.amounts]).toEqual([[0], []]);
        it.go({ phase: 'building', actor: 0, offers: SITES });
        expect(it.turn.cities).toEqual([0]);
        it.go({ actor: 1, offers: [] });
        expect(it.turn.cities).toEqual([]);
    });
});

describe('fuel', () => {
    async function keptFuel(sends = false) {
        const it = bench();
        it.go({ phase: 'resources' }, [0]);
        await it.fuel(fuelFor(2, 4, 7), 1);
        it.turn.chooseAmount(0, 3);
        it.turn.ready.keep(it.turn.prepared!, sends);
        return it;
    }

    test('what others have bought is missing', async () => {
        const it = await keptFuel();
        expect(it.says().say).toBe('Plan: 3 coal, 7');
        await it.fuel(fuelFor(5, 10), 2);
        expect(it.turn.amounts).toEqual([2]);
        expect(it.turn.ready.changes(it.turn.prepared)).toEqual([{ thing: 0, was: 7, now: null }]);
        expect(it.says().say).toBe('Less Coal is left: 10 instead of 7');
    });

    test('it is sent automatically for the same price, once', async () => {
        const it = await keptFuel(true);
        it.go({ actor: 0, offers: [...fuelFor(2, 4, 6), { offer: 'finish-buying', seat: 0 }] });
        expect(it.turn.due?.pay).toBe(6);
        it.turn.sendDue();
        it.turn.sendDue();
        expect(it.sent).toEqual([[{ do: 'buy', resource: 'coal', amount: 3 }, { do: 'finish-buying' }]]);
    });

    test('dearer, it waits', async () => {
        const it = await keptFuel(true);
        it.go({ actor: 0, offers: fuelFor(2, 4, 8) });
        expect([it.turn.due, it.turn.primary?.pay]).toEqual([null, 8]);
        it.turn.sendDue();
        expect(it.sent).toEqual([]);
    });
});

describe('sent automatically', () => {
    test('a plan of cities for at most the sum that was shown', async () => {
        const it = await keptCities(true);
        it.go({ actor: 0, offers: SITES });
        expect(it.turn.due, 'not before the server has priced it again').toBeNull();
        await it.price(planOf({ 0: 15, 1: 20 }));
        it.turn.sendDue();
        expect(it.sent).toEqual([
            [{ do: 'connect', city: 'fargo' }, { do: 'connect', city: 'duluth' }, { do: 'finish-building' }],
        ]);
        expect(it.turn.ready.of('cities')).toBeNull();
    });

    test('never a plan that ends the game, nor a part of one', async () => {
        const it = await keptCities(true);
        it.go({ actor: 0, offers: SITES });
        await it.price(planOf({ 0: 15, 1: 22 }, { triggers: [{ what: 'game-end', cities: 6 }] }));
        expect([it.turn.endsGame, it.turn.due]).toEqual([true, null]);
        await it.price(planOf({ 0: 15, 1: 22 }, { fits: 1 }));
        expect(it.turn.due).toBeNull();
        await it.price(planOf({ 0: 15, 1: 22 }));
        expect(it.turn.due).not.toBeNull();
    });
});

describe('keys while others act', () => {
    const press = (keys: Keys, key: string): void =>
        keys.press(new KeyboardEvent('keydown', { key, cancelable: true }), true);

    test('Enter and N do nothing, Backspace takes the last city out, arrows go over the map', async () => {
        const it = await keptCities();
        const keys = new Keys(it.turn, () => null);
        const moved: string[] = [];
        it.turn.map = { press: (key) => moved.push(key), close: () => false };
        expect(keys.mode).toBe('wait');
        press(keys, 'Enter');
        press(keys, 'n');
        expect([it.sent, it.turn.cities]).toEqual([[], [0, 1]]);
        press(keys, 'ArrowLeft');
        expect(moved).toEqual(['ArrowLeft']);
        press(keys, 'Backspace');
        expect(it.turn.cities).toEqual([0]);
    });

    test('digits prepare fuel', async () => {
        const it = bench();
        it.go({ phase: 'resources' }, [0]);
        await it.fuel(fuelFor(2, 4, 7), 1);
        const keys = new Keys(it.turn, () => null);
        press(keys, '1');
        press(keys, '2');
        expect(it.turn.amounts).toEqual([2]);
        press(keys, 'Backspace');
        expect(it.turn.fuelCost).toBe(0);
    });
});
