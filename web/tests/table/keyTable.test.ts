// @vitest-environment jsdom
/** Every row of the key table: in each mode, what each key does to the choice and which orders it sends. */
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { AuctionQuotes, Do, Offer, TableSheet, TableView } from '../../src/protocol/api';
import { GUARD } from '../../src/table/guard.svelte';
import { effectOf, KEY_TABLE, keyOf } from '../../src/table/keyTable';
import { Keys } from '../../src/table/keys.svelte';
import { Scene } from '../../src/table/scene';
import { PAUSE } from '../../src/table/typed.svelte';
import { Turn } from '../../src/table/turn.svelte';
import type { Live } from '../../src/wire/live.svelte';
import type { OrderDraft } from '../../src/wire/orders';
import { startWords, t } from '../../src/words';

beforeAll(startWords);
beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

const PLANTS = [
    { name: '4', number: 4, output: 1, kinds: [0], need: 2, storage: 4, back: 0 },
    { name: '13', number: 13, output: 1, kinds: [], need: 0, storage: 0, back: 0 },
    { name: '25', number: 25, output: 5, kinds: [0], need: 2, storage: 4, back: 0 },
    { name: '10', number: 10, output: 2, kinds: [0], need: 2, storage: 4, back: 0 },
];

const BID: Offer[] = [
    { offer: 'bid', seat: 0, low: 28, high: 45 },
    { offer: 'drop', seat: 0 },
];
const OFFER: Offer[] = [
    { offer: 'offer', seat: 0, plants: [0, 2], lows: [4, 25], highs: [45, 45] },
    { offer: 'pass', seat: 0 },
];
const SCRAP: Offer[] = [
    { offer: 'scrap', seat: 0, plants: [2, 3, 1], lows: [0, 0, 0], highs: [0, 0, 0], mores: [[], [], []] },
];
const FUEL: Offer[] = [
    { offer: 'buy', seat: 0, resource: 0, costs: [2, 4, 6] },
    { offer: 'buy', seat: 0, resource: 1, costs: [3, 6, 10, 14] },
    { offer: 'finish-buying', seat: 0 },
];
const BUILD: Offer[] = [
    { offer: 'connect', seat: 0, cities: [0, 1], costs: [15, 22] },
    { offer: 'finish-building', seat: 0 },
];
const RUN: Offer[] = [
    {
        offer: 'run',
        seat: 0,
        runs: [
            [0, 0, 0, 0],
            [1, 0, 0, 1],
            [4, 0, 0, 5],
            [5, 0, 0, 6],
        ],
        incomes: [10, 22, 64, 73],
        best: 5,
    },
];
const DRAFT: Offer[] = [{ offer: 'draft', seat: 0, regions: [0, 1] }];

interface More {
    view?: object;
    actor?: number;
    takebacks?: number;
    /** The others wait for a moment. */
    isHeld?: boolean;
    money?: number;
}

