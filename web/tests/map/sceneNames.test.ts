import { expect, test } from 'vitest';

import { roomyNames } from '../../src/map/sceneNames';

const label = { side: 'below', x: 0, y: 23, lines: ['Memphis'] } as const;
const city = (number: number, x: number, y: number) => ({ city: number, x, y, seats: [0] });
const named = (cities: ReturnType<typeof city>[], unit = 1, frame = '0 0 400 300'): number[] => [
    ...roomyNames(cities, () => label, unit, frame),
];

test('names that stand apart are all written', () => {
    expect(named([city(0, 100, 100), city(1, 200, 100)])).toEqual([0, 1]);
});

test('of two names in one place the first is written', () => {
    expect(named([city(0, 100, 100), city(1, 125, 100)])).toEqual([0]);
});

test('no name covers a house', () => {
    expect(named([city(0, 100, 100), city(1, 100, 120)])).toEqual([1]);
});

test('a map that is shown smaller has room for fewer', () => {
    const cities = [city(0, 100, 100), city(1, 150, 100)];
    expect(named(cities)).toEqual([0, 1]);
    expect(named(cities, 2)).toEqual([0]);
});

test('a name that the edge would cut is left out', () => {
    expect(named([city(0, 10, 100), city(1, 390, 100), city(2, 200, 290)])).toEqual([]);
});
