// @vitest-environment node
// Appearance of the map for observations and offers.

import { expect, test } from 'vitest';
import { loadBoard } from '../../src/map/data/index';
import { SPACE_COSTS, building, observed } from '../../src/map/gallery/scenes';
import { TRUST, looksOf } from '../../src/map/looks';
import { lanesOf, linkPath, seatsOnLinks, withLinks } from '../../src/map/networks';
import { reportOn, spoken } from '../../src/map/report';
import { underFinger, underMouse } from '../../src/map/targets';
import {
    type View,
    beyond,
    isWithin,
    openingView,
    symbolScale,
    viewBeside,
    viewOf,
    viewWith,
    wholeMap,
} from '../../src/map/view';
import { NAME, SHEET } from '../../src/map/metrics';
import { speaking } from './words';

const board = await loadBoard('usa');
const named = (name: string): number => board.cities.findIndex((city) => city.name === name);
const [memphis, chicago, houston, seattle, detroit] = ['Memphis', 'Chicago', 'Houston', 'Seattle', 'Detroit'].map(
    named,
) as [number, number, number, number, number];
const SAY = speaking('en');

function spaces(houses: Record<number, number[]>): number[] {
    return board.cities.flatMap((_, city) => [0, 1, 2].map((place) => houses[city]?.[place] ?? -1));
}

const observation = observed(board, {
    regions: board.regions.reduce((mask, { id }, region) => (id === 'purple' ? mask : mask | (1 << region)), 0),
    spaces: spaces({ [memphis]: [2], [chicago]: [0], [detroit]: [0, 1], [houston]: [TRUST] }),
    money: [41, 57, 43, 84],
});
const offers = [{ offer: 'connect' as const, seat: 0, cities: [memphis, houston], costs: [22, 40] }];
const scene = { board, observation, viewer: 0, seatNames: ['You', 'North', 'East', 'West'], say: SAY };

test('places are taken, free or closed by the step', () => {
    const looks = looksOf(board, { observation, offers: [], viewer: 0 });
    expect(looks[memphis]!.places).toEqual([2, 'free', 'closed']);
    expect(looks[detroit]!.places).toEqual([0, 1, 'closed']);
    expect(looks[detroit]!.isFull).toBe(true);
    expect(looks[detroit]!.isMine).toBe(true);
    expect(looks[houston]!.places[0]).toBe(TRUST);
    expect(looks[seattle]!.inPlay).toBe(false);
});

test("an offer gives its total; the sheet's prices give its parts", () => {
    expect(looksOf(board, { observation, offers, viewer: 0 })[memphis]!.quote).toEqual({ city: memphis, total: 22 });
    const look = looksOf(board, { observation, offers, viewer: 0, spaceCosts: SPACE_COSTS })[memphis]!;
    expect(look.quote).toEqual({ city: memphis, total: 22, house: 15, way: 7 });
    expect(look.reach).toBe('offered');
    expect(looksOf(board, { observation, offers, viewer: 0 })[chicago]!.reach).toBe('none');
});

test('a city that was filled after the last quotes has no price any more', () => {
    const quotes = [memphis, detroit].map((city) => ({ city, house: 15, way: 7, total: 22 }));
    const looks = looksOf(board, { observation, offers: [{ offer: 'finish-building', seat: 0 }], viewer: 0, quotes });
    expect([looks[memphis]!.reach, looks[detroit]!.reach]).toEqual(['beyond', 'none']);
});

test('a city that was filled after the last offers or in spite of a plan has none either', () => {
    const filled = { ...observation, spaces: [...observation.spaces] };
    filled.spaces.splice(memphis * 3, 3, 0, 1, 2);
    const planned = [{ city: memphis, isShort: true }];
    const [before, after] = [observation, filled].map(
        (seen) => looksOf(board, { observation: seen, offers, viewer: 0, planned })[memphis]!,
    );
    expect([before!.reach, before!.isShort]).toEqual(['offered', true]);
    expect([after!.reach, after!.isShort]).toEqual(['none', false]);
});

test('a city is spoken with its place, its way and its total', () => {
    const look = looksOf(board, { observation, offers, viewer: 0, spaceCosts: SPACE_COSTS })[memphis]!;
    expect(spoken(look, scene)).toBe(
        'Memphis, second place 15, way 7, together 22. Taken by East. One place free. South Central.',
    );
    const german = { ...scene, say: speaking('de') };
    expect(spoken(look, german)).toBe(
        'Memphis, zweiter Platz 15, Weg 7, zusammen 22. Besetzt von East. Ein Platz frei. Süden.',
    );
});

test('the report names the way that the server named, and what is left', () => {
    const quotes = [{ city: memphis, total: 22, house: 15, way: 7, path: [named('St. Louis'), memphis] }];
    const look = looksOf(board, { observation, offers, viewer: 0, quotes })[memphis]!;
    const report = reportOn(look, scene);
    expect(report.rows).toEqual([
        { label: 'Place 2 in the city', value: '15' },
        { label: 'St. Louis – Memphis', value: '7' },
    ]);
    expect(report.left).toEqual({ label: 'Left after', value: '19' });
    expect(report.canChoose).toBe(true);
});

