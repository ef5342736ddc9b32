// @vitest-environment jsdom
// The drawn map in a document: states, keyboard, pointer, list and chooser.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadBoard } from '../../src/map/data/index';
import { SPACE_COSTS, building, madeUp } from '../../src/map/gallery/scenes';
import MapSheet from '../../src/map/MapSheet.svelte';
import { speaking } from './words';

const board = await loadBoard('usa');
// A busy machine takes its time to draw a whole board.
vi.setConfig({ testTimeout: 30_000 });

let shown: ReturnType<typeof mount> | undefined;

beforeEach(() => {
    document.body.innerHTML = '';
});
afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
});

function show(scene: string, more: Record<string, unknown> = {}) {
    const onChoose = vi.fn();
    const onPoint = vi.fn();
    const made = madeUp(board, scene);
    shown = mount(MapSheet, {
        target: document.body,
        props: {
            board,
            ...made,
            chosen: null,
            viewer: 0,
            say: speaking('en'),
            seatNames: ['You', 'North', 'East', 'West'],
            spaceCosts: SPACE_COSTS,
            onChoose,
            onPoint,
            ...more,
        },
    });
    flushSync();
    const listbox = document.querySelector<SVGSVGElement>('[role=listbox]')!;
    const press = (key: string): void => {
        listbox.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        flushSync();
    };
    return { listbox, press, onChoose, onPoint, made };
}

const city = (number: number): Element => document.querySelector(`[data-city="${board.cities[number]!.id}"]`)!;
const active = (listbox: Element): string | null => {
    const id = listbox.getAttribute('aria-activedescendant');
    const name = id === null ? null : document.getElementById(id)?.getAttribute('aria-label');
    return name === null
        ? null
        : (board.cities.find((each) => name?.startsWith(`${each.name}.`) || name?.startsWith(`${each.name},`))?.id ??
              'no city');
};

test('every state of the design is drawn', () => {
    const { made } = show('building');
    const all = document.querySelectorAll('.city');
    expect(all).toHaveLength(board.cities.length);
    for (const state of [
        '.off .dot',
        '.mine .body.p1',
        '.full',
        '.planned .ghost',
        '.offered .cap',
        '.cap.beyond',
        '.slot.closed',
        '.mk.p2',
        '.mk.p3',
    ]) {
        expect([
            state,
            document.querySelectorAll(
                `.city${state.startsWith('.cap') || state.startsWith('.slot') || state.startsWith('.mk') ? ' ' : ''}${state}`,
            ).length > 0,
        ]).toEqual([state, true]);
    }
    const offer = made.offers[0]!;
    if (offer.offer !== 'connect') throw new Error('expected an offer to connect');
    expect(city(offer.cities[0]!).querySelector('.cap text')?.textContent).toBe(String(offer.costs[0]));
    expect(document.querySelectorAll('.plate')).toHaveLength(board.links.length);
    expect(document.querySelectorAll('.region.off')).toHaveLength(2);
    expect(document.querySelectorAll('.net').length).toBeGreaterThan(8);
    expect(document.querySelector('.plan-casing')).not.toBeNull();
});

test('nothing is offered in an auction, and no price is drawn', () => {
    show('auction');
    expect(document.querySelectorAll('.cap')).toHaveLength(0);
    expect(document.querySelector('.gwmap.build')).toBeNull();
    expect(document.querySelector('.legend')?.textContent).toContain('open, 10 then 15');
});

test('six seats have six patterns', () => {
    show('late');
    for (const seat of [1, 2, 3, 4, 5, 6])
        expect(document.querySelectorAll(`.net.n${String(seat)}`).length).toBeGreaterThan(0);
});

test('the cities are one tab stop; arrows, Enter and Escape do the rest', () => {
    const { listbox, press, onChoose, onPoint } = show('building');
    expect(document.querySelectorAll('svg [tabindex="0"]')).toHaveLength(0);
    expect(listbox.getAttribute('tabindex')).toBe('0');
    press('ArrowRight');
    const first = active(listbox);
    expect(first).not.toBeNull();
    press('ArrowRight');
    expect(active(listbox)).not.toBe(first);
    const now = board.cities.findIndex(({ id }) => id === active(listbox));
    expect(onPoint).toHaveBeenLastCalledWith(now);
    press('Enter');
    expect(onChoose).toHaveBeenCalledWith(now);
    press('Escape');
    expect(active(listbox)).toBeNull();
    expect(onPoint).toHaveBeenLastCalledWith(null);
    press('m');
    expect(active(listbox)).toBe('memphis');
});