/** A bar with offers of a server; orders are recorded instead of sent. */
function bench(offers: Offer[], { view = {}, actor = 0, takebacks = 0, isHeld = false, money = 50 }: More = {}) {
    const sent: Do[][] = [];
    const drafts: OrderDraft[] = [];
    const sheet = {
        plants: PLANTS,
        kinds: ['coal', 'oil'],
        rules: {},
        cities: [
            { id: 'fargo', name: 'Fargo' },
            { id: 'duluth', name: 'Duluth' },
        ],
        regions: [
            { id: 'red', name: 'Red' },
            { id: 'blue', name: 'Blue' },
        ],
        phases: ['auction'],
        spec: { edition: 'classic', board: 'usa' },
    } as unknown as TableSheet;
    const observation = {
        viewer: 0,
        actor,
        takebacks,
        phase: 0,
        money: [money],
        n_cities: [9],
        plants: [[0, 2]],
        stored: [[]],
        auction: { lot: 2, bid: 27 },
    } as unknown as NonNullable<TableView['observation']>;
    const scene = new Scene({ seats: [{ name: 'Ada' }], offers, ...view } as unknown as TableView, observation, sheet);
    const live = {
        gameId: 'g',
        connection: 'open',
        store: {
            offers: actor === 0 ? offers : [],
            version: 1,
            view: {
                undo: takebacks > 0 ? { version: 1, actions: [{ do: 'finish-buying' }] } : null,
                hold_until: isHeld ? 2500 : null,
            },
        },
        refusal: null as unknown,
        pending: null,
        endUndoWindow: () => {
            drafts.push({ type: 'continue' });
            return Promise.resolve();
        },
        isSending: false,
        order: (draft: OrderDraft) => {
            drafts.push(draft);
            return Promise.resolve(true);
        },
        act: (order: Do) => {
            sent.at(-1)?.push(order);
            return Promise.resolve(true);
        },
        actAll: (orders: readonly Do[]) => {
            sent.at(-1)?.push(...orders);
            return Promise.resolve(true);
        },
    };
    const turn = new Turn(live as unknown as Live, () => scene);
    const take = turn.take.bind(turn);
    turn.take = (step) => {
        sent.push([]);
        return take(step);
    };
    const undone: string[] = [];
    turn.undo = () => {
        undone.push('undo');
        return Promise.resolve(true);
    };
    turn.follow();
    const bar = document.createElement('section');
    bar.tabIndex = -1;
    document.body.replaceChildren(bar);
    const keys = new Keys(turn, () => bar);
    const closed: string[] = [];
    let hasInspector = false;
    turn.map = {
        press: (key) => closed.push(key),
        close: () => {
            const was = hasInspector;
            hasInspector = false;
            return was;
        },
    };
    const press = (key: string, more: KeyboardEventInit = {}): boolean => {
        const event = new KeyboardEvent('keydown', { key, cancelable: true, ...more });
        keys.press(event, true);
        flushSync();
        return event.defaultPrevented;
    };
    return { turn, keys, live, sent, drafts, undone, moved: closed, press, inspect: () => (hasInspector = true) };
}

const orders = ({ sent }: { sent: Do[][] }): (Do | undefined)[] => sent.map(([first]) => first);

describe('to choose a plant', () => {
    test('Enter does nothing, and names the key', () => {
        const it = bench(OFFER);
        expect(it.keys.mode).toBe('offer');
        expect(it.turn.primary).toBeNull();
        expect(it.press('Enter')).toBe(true);
        expect(it.sent).toEqual([]);
        expect([it.keys.nudges, it.keys.isNudged]).toEqual([1, true]);
    });

    test('N takes no plant this round', () => {
        const it = bench(OFFER);
        it.press('n');
        expect(orders(it)).toEqual([{ do: 'pass' }]);
    });

    test('digits choose a plant by its number', () => {
        const it = bench(OFFER);
        it.press('2');
        expect(it.turn.plant).toBe(-1);
        it.press('5');
        expect(it.turn.plant).toBe(2);
    });

    test('Backspace undoes, where there is something to undo', () => {
        const it = bench(OFFER);
        it.press('Backspace');
        expect(it.undone).toEqual([]);
        const later = bench(OFFER, { takebacks: 1 });
        later.press('Backspace');
        later.press('u');
        later.press('z', { ctrlKey: true });
        expect(later.undone.length).toBe(3);
    });
});

describe('a plant chosen', () => {
    const chosen = () => {
        const it = bench(OFFER);
        it.turn.choosePlant(2);
        return it;
    };

    test('Enter puts it up', () => {
        const it = chosen();
        expect([it.keys.mode, it.keys.hasBadge]).toEqual(['lot', true]);
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'offer', plant: '25', bid: 25 }]);
    });

    test.each(['Escape', 'Backspace', 'u'])('%s unchooses it', (key) => {
        const it = chosen();
        it.press(key);
        expect(it.turn.plant).toBe(-1);
        expect(it.undone).toEqual([]);
    });

    test('N does nothing', () => {
        const it = chosen();
        expect(it.turn.quiet).toBeNull();
        it.press('n');
        expect(it.sent).toEqual([]);
    });

    test('digits type the bid, arrows and Page step it', () => {
        const it = chosen();
        it.press('3');
        it.press('4');
        expect(it.turn.bid).toBe(34);
        it.press('ArrowUp');
        it.press('ArrowLeft');
        it.press('PageUp');
        expect(it.turn.bid).toBe(39);
    });
});