test('what is not possible says why', () => {
    const quotes = [{ city: named('Dallas'), total: 59, house: 15, way: 44, refusal: 'cannot_pay_connection' }];
    const looks = looksOf(board, { observation, offers, viewer: 0, quotes });
    const why = (city: number): string => reportOn(looks[city]!, scene).sentence;
    expect(why(named('Dallas'))).toBe('It costs 59; you have 41.');
    expect(reportOn(looks[named('Dallas')]!, scene).left).toEqual({ label: 'Short by', value: '18' });
    expect(why(seattle)).toBe('Out of play: this region is not used in this game.');
    expect(why(chicago)).toBe('You are there already.');
    expect(why(detroit)).toBe('You are there already. Also there: North.');
    const other = looksOf(board, { observation, offers, viewer: 3 });
    expect(reportOn(other[detroit]!, { ...scene, viewer: 3 }).sentence).toBe(
        'No place is open in step 2. Taken by You, North.',
    );
});

test('hidden money shows nothing that is left', () => {
    const hidden = { ...observation, money: [-1, -1, -1, -1] };
    const look = looksOf(board, { observation: hidden, offers, viewer: 0 })[memphis]!;
    expect(reportOn(look, { ...scene, observation: hidden }).left).toBeNull();
});

test('before the first card the bare board is drawn', () => {
    const looks = looksOf(board, { observation: null, offers: [], viewer: -3 });
    expect(looks.every(({ inPlay, isMine, reach }) => inPlay && !isMine && reach === 'none')).toBe(true);
});

test('networks on one link run side by side', () => {
    const seats = seatsOnLinks(board, observed(board, { spaces: spaces({ [chicago]: [0, 1], [detroit]: [0, 1] }) }));
    const link = board.links.findIndex(({ ends }) => ends.includes(chicago) && ends.includes(detroit));
    expect(seats[link]).toEqual([0, 1]);
    expect(seats.flat()).toHaveLength(2);
    const [one, other] = lanesOf(board, seats);
    const at = (path: string): number[] => path.split(/[ML ]/).filter(Boolean).map(Number);
    const [a, b] = [at(one!.path), at(other!.path)];
    expect(Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)).toBeCloseTo(6, 0);
    expect(linkPath(board, link)).toMatch(/^M\d/);
});

test('a paid way through a foreign city is drawn along all its links', () => {
    const made = building(board, 4, 6, 2);
    const way = made.ways.find(({ path }) => path.length === 3) ?? made.ways[0]!;
    const seats = seatsOnLinks(board, made.observation, [way]);
    expect(seats.filter((list) => list.includes(way.seat))).toHaveLength(way.path.length - 1);
});

test('a finger between two close cities gets a choice, a mouse does not', () => {
    const cities = [
        { x: 100, y: 100 },
        { x: 118, y: 120 },
        { x: 400, y: 400 },
    ];
    const pointer = { x: 109, y: 110, scale: 0.6, symbols: 1 };
    expect(underFinger(cities, pointer)).toEqual([0, 1]);
    expect(underFinger(cities, { ...pointer, x: 400, y: 415 })).toEqual([2]);
    expect(underFinger(cities, { ...pointer, x: 300, y: 300 })).toEqual([]);
    expect(underMouse(cities, { ...pointer, x: 100, y: 100 })).toBe(0);
    expect(underMouse(cities, { ...pointer, x: 250, y: 250 })).toBeNull();
});

test('a finger on one capsule with room around it means that city', () => {
    const cities = [
        { x: 100, y: 100 },
        { x: 190, y: 100 },
    ];
    expect(underFinger(cities, { x: 104, y: 102, scale: 1.4, symbols: 1 })).toEqual([0]);
});

/** Place of a city in a window. */
const seen = (city: number, view: View) => ({
    x: board.cities[city]!.x * view.k + view.x,
    y: board.cities[city]!.y * view.k + view.y,
});
const drawnOf = (cities: readonly number[]) => cities.map((city) => board.cities[city]!);
const nameSize = ({ k }: View): number => NAME.size * k * symbolScale(k, true);

test('a phone opens at what concerns the viewer, a laptop with the whole map', () => {
    const concerns = { own: drawnOf([chicago]), reach: drawnOf([memphis, detroit]), inPlay: board.cities };
    const laptop = { width: 728, height: 520 };
    expect(openingView(laptop, concerns, board)).toEqual(wholeMap(laptop, board));
    const phone = { width: 390, height: 589 };
    const view = openingView(phone, concerns, board);
    for (const city of [chicago, memphis, detroit]) {
        const { x, y } = seen(city, view);
        expect(x).toBeGreaterThan(20);
        expect(x).toBeLessThan(370);
        expect(y).toBeGreaterThan(60);
        expect(y).toBeLessThan(589);
    }
    expect(nameSize(view)).toBeGreaterThanOrEqual(11);
    expect(nameSize(view)).toBeLessThanOrEqual(15);
});