test('pointing shows the way that would be paid and the report', () => {
    const { made, press } = show('building');
    const quote = made.quotes.find(({ refusal, path }) => refusal === undefined && (path?.length ?? 0) > 1)!;
    press(board.cities[quote.city]!.name[0]!);
    for (let n = 0; n < 50 && !city(quote.city).classList.contains('pointed'); n += 1)
        press(board.cities[quote.city]!.name[0]!);
    expect(document.querySelector('.way')?.getAttribute('d')?.match(/M/g)).toHaveLength(quote.path!.length - 1);
    expect(document.querySelector('.inspector h4')?.textContent).toBe(
        `${board.cities[quote.city]!.name}${String(quote.total)}`,
    );
});

test('without a path from the server no way is drawn, and the total still is', () => {
    const made = building(board, 4, 6, 2);
    const offer = made.offers[0]!;
    if (offer.offer !== 'connect') throw new Error('expected an offer to connect');
    show('building', { quotes: [], chosen: offer.cities[0] });
    expect(document.querySelector('.way')).toBeNull();
    expect(document.querySelector('.inspector h4')?.textContent).toContain(String(offer.costs[0]));
});

test('every city has its sentence', () => {
    show('building');
    expect(document.querySelectorAll('[role=option]')).toHaveLength(board.cities.length);
    for (const each of document.querySelectorAll('[role=option]'))
        expect(each.getAttribute('aria-label')).toMatch(/^[^.]+.*[.] .+[.]$/);
    expect(document.querySelector('[role=listbox]')?.getAttribute('aria-label')).toBe('Map: USA, 4 regions in play');
});

test('the list offers the same cities as buttons', async () => {
    const { onChoose } = show('building');
    document.querySelector<HTMLButtonElement>('[aria-label="Cities as a list"]')!.click();
    await vi.waitFor(() => expect(document.querySelector('.city-list')).not.toBeNull());
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('.city-list li button')];
    const inPlay = document.querySelectorAll('.city:not(.off)').length;
    expect(buttons).toHaveLength(inPlay);
    buttons[0]!.click();
    expect(onChoose).toHaveBeenCalledTimes(1);
});

test('a click chooses any city, a tap takes an offered one immediately', () => {
    const { listbox, onChoose } = show('building');
    const { x, y } = board.cities[5]!;
    const at = { clientX: x, clientY: y, bubbles: true };
    listbox.dispatchEvent(new MouseEvent('click', at));
    flushSync();
    expect(onChoose).toHaveBeenCalledTimes(1);
    expect(onChoose).toHaveBeenLastCalledWith(5);
    const isOffered = (city: number): boolean =>
        document.querySelector(`.city.offered[data-city="${board.cities[city]!.id}"]`) !== null;
    const tap = (city: number): void => {
        const place = { clientX: board.cities[city]!.x, clientY: board.cities[city]!.y, bubbles: true };
        const touch = new MouseEvent('pointerdown', place);
        Object.defineProperty(touch, 'pointerType', { value: 'touch' });
        listbox.dispatchEvent(touch);
        listbox.dispatchEvent(new MouseEvent('click', place));
        flushSync();
    };
    const all = board.cities.map((_, city) => city);
    const free = all.find((city) => isOffered(city) && city !== 5)!;
    tap(free);
    expect(onChoose).toHaveBeenCalledTimes(2);
    expect(onChoose).toHaveBeenLastCalledWith(free);
    expect(active(listbox)).toBe(board.cities[free]!.id);
    const taken = all.find((city) => !isOffered(city))!;
    tap(taken);
    expect(onChoose).toHaveBeenCalledTimes(2);
});

test('a region on offer can be drafted', () => {
    const onDraft = vi.fn();
    show('draft', { onDraft });
    const regions = document.querySelectorAll<SVGPathElement>('.draft');
    expect(regions).toHaveLength(2);
    regions[1]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onDraft).toHaveBeenCalledWith(3);
});
