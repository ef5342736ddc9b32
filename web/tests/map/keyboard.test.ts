// @vitest-environment node
// Arrow keys reach every city of every board from every other.

import { describe, expect, test } from 'vitest';
import { type Direction, cityByLetter, cityNear, nextCity } from '../../src/map/arrows';
import { BOARDS, loadBoard } from '../../src/map/data/index';

const ALL: readonly Direction[] = ['up', 'down', 'left', 'right'];

/** Cities that arrows cannot reach from the given one. */
function unreached(cities: readonly { x: number; y: number }[], from: number): number[] {
    const seen = new Set([from]);
    for (const city of seen) {
        for (const direction of ALL) seen.add(nextCity(cities, city, direction));
    }
    return cities.map((_, city) => city).filter((city) => !seen.has(city));
}

describe.each(BOARDS)('%s', (board) => {
    test('arrows reach every city from every city', async () => {
        const { cities } = await loadBoard(board);
        const lost = cities.flatMap((_, city) =>
            unreached(cities, city).map((other) => `${cities[city]!.name} to ${cities[other]!.name}`),
        );
        expect(lost).toEqual([]);
    });

    test('an arrow never leads backwards', async () => {
        const { cities } = await loadBoard(board);
        cities.forEach((city, number) => {
            expect(cities[nextCity(cities, number, 'right')]!.x).toBeGreaterThanOrEqual(city.x);
            expect(cities[nextCity(cities, number, 'up')]!.y).toBeLessThanOrEqual(city.y);
        });
    });
});

test('a city apart from all ways is found out', () => {
    // From the middle nothing leads to a city in the same place.
    expect(
        unreached(
            [
                { x: 0, y: 0 },
                { x: 9, y: 0 },
                { x: 9, y: 0 },
            ],
            0,
        ),
    ).toEqual([2]);
});

test('the nearest city that lies ahead is taken', () => {
    const cities = [
        { x: 0, y: 0 },
        { x: 60, y: 5 },
        { x: 30, y: 28 },
        { x: -10, y: 0 },
        { x: 0, y: -50 },
    ];
    expect(nextCity(cities, 0, 'right')).toBe(1);
    expect(nextCity(cities, 0, 'left')).toBe(3);
    expect(nextCity(cities, 0, 'up')).toBe(4);
    expect(nextCity(cities, 4, 'up')).toBe(4);
    expect(cityNear(cities, 55, 0)).toBe(1);
});

test('a letter goes round the cities that begin with it', () => {
    const cities = ['Aachen', 'Berlin', 'Bremen', 'Ulm'].map((name) => ({ name }));
    expect(cityByLetter(cities, -1, 'b')).toBe(1);
    expect(cityByLetter(cities, 1, 'b')).toBe(2);
    expect(cityByLetter(cities, 2, 'B')).toBe(1);
    expect(cityByLetter(cities, 2, 'x')).toBe(2);
});