test('where not everything in reach fits, a phone shows the cheapest, with names to read', () => {
    const far = board.cities.map((_, city) => city).filter((city) => city !== chicago);
    const concerns = { own: drawnOf([chicago]), reach: drawnOf([memphis, ...far]), inPlay: board.cities };
    const view = viewOf(concerns, { width: 390, height: 589 });
    const { x } = seen(memphis, view);
    expect(x > 20 && x < 370).toBe(true);
    expect(nameSize(view)).toBeGreaterThanOrEqual(11);
    const first = viewOf({ own: [], reach: [], inPlay: board.cities }, { width: 390, height: 589 });
    expect(nameSize(first)).toBeGreaterThanOrEqual(10.99);
});

test('before the first city a phone shows land from top to bottom, and counts what is beside it', () => {
    const window = { width: 390, height: 505 };
    const view = viewOf({ own: [], reach: [], inPlay: board.cities }, window);
    expect(view.k).toBeGreaterThanOrEqual(1.2);
    expect(view.k).toBeLessThanOrEqual(1.5);
    const within = board.cities.filter((city) => isWithin(city, view, window));
    const { west, east } = beyond(board.cities, view, window);
    expect(within.length + west + east).toBe(board.cities.length);
    // No other place shows more of them.
    for (let x = -900; x <= 300; x += 5)
        expect(board.cities.filter((city) => isWithin(city, { ...view, x }, window)).length).toBeLessThanOrEqual(
            within.length,
        );
});

test('arrows lead to the last city on a side, and no further', () => {
    const window = { width: 390, height: 505 };
    for (const side of [-1, 1] as const) {
        let view = viewOf({ own: [], reach: [], inPlay: board.cities }, window);
        for (let leap = 0; leap < 9; leap += 1) {
            view = viewBeside(board.cities, view, window, side);
            expect(board.cities.some((city) => isWithin(city, view, window))).toBe(true);
        }
        expect(viewBeside(board.cities, view, window, side)).toEqual(view);
        const xs = board.cities.map(({ x }) => x * view.k + view.x);
        const [outermost, edge] = side < 0 ? [Math.min(...xs), 0] : [Math.max(...xs), window.width];
        expect(Math.abs(outermost - edge)).toBeLessThan(60);
    }
});

test('a phone goes to cities that are advised just as far as they come into sight', () => {
    const window = { width: 390, height: 420 };
    const from = viewOf({ own: drawnOf([chicago]), reach: [], inPlay: [] }, window);
    expect(seen(seattle, from).x).toBeLessThan(0);
    const there = viewWith(drawnOf([seattle]), from, window);
    expect(there.k).toBe(from.k);
    const { x, y } = seen(seattle, there);
    expect(x > 20 && x < 370 && y > 60 && y < 400).toBe(true);
    expect(viewWith(drawnOf([chicago]), from, window)).toEqual(from);
    const both = viewWith(drawnOf([chicago, memphis]), { ...from, k: 4 }, window);
    for (const city of [chicago, memphis]) expect(seen(city, both).x > 20 && seen(city, both).x < 370).toBe(true);
});

test('the whole map shows every city in windows of all sizes', () => {
    for (const window of [
        { width: 728, height: 462 },
        { width: 512, height: 480 },
        { width: 390, height: 589 },
    ]) {
        const view = wholeMap(window, board);
        board.cities.forEach((_, city) => {
            const { x, y } = seen(city, view);
            expect(x > 10 && x < window.width - 10).toBe(true);
            expect(y > 5 && y < window.height - 5).toBe(true);
        });
    }
});

test('capsules never shrink in pixels as the map grows', () => {
    for (const isNarrow of [true, false]) {
        let before = 0;
        for (let k = 0.67; k < 6; k += 0.1) {
            expect(k * symbolScale(k, isNarrow)).toBeGreaterThanOrEqual(before - 1e-9);
            before = k * symbolScale(k, isNarrow);
        }
    }
    expect(symbolScale(1, false)).toBe(1);
    expect(SHEET.width).toBe(board.width);
});

test("the table's own costs stand on the plates", () => {
    const [first, second] = board.links;
    const changed = withLinks(board, [
        [first!.ends[1], first!.ends[0], 99],
        [seattle, houston, 5],
    ]);
    expect(changed.links[0]).toEqual({ ...first, cost: 99 });
    expect(changed.links).toHaveLength(2);
    expect(changed.links[1]!.plate[0]).toBe((board.cities[seattle]!.x + board.cities[houston]!.x) / 2);
    expect(withLinks(board).links[1]).toBe(second);
});

test('a city that is not on offer says how many places are free', () => {
    const look = looksOf(board, { observation, offers: [], viewer: 0 })[named('Dallas')]!;
    expect(reportOn(look, scene).sentence).toBe('2 places free');
});