describe('to bid', () => {
    test('Enter bids, N drops out', () => {
        const it = bench(BID);
        expect(it.keys.mode).toBe('bid');
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'bid', amount: 28 }]);
        const out = bench(BID);
        out.press('N');
        expect(orders(out)).toEqual([{ do: 'drop' }]);
    });

    test('Escape and Home go back to the lowest bid', () => {
        const it = bench(BID);
        for (const key of ['Escape', 'Home']) {
            it.turn.setBid(40);
            it.press(key);
            expect(it.turn.bid).toBe(28);
        }
    });

    test('a bid is typed within the pause; one that cannot be bid is not sent', () => {
        const it = bench(BID);
        it.press('3');
        expect([it.keys.typed.text, it.turn.bid, it.keys.isTypedWrong]).toEqual(['3', 28, true]);
        it.press('Enter');
        expect(it.sent).toEqual([]);
        it.keys.typed.end();
        it.press('3');
        it.press('4');
        expect(it.turn.bid).toBe(34);
        vi.advanceTimersByTime(PAUSE + 1);
        expect(it.keys.typed.text).toBe('');
        it.press('4');
        it.press('0');
        expect(it.turn.bid).toBe(40);
    });

    test('digits that lead beyond the range leave the bid as it was', () => {
        const it = bench(BID);
        it.turn.setBid(30);
        for (const key of ['4', '0', '0']) it.press(key);
        expect([it.turn.bid, it.keys.isTypedWrong]).toEqual([30, true]);
        vi.advanceTimersByTime(PAUSE + 1);
        expect([it.turn.bid, it.keys.isTypedWrong]).toEqual([30, false]);
    });

    test('arrows and Page stay within the range', () => {
        const it = bench(BID);
        it.press('ArrowDown');
        expect(it.turn.bid).toBe(28);
        for (let press = 0; press < 5; press += 1) it.press('PageUp');
        expect(it.turn.bid).toBe(45);
    });

    test('Backspace does nothing', () => {
        const it = bench(BID, { takebacks: 1 });
        it.press('Backspace');
        expect(it.undone).toEqual([]);
    });

    test('the lowest bid is outlined where it leaves too little for one run, until a bid is chosen', () => {
        const warning = { warning: 'bid-leaves-little', plant: 2, bid: 28, leaves: 3, run_costs: 11 };
        const it = bench(BID, { view: { warnings: [warning] } });
        expect([it.keys.isYellow, it.keys.hasBadge]).toEqual([false, false]);
        it.press('Enter');
        expect(it.sent).toEqual([]);
        it.press('ArrowUp');
        it.press('ArrowDown');
        expect(it.keys.isYellow).toBe(true);
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'bid', amount: 28 }]);
    });
});

/** The server's values of the auction: bids of 27 to 45 may be saved as a limit. */
const QUOTES: AuctionQuotes = {
    version: 1,
    seat: 0,
    limit: null,
    drops: false,
    passes: false,
    ahead: null,
    bounds: { low: 27, high: 45 },
    may_pass: true,
    plants: [
        {
            plant: 2,
            gives_up: -1,
            power_before: 6,
            power_after: 11,
            fuel: 4,
            income_before: 73,
            income_after: 98,
            is_points: false,
        },
    ],
};

