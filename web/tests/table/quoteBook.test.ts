/** The page's quotes are those of the shown position. */
import { expect, test, vi } from 'vitest';

import { editionOf } from '../../src/game/edition';
import type { CityQuote, Quotes } from '../../src/protocol/api';
import { QuoteBook, positionOf } from '../../src/table/quoteBook.svelte';
import type { Scene } from '../../src/table/scene';

const memphis: CityQuote = { city: 0, house: 10, connection: 7, path: [1, 0], refusal: null };
const full: CityQuote = {
    city: 1,
    house: null,
    connection: 4,
    path: [0, 1],
    refusal: { code: 'no_open_space', clause: 'c6.5', numbers: { houses: 1 } },
};
const told = (cities: CityQuote[]): Quotes => ({ version: 9, seat: 0, cities });

test('quotes are drawn with parts, and what has no house has no total', async () => {
    const book = new QuoteBook();
    book.turnTo('a');
    book.fetch('a', () => Promise.resolve(told([memphis, full])));
    await vi.waitFor(() => expect(book.cities).toHaveLength(2));
    expect(book.of(1)).toEqual(full);
    expect(book.of(-1)).toBeUndefined();
    expect(book.drawn).toEqual([
        { city: 0, house: 10, way: 7, total: 17, path: [1, 0] },
        { city: 1, refusal: 'no_open_space', clause: 'c6.5', numbers: { houses: 1 } },
    ]);
});

test('another position has no quotes of the last one, which is only drawn until the next is there', async () => {
    const book = new QuoteBook();
    book.turnTo('a');
    book.fetch('a', () => Promise.resolve(told([memphis])));
    await vi.waitFor(() => expect(book.cities).toHaveLength(1));
    book.asked = 0;
    book.turnTo('b');
    expect(book.cities).toEqual([]);
    expect(book.asked).toBe(-1);
    expect(book.drawn).toHaveLength(1);
    expect(book.partsOf(0, 17)).toEqual(memphis);
    expect(book.partsOf(0, 18)).toBeUndefined();
    book.turnTo('');
    expect(book.drawn).toEqual([]);
    expect(book.partsOf(0, 17)).toBeUndefined();
});

test('an answer that was called off is thrown away', async () => {
    const book = new QuoteBook();
    book.turnTo('a');
    let answer: (quotes: Quotes) => void = () => undefined;
    let heard: AbortSignal | undefined;
    const callOff = book.fetch('a', (signal) => {
        heard = signal;
        return new Promise((done) => (answer = done));
    });
    await vi.waitFor(() => expect(heard).toBeDefined());
    callOff();
    expect(heard?.aborted).toBe(true);
    answer(told([memphis]));
    await Promise.resolve();
    await Promise.resolve();
    expect(book.cities).toEqual([]);
});

test('known quotes are not requested again, and without quotes there is no request', async () => {
    const book = new QuoteBook();
    const ask = vi.fn(() => Promise.resolve(told([memphis])));
    book.turnTo('a');
    book.fetch('a', ask);
    await vi.waitFor(() => expect(book.cities).toHaveLength(1));
    book.fetch('a', ask);
    book.fetch('', ask);
    expect(ask).toHaveBeenCalledTimes(1);
});

test('a request without an answer is sent again', async () => {
    vi.useFakeTimers();
    const book = new QuoteBook();
    const ask = vi
        .fn()
        .mockRejectedValueOnce(new Error('away'))
        .mockResolvedValue(told([memphis]));
    book.turnTo('a');
    book.fetch('a', ask);
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledTimes(2);
    expect(book.cities).toHaveLength(1);
    vi.useRealTimers();
});

const observation = { round: 2, step: 1, regions: 7, spaces: [0, -1], money: [30, -1], plants: [[3], [4]], actor: 1 };
const scene = (change: object, more: object = {}): Scene =>
    ({
        observation: { ...observation, ...change },
        viewer: 0,
        isOver: false,
        edition: editionOf('classic'),
        ...more,
    }) as unknown as Scene;

test('a position is what a quote depends on', () => {
    const now = positionOf(scene({}), false);
    expect(now).not.toBe('');
    expect(positionOf(scene({ actor: 0, money: [30, 99], plants: [[3], [5]] }), false)).toBe(now);
    for (const change of [
        { step: 2 },
        { money: [29, -1] },
        { spaces: [0, 1] },
        { plants: [[3, 5], [4]] },
        { regions: 3 },
    ]) {
        expect(positionOf(scene(change), false)).not.toBe(now);
    }
});

test('nothing is quoted to spectators, before the first round, in the past and without a board', () => {
    expect(positionOf(scene({}, { viewer: -3 }), false)).toBe('');
    expect(positionOf(scene({ round: 0 }), false)).toBe('');
    expect(positionOf(scene({}), true)).toBe('');
    expect(positionOf(scene({}, { edition: editionOf('card') }), false)).toBe('');
    expect(positionOf(scene({}, { isOver: true }), false)).toBe('');
});
