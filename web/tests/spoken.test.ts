// @vitest-environment jsdom
/** The market and the log for screen readers. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';

import FuelLadder from '../src/design/FuelLadder.svelte';
import type { LogLine } from '../src/design/logLine';
import PlantCard from '../src/design/PlantCard.svelte';
import { startWords } from '../src/words';
import Lines from './Lines.svelte';

let shown: ReturnType<typeof mount> | undefined;
beforeAll(startWords);
afterEach(() => {
    if (shown) void unmount(shown);
    document.body.replaceChildren();
});

const kinds = ['coal', 'oil', 'garbage', 'uranium'];
const plant = (name: string, over: object) => ({
    name,
    number: Number(name),
    kinds: [] as number[],
    need: 0,
    storage: 0,
    output: 1,
    back: 0,
    ...over,
});
const spoken = (): string | null | undefined => document.querySelector('.plant')?.getAttribute('aria-label');

test.each([
    ['market', plant('25', { kinds: [0], need: 2, output: 5 }), {}, 'Plant 25, burns 2 coal, supplies 5 cities'],
    ['eco', plant('13', { output: 1 }), {}, 'Plant 13, needs no fuel, supplies 1 city'],
    ['card game', plant('8', { kinds: [0], need: 3, output: 9 }), { coin: true }, 'Plant 8, burns 3 coal, earns 9'],
    [
        'discounted',
        plant('30', { kinds: [2], need: 3, output: 6 }),
        { from: 1 },
        'Plant 30, burns 3 garbage, supplies 6 cities, from 1',
    ],
    ['too dear', plant('36', { kinds: [0], need: 3, output: 7 }), { state: 'poor' }, /^Plant 36, .*, .+$/],
] as const)('a plant of the market is read in full: %s', (_name, face, more, words) => {
    shown = mount(PlantCard, { target: document.body, props: { plant: face, kinds, ...more } as never });
    const told = spoken();
    if (typeof words === 'string') expect(told).toBe(words);
    else expect(told).toMatch(words);
});

test('a plant that can be chosen is a button that says whether it is', () => {
    shown = mount(PlantCard, {
        target: document.body,
        props: { plant: plant('25', { kinds: [0], need: 2, output: 5 }), kinds, chosen: true, onpick: () => undefined },
    });
    const button = document.querySelector('button.plant');
    expect(button?.textContent).toContain('Plant 25, burns 2 coal, supplies 5 cities');
    expect(button?.getAttribute('aria-pressed')).toBe('true');
});

test('each fuel is read with its next price, supply and refill; the boxes are not read one by one', () => {
    const prices = [1, 1, 2, 2, 3, 3];
    const ladder = { prices, store_price: 0, n_closed: 0, total: 6 };
    shown = mount(FuelLadder, {
        target: document.body,
        props: { kinds: ['coal', 'oil'], ladders: [ladder, ladder] as never, tokens: [3, 0], refill: [2, 4] },
    });
    const market = document.querySelector('section');
    expect(market?.getAttribute('aria-label')).toBe('Fuel market');
    const told = [...document.querySelectorAll('.lname')].map((each) => each.textContent?.replace(/\s+/g, ' ').trim());
    expect(told[0]).toMatch(/Coal.*2.*3/);
    expect(told[1]).toMatch(/Oil.*none/i);
    expect([...document.querySelectorAll('.rf')].map((each) => each.textContent)).toEqual(['+2', '+4']);
    expect([...document.querySelectorAll('.cell')].every((cell) => cell.getAttribute('aria-hidden') === 'true')).toBe(
        true,
    );
});

test('what happens is read out once and in order; what was there before is not', () => {
    const line = (id: number, name: string): LogLine => ({
        id: String(id),
        seat: 0,
        before: '',
        name,
        after: ' builds.',
    });
    const told = { lines: [line(1, 'Ada')] };
    shown = mount(Lines, { target: document.body, props: { told } });
    flushSync();
    const status = document.querySelector('[role=status]');
    expect(document.querySelector('[role=region]')?.getAttribute('aria-label')).toBe('Log');
    expect(status?.textContent).toBe('');
    (shown as unknown as { tell: (lines: LogLine[]) => void }).tell([line(3, 'Cleo'), line(2, 'Bert'), line(1, 'Ada')]);
    flushSync();
    expect(status?.textContent).toBe('Bert builds. Cleo builds.');
    expect([...document.querySelectorAll('li')]).toHaveLength(3);
});