describe("a limit on one's turn", () => {
    const asked = () => {
        const it = bench(BID);
        it.turn.limit.take(QUOTES);
        return it;
    };

    test('L leaves the bid that is chosen as the limit', () => {
        const it = asked();
        for (const key of ['3', '4', 'l']) it.press(key);
        expect(it.drafts).toEqual([{ type: 'limit', plant: '25', up_to: 34, beyond: 'drop' }]);
        expect(it.sent).toEqual([]);
    });

    test('the flag stays where it was moved to, and End bids as far as that', () => {
        const it = asked();
        it.turn.limit.set(40);
        it.press('End');
        expect(it.turn.bid).toBe(40);
        it.turn.limit.draft = null;
        it.press('End');
        expect(it.turn.bid).toBe(45);
    });

    test('what cannot be bid cannot be left', () => {
        const it = asked();
        for (const key of ['9', '9', 'L']) it.press(key);
        expect(it.drafts).toEqual([]);
    });
});

describe('waiting with a limit', () => {
    const waiting = (more: Partial<AuctionQuotes> = { limit: 30 }) => {
        const it = bench(BID, { actor: 1 });
        it.turn.limit.take({ ...QUOTES, ...more });
        return it;
    };

    test('nothing is yellow and Enter does nothing', () => {
        const it = waiting();
        expect([it.keys.mode, it.keys.isYellow]).toEqual(['wait-limit', false]);
        it.press('Enter');
        expect([it.sent, it.drafts, it.keys.nudges]).toEqual([[], [], 0]);
    });

    test('digits, arrows, Page, Home and End move the flag; L leaves it', () => {
        const it = waiting();
        const after = (key: string): number | null => {
            it.press(key);
            return it.turn.limit.value;
        };
        expect(['ArrowUp', 'ArrowUp', 'PageUp', 'ArrowLeft', 'Home', 'End'].map(after)).toEqual([
            31, 32, 37, 36, 27, 45,
        ]);
        expect(['3', '4'].map(after)).toEqual([30, 34]);
        expect(it.drafts).toEqual([]);
        it.press('l');
        expect(it.drafts).toEqual([{ type: 'limit', plant: '25', up_to: 34, beyond: 'drop' }]);
    });

    test('Backspace takes back what was moved, then takes the limit away', async () => {
        const it = waiting();
        it.press('ArrowUp');
        it.press('Backspace');
        expect([it.turn.limit.value, it.drafts]).toEqual([30, []]);
        it.press('Backspace');
        expect(it.drafts).toEqual([{ type: 'limit', plant: '25', up_to: 0, beyond: 'ask' }]);
        await vi.advanceTimersByTimeAsync(0);
        expect(it.turn.limit.left).toBeNull();
    });

    test('N leaves in advance to drop out, which Backspace takes back', async () => {
        const it = waiting();
        it.press('n');
        expect(it.drafts).toEqual([{ type: 'limit', plant: '25', up_to: 0, beyond: 'drop' }]);
        await vi.advanceTimersByTimeAsync(0);
        expect([it.keys.mode, it.turn.limit.chip]).toEqual(['wait-left', t('chip.drops')]);
        it.press('n');
        it.press('Backspace');
        expect(it.drafts.slice(1)).toEqual([{ type: 'limit', plant: '25', up_to: 0, beyond: 'ask' }]);
    });

    test('a limit for a plant that is not up says which one, and Backspace takes it away', async () => {
        const it = waiting({ ahead: { plant: 2, up_to: 30 }, bounds: null, plants: [] });
        expect([it.keys.mode, it.turn.limit.chip]).toEqual([
            'wait-left',
            t('chip.limit_for', { limit: 30, plant: '25' }),
        ]);
        it.press('Backspace');
        expect(it.drafts).toEqual([{ type: 'limit', plant: '25', up_to: 0, beyond: 'ask' }]);
        await vi.advanceTimersByTimeAsync(0);
        expect(it.turn.limit.chip).toBe('');
    });

    test('without one, L puts a flag up and N drops out in advance', () => {
        const it = waiting({});
        expect(it.keys.mode).toBe('wait');
        it.press('l');
        expect([it.keys.mode, it.turn.limit.value, it.drafts]).toEqual(['wait-limit', 28, []]);
        const out = waiting({});
        out.press('n');
        expect(out.drafts).toEqual([{ type: 'limit', plant: '25', up_to: 0, beyond: 'drop' }]);
    });

    test('a seat outside this auction decides in advance to buy no plant', async () => {
        const it = waiting({ bounds: null, plants: [] });
        it.press('l');
        it.press('n');
        expect(it.drafts).toEqual([{ type: 'limit', plant: '', up_to: 0, beyond: 'drop' }]);
        await vi.advanceTimersByTimeAsync(0);
        expect([it.keys.mode, it.turn.limit.chip]).toEqual(['wait-left', t('chip.no_plant')]);
        it.press('Backspace');
        expect(it.drafts.at(-1)).toEqual({ type: 'limit', plant: '', up_to: 0, beyond: 'ask' });
    });

    test.each(['n', 'l', 'Backspace'])('in guard time %s sends nothing', (key) => {
        const it = waiting();
        if (key === 'l') it.turn.limit.set(40);
        it.keys.guard.follow('changed');
        it.press(key);
        it.keys.bids.skip();
        it.keys.bids.leave();
        if (key !== 'l') it.keys.bids.remove();
        expect(it.drafts).toEqual([]);
        vi.advanceTimersByTime(GUARD + 1);
        it.press(key);
        expect(it.drafts.length).toBe(1);
    });

    test("nothing of it is there in another seat's view", () => {
        const it = waiting({ seat: 1, limit: 30 });
        expect([it.turn.limit.left, it.turn.limit.chip, it.keys.mode]).toEqual([null, '', 'wait']);
    });
});

