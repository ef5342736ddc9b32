/** Numbers at hand: what the rail, the stack and a seat that is looked at tell. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';

import CityRail from '../src/design/CityRail.svelte';
import { cardsAbove } from '../src/game/stack';
import type { SeatOutlook } from '../src/protocol/api';
import type { Scene } from '../src/table/scene';
import { seatReport } from '../src/table/seatReport';
import { startWords } from '../src/words';

let shown: ReturnType<typeof mount> | null = null;
beforeAll(startWords);
afterEach(async () => {
    if (shown) await unmount(shown);
    shown = null;
});

test('the rail tells income, places, step 2 and the end, and where a plan leads', () => {
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

test('cards above the step card are told only where its place is certain', () => {
    const stack = { pools: [0b0110, 0b1000], counts: [2, 1], n_mixed: 1, top_back: 0 };
    expect(cardsAbove(stack, 1, 3)).toBe(2);
    expect(cardsAbove({ ...stack, n_mixed: 2 }, 1, 3)).toBeNull();
    expect(cardsAbove(stack, 1, 2)).toBeNull();
    expect(cardsAbove(stack, 1, 5)).toBeNull();
});

test('an opponent is told with what lies open, and no more', () => {
    const look: SeatOutlook = {
        seat: 1,
        supplied_now: 4,
        income_now: 54,
        supplied: 6,
        income: 73,
        lack: null,
        cities: [31, -1, 30, 36, 48],
    };
    const scene = { observation: { n_cities: [9, 7] }, plainName: () => 'Hedy', money: () => -1 } as unknown as Scene;
    const { title, rows } = seatReport(look, scene);
    expect(title).toBe('Hedy');
    expect(rows.map(({ value }) => value)).toEqual(['hidden', '73', 'not to be had', '30, 31, 36']);
    expect(rows[1]?.label).toBe('Powers 6 of 7, earns');
});
