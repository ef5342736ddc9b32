// @vitest-environment jsdom
/** Numbers on the table: the rail, the stack and the inspection of an opponent. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';

import CityRail from '../src/design/CityRail.svelte';
import { cardsAbove } from '../src/game/stack';
import type { SeatOutlook } from '../src/protocol/api';
import type { Scene } from '../src/table/scene';
import { runRows } from '../src/table/runRows';
import { nextWords } from '../src/table/turnWords';
import { seatReport } from '../src/table/seatReport';
import { startWords } from '../src/words';

let shown: ReturnType<typeof mount> | null = null;
beforeAll(startWords);
afterEach(async () => {
    if (shown) await unmount(shown);
    shown = null;
});

test('the rail has income, places, step 2, the end, and the goal of a plan', () => {
    shown = mount(CityRail, {
        target: document.body,
        props: {
            income: [10, 22, 33, 44, 54],
            cities: [1, 3, 9],
            names: ['You', 'Hedy', 'Grete'],
            viewer: 0,
            planned: 1,
            stepTwo: 2,
            end: 4,
        },
    });
    flushSync();
    const columns = [...document.querySelectorAll('.rail li')];
    const told = columns.map((column) => column.querySelector('.visually-hidden')?.textContent);
    expect(told).toEqual([
        '0 cities, 10 a round',
        '1 city, 22 a round, You',
        '2 cities, 33 a round, step 2',
        '3 cities, 44 a round, Hedy',
        '4 cities, 54 a round, Grete, end',
    ]);
    expect(columns.findIndex((column) => column.classList.contains('goal'))).toBe(2);
    expect(columns.flatMap((column, n) => (column.classList.contains('mine') ? [n] : []))).toEqual([1, 2]);
});

test('cards above the step card are counted only where its place is certain', () => {
    const stack = { pools: [0b0110, 0b1000], counts: [2, 1], n_mixed: 1, top_back: 0 };
    expect(cardsAbove(stack, 1, 3)).toBe(2);
    expect(cardsAbove({ ...stack, n_mixed: 2 }, 1, 3)).toBeNull();
    expect(cardsAbove(stack, 1, 2)).toBeNull();
    expect(cardsAbove(stack, 1, 5)).toBeNull();
});

test('a part of the rail shows the columns around the viewer, and what is to be powered', () => {
    shown = mount(CityRail, {
        target: document.body,
        props: {
            income: Array.from({ length: 21 }, (_, n) => 10 * n),
            cities: [9, 3],
            names: ['You', 'Hedy'],
            viewer: 0,
            powered: 7,
            most: 10,
            stepTwo: 7,
            end: 17,
        },
    });
    flushSync();
    const columns = [...document.querySelectorAll('.rail li')];
    expect(columns.map((column) => column.querySelector('.n')?.textContent)).toEqual([
        '5',
        '6',
        '7',
        '8',
        '9',
        '10',
        '11',
        '12',
        '13',
        '14',
    ]);
    expect(columns.findIndex((column) => column.classList.contains('goal'))).toBe(2);
});

const LOOK: SeatOutlook = {
    seat: 1,
    supplied_now: 4,
    income_now: 54,
    supplied: 6,
    income: 73,
    lack: null,
    may_bid: true,
    cities: [31, -1, 30, 36, 48],
};
const sceneOf = (money: number): Scene =>
    ({
        observation: { n_cities: [9, 7], order: [0, 2, 1] },
        view: { seats: [{ bot: '' }, { bot: 'l1' }] },
        sheet: { spec: { edition: 'classic' } },
        plainName: () => 'Hedy',
        cityName: (city: number) => `City ${city}`,
        money: () => money,
    }) as unknown as Scene;

test('an opponent is described by public values only', () => {
    const { title, note, rows, cities } = seatReport(LOOK, sceneOf(-1));
    expect([title, note]).toEqual(['Hedy', 'bot, third in order']);
    expect(rows.map(({ value }) => value)).toEqual(['hidden', '73', 'not available']);
    expect(rows[1]?.label).toBe('Powers 6 of 7, earns');
    expect(cities).toEqual([
        { name: 'City 2', price: 30 },
        { name: 'City 0', price: 31 },
        { name: 'City 3', price: 36 },
    ]);
});

test('a seat that cannot bid higher just has money', () => {
    expect(seatReport(LOOK, sceneOf(129)).rows[0]).toMatchObject({ label: 'Can bid up to', value: '129' });
    expect(seatReport({ ...LOOK, may_bid: false }, sceneOf(129)).rows[0]).toMatchObject({ label: 'Has', value: '129' });
});

test('who acts before the viewer is named, and many are counted', () => {
    const scene = { viewer: 3, isShared: false, plainName: (seat: number) => 'ABCDEF'[seat] } as unknown as Scene;
    expect(nextWords(scene, [3, 1])).toBe('you are next');
    expect(nextWords(scene, [1, 3])).toBe('B, then you');
    expect(nextWords(scene, [1, 0, 3])).toBe('B, A, then you');
    expect(nextWords(scene, [1, 0, 2, 3])).toBe('B and 2 more, then you');
    expect(nextWords(scene, [1, 0])).toBe('');
    expect(nextWords({ ...scene, viewer: -3 } as unknown as Scene, [1, 0])).toBe('');
});

test('runs stand side by side with what they earn and keep; what is chosen is among them', () => {
    const run = (cities: number, income: number, less: number, burns: number[][], kept: number[], worth: number) => ({
        cities,
        income,
        less,
        first: 0,
        n_hybrid: 0,
        burns,
        kept,
        worth,
    });
    const power = {
        runs: [
            run(0, 10, 88, [[0, 0]], [4, 2], 22),
            run(2, 33, 65, [[2, 0]], [2, 2], 14),
            run(7, 82, 16, [[2, 2]], [2, 0], 8),
            run(9, 98, 0, [[4, 2]], [0, 0], 0),
        ],
        compared: [3, 2, 0],
        is_plain: true,
        prices: [4, 3],
    };
    const runs = [0, 1, 2, 3].map((mask): [number, number, number, number] => [mask, 0, 0, 0]);
    const scene = {
        viewer: 0,
        money: () => 19,
        plantName: (card: number) => `P${card}`,
        kindWithin: (kind: number) => ['coal', 'oil'][kind],
    };
    const rows = (mask: number) => runRows(scene as unknown as Scene, { power, runs, run: mask, first: 0 });
    expect(rows(3).map(({ mask, note, money }) => [mask, note, money])).toEqual([
        [3, 'burns 4 coal, 2 oil', 117],
        [2, '16 less; keeps 2 coal, worth 8', 101],
        [0, '88 less; keeps 4 coal, 2 oil, worth 22', 29],
    ]);
    expect(rows(1).map(({ mask }) => mask)).toEqual([3, 2, 1, 0]);
    expect(rows(3)[0]?.plants).toEqual(['P0', 'P1']);
});