describe('a plant to give up', () => {
    test('the one that gives least is chosen, Enter gives it up', () => {
        const it = bench(SCRAP);
        expect([it.keys.mode, it.turn.plant]).toEqual(['scrap', 1]);
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'scrap', plant: '13', lost: 0, more: 0 }]);
    });

    test('digits and arrows choose another', () => {
        const it = bench(SCRAP);
        it.press('1');
        it.press('0');
        expect(it.turn.plant).toBe(3);
        it.press('ArrowLeft');
        expect(it.turn.plant).toBe(2);
        it.press('ArrowLeft');
        expect(it.turn.plant).toBe(2);
    });
});

describe('fuel', () => {
    test('with nothing chosen Enter does nothing and N buys nothing', () => {
        const it = bench(FUEL);
        expect([it.keys.mode, it.turn.quiet?.label]).toEqual(['fuel', t('do.finish-buying')]);
        it.press('Enter');
        expect(it.sent).toEqual([]);
        it.press('n');
        expect(orders(it)).toEqual([{ do: 'finish-buying' }]);
    });

    test('a digit chooses the fuel, then the amount', () => {
        const it = bench(FUEL);
        it.press('2');
        it.press('3');
        expect([it.turn.row, [...it.turn.amounts]]).toEqual([1, [0, 3]]);
        expect(it.keys.mode).toBe('fuel-chosen');
        vi.advanceTimersByTime(PAUSE + 1);
        it.press('9');
        expect([...it.turn.amounts]).toEqual([0, 4]);
    });

    test('arrows choose the row and the amount', () => {
        const it = bench(FUEL);
        for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowLeft'])
            it.press(key);
        expect([...it.turn.amounts]).toEqual([2, 0]);
    });

    test('Enter buys and ends, the link continues buying', () => {
        const it = bench(FUEL);
        it.turn.chooseAmount(0, 2);
        it.turn.chooseAmount(1, 1);
        expect(it.turn.primary?.label).toBe(t('do.buy', { price: 7 }));
        expect(it.turn.primary?.orders.at(-1)).toEqual({ do: 'finish-buying' });
        expect(it.turn.primary?.withoutEnd?.orders).toEqual([
            { do: 'buy', resource: 'coal', amount: 2 },
            { do: 'buy', resource: 'oil', amount: 1 },
        ]);
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'buy', resource: 'coal', amount: 2 }]);
    });

    test('Backspace takes the last step back, Escape clears', () => {
        const it = bench(FUEL);
        it.turn.chooseAmount(0, 2);
        it.turn.chooseAmount(1, 1);
        it.press('Backspace');
        expect([...it.turn.amounts]).toEqual([2]);
        it.press('Escape');
        expect(it.turn.primary).toBeNull();
    });

    test('F takes fuel for one run, Shift F fills, as the server says', () => {
        const fuel = {
            one_run: { amounts: [1, 2], cards: [], price: 8 },
            fill: { amounts: [3, 4], cards: [], price: 20 },
            levels: [],
        };
        const it = bench(FUEL, { view: { fuel } });
        it.press('f');
        expect([...it.turn.amounts]).toEqual([1, 2]);
        it.press('F');
        expect([...it.turn.amounts]).toEqual([3, 4]);
    });
});

describe('building', () => {
    test('with an empty plan Enter does nothing and N builds nothing', () => {
        const it = bench(BUILD);
        expect(it.keys.mode).toBe('build');
        it.press('Enter');
        expect(it.sent).toEqual([]);
        it.press('n');
        expect(orders(it)).toEqual([{ do: 'finish-building' }]);
    });

    test('arrows go to the map, Escape closes its inspector', () => {
        const it = bench(BUILD);
        it.press('ArrowUp');
        expect(it.moved).toEqual(['ArrowUp']);
        it.inspect();
        it.press('Escape');
        expect(it.turn.map?.close()).toBe(false);
    });

    test('on a city Enter adds it, and the badge is there', () => {
        const it = bench(BUILD);
        it.turn.standing = { city: 1, label: '', add: () => ((it.turn.city = 1), (it.turn.standing = null)) };
        expect([it.keys.mode, it.keys.enterAt, it.keys.hasBadge]).toEqual(['city', 'city', false]);
        it.keys.guard.follow(it.keys.sign);
        it.press('n');
        expect(it.sent).toEqual([]);
        it.press('Enter');
        expect([it.turn.city, it.keys.mode, it.keys.hasBadge]).toEqual([1, 'plan', true]);
        expect(document.activeElement?.tagName).toBe('SECTION');
    });

    test('with a plan Enter builds and ends', () => {
        const it = bench(BUILD);
        it.turn.city = 0;
        expect(it.turn.primary?.label).toBe('Build 1 city, 15');
        expect(it.turn.primary?.orders.at(-1)).toEqual({ do: 'finish-building' });
        it.press('n');
        expect(it.sent).toEqual([]);
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'connect', city: 'fargo' }]);
    });

    test.each(['Backspace', 'Delete', 'u'])('%s takes the last city out', (key) => {
        const it = bench(BUILD, { takebacks: 1 });
        it.turn.city = 0;
        it.press(key);
        expect([it.turn.city, it.undone]).toEqual([-1, []]);
    });

    test('P puts the plan aside and brings it back', () => {
        const it = bench(BUILD);
        it.turn.cities = [0, 1];
        it.press('p');
        expect([it.turn.cities, it.keys.mode]).toEqual([[], 'build']);
        it.press('P');
        expect([it.turn.cities, it.keys.mode]).toEqual([[0, 1], 'plan']);
        it.press('p');
        it.turn.plan.fetch('another position', () => new Promise(() => undefined));
        it.press('p');
        expect(it.turn.cities).toEqual([]);
    });

    test('Escape closes the inspector first, then clears the plan', () => {
        const it = bench(BUILD);
        it.turn.city = 0;
        it.inspect();
        it.press('Escape');
        expect(it.turn.city).toBe(0);
        it.press('Escape');
        expect(it.turn.city).toBe(-1);
    });
});

describe('powering', () => {
    test('Enter powers, digits switch plants, Escape goes back to the suggestion', () => {
        const it = bench(RUN);
        expect([it.keys.mode, it.turn.primary?.label]).toEqual(['run', 'Power 6, earn 73']);
        it.press('1');
        expect(it.turn.run).toBe(4);
        it.press('Escape');
        expect(it.turn.run).toBe(5);
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'run', plants: '4+25', first: 0 }]);
    });

    test('N does nothing', () => {
        const it = bench(RUN);
        it.press('n');
        expect(it.sent).toEqual([]);
    });
});

describe('one out of a list', () => {
    test('Enter waits for a choice', () => {
        const it = bench(DRAFT);
        expect(it.keys.mode).toBe('list');
        it.press('Enter');
        expect([it.sent, it.keys.nudges]).toEqual([[], 0]);
        it.turn.pick = { offer: 'draft', place: 1 };
        expect(it.keys.mode).toBe('list-chosen');
        it.press('Escape');
        expect(it.turn.pick).toBeNull();
    });
});

describe('others act', () => {
    test.each(['Enter', 'n', '5', 'ArrowUp', 'Backspace', 'Home', 'f'])('%s does nothing', (key) => {
        const it = bench(BID, { actor: 1 });
        expect(it.keys.mode).toBe('wait');
        it.press(key);
        expect([it.sent, it.undone, it.turn.bid]).toEqual([[], [], 0]);
    });

    test('while an order can still be undone, Backspace does, and nothing else', () => {
        const it = bench(BID, { actor: 1, takebacks: 1 });
        expect(it.keys.mode).toBe('hold');
        for (const key of ['Enter', 'n', '3', 'ArrowUp']) it.press(key);
        expect([it.sent, it.undone]).toEqual([[], []]);
        it.press('Backspace');
        expect(it.undone).toEqual(['undo']);
    });

    test('while the others wait for it, Enter continues, once', () => {
        const it = bench(BID, { actor: 1, takebacks: 1, isHeld: true });
        it.press('Enter');
        it.press('Enter');
        expect(it.drafts).toEqual([{ type: 'continue' }]);
    });

    test('Escape closes the inspector', () => {
        const it = bench(BID, { actor: 1 });
        it.inspect();
        it.press('Escape');
        expect(it.turn.map?.close()).toBe(false);
    });
});

describe('the guard', () => {
    test('Enter, N and clicks do nothing; other keys work', () => {
        const it = bench(BUILD);
        it.turn.city = 0;
        it.keys.guard.follow(it.keys.sign);
        it.press('Enter');
        it.press('n');
        it.keys.click(it.turn.primary!);
        expect([it.sent, it.keys.nudges]).toEqual([[], 0]);
        it.press('Escape');
        expect(it.turn.city).toBe(-1);
        it.turn.city = 0;
        vi.advanceTimersByTime(GUARD + 1);
        it.press('Enter');
        expect(it.sent.length).toBe(1);
    });

    test('a new verb, seat, place or question starts it; a new number does not', () => {
        const it = bench(BID);
        const sign = it.keys.sign;
        it.turn.setBid(33);
        expect(it.keys.sign).toBe(sign);
        const fuel = bench(FUEL);
        const before = fuel.keys.sign;
        fuel.turn.chooseAmount(0, 1);
        const chosen = fuel.keys.sign;
        expect(chosen).not.toBe(before);
        fuel.turn.chooseAmount(0, 2);
        expect(fuel.keys.sign).toBe(chosen);
        fuel.keys.place.now = 'field';
        expect(fuel.keys.sign).not.toBe(chosen);
    });

    test('a key held down never repeats a commit', () => {
        const it = bench(BID);
        it.press('Enter', { repeat: true });
        it.press('n', { repeat: true });
        expect(it.sent).toEqual([]);
        it.press('ArrowUp', { repeat: true });
        expect(it.turn.bid).toBe(29);
    });
});

describe('a plainly bad skip', () => {
    const warnings = [
        {
            warning: 'fuel-missing',
            plants: [0, 2],
            amounts: [4, 0],
            price: 11,
            cities: 3,
            possible_cities: 9,
            income: 44,
            possible_income: 98,
            is_points: false,
        },
    ];
    const asked = () => {
        const it = bench(FUEL, { view: { warnings } });
        it.press('n');
        return it;
    };

    test('appears once with its numbers; the same key again confirms', () => {
        const it = asked();
        expect(it.sent).toEqual([]);
        expect(it.keys.asking?.question.say).toBe('Buy nothing? You would power 3 of 9: 44 instead of 98');
        expect(it.keys.asking?.question.hint).toBe('Plants 4 and 25 stand still. Their fuel costs 11.');
        it.press('n');
        expect(orders(it)).toEqual([{ do: 'finish-buying' }]);
    });

    test('Enter does not confirm, Escape goes back, a choice drops the question', () => {
        const it = asked();
        it.press('Enter');
        expect([it.sent, it.keys.nudges]).toEqual([[], 1]);
        it.press('Escape');
        expect(it.keys.asking).toBeNull();
        it.press('n');
        it.turn.chooseAmount(0, 1);
        expect(it.keys.asking).toBeNull();
    });

    test('a purchase that leaves plants cold asks too', () => {
        const levels = [
            { amounts: [0, 0], price: 0, cities: 3, income: 44, better: 1 },
            { amounts: [2, 0], price: 4, cities: 9, income: 98, better: null },
        ];
        const it = bench(FUEL, { view: { warnings: [], fuel: { one_run: null, fill: null, levels } } });
        it.turn.chooseAmount(0, 1);
        it.press('Enter');
        expect(it.sent).toEqual([]);
        expect(it.keys.asking?.question.say).toBe('With this fuel you power 3 of 9: 44 instead of 98');
        it.turn.chooseAmount(0, 2);
        expect(it.keys.asking).toBeNull();
        it.press('Enter');
        expect(it.sent.length).toBe(1);
    });

    test('fewer plants than could run: asked for the run that the warning names', () => {
        const lost = { warning: 'income-lost', run: 2, plants: [0], less: 16, kept: [2, 0], worth: 8 };
        const it = bench(RUN, { view: { warnings: [lost] } });
        it.press('1');
        it.press('Enter');
        expect(it.sent).toEqual([]);
        expect(it.keys.asking?.question.say).toBe('Without plant 4: 16 less');
        it.press('n');
        expect(orders(it)).toEqual([{ do: 'run', plants: '25', first: 0 }]);
    });
});

describe('a refusal', () => {
    const refused = () => {
        const it = bench(BUILD);
        it.turn.city = 0;
        it.turn.refused = JSON.stringify(it.turn.primary?.orders);
        it.live.refusal = { code: 'no_open_space' };
        return it;
    };

    test('Escape closes the reason and keeps the choice', () => {
        const it = refused();
        it.press('Escape');
        expect([it.live.refusal, it.turn.city]).toEqual([null, 0]);
    });

    test('Enter does not try the refused thing again', () => {
        const it = refused();
        it.press('Enter');
        expect([it.sent, it.live.refusal]).toEqual([[], null]);
    });

    test('Enter does what the button says if that is something else', () => {
        const it = refused();
        it.turn.city = 1;
        it.press('Enter');
        expect(orders(it)).toEqual([{ do: 'connect', city: 'duluth' }]);
    });
});

test('letters can be switched off, and other keys are left alone', () => {
    const event = { key: 'n', ctrlKey: false, metaKey: false, altKey: false };
    expect([keyOf(event, true), keyOf(event, false)]).toEqual(['skip', null]);
    expect(keyOf({ ...event, ctrlKey: true }, true)).toBeNull();
    expect(keyOf({ ...event, key: 'Enter' }, false)).toBe('enter');
});

test('no mode skips by Enter, and no mode but a commit has one', () => {
    const skipping = new Set(['skip', 'confirm', 'undo']);
    for (const [mode, row] of Object.entries(KEY_TABLE))
        expect([mode, skipping.has(row.enter ?? '')]).toEqual([mode, false]);
    expect(effectOf('enter', 'hold', [])).toBe('nothing');
});
