import { expect, test } from 'vitest';

import { cropTo, smallCities, smallLines } from '../../src/map/smallNetworks';

const PLACES: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
];
const ENDS: [number, number][] = [
    [0, 1],
    [1, 2],
];

test('a line joins two cities of one seat', () => {
    expect(smallLines(PLACES, ENDS, [[0, 1], [2]])).toEqual([{ seat: 0, path: 'M0 0L10 0' }]);
});

test('two seats on one link lie side by side', () => {
    const lines = smallLines(PLACES, ENDS, [
        [0, 1],
        [0, 1],
    ]);
    expect(lines.map(({ path }) => path)).toEqual(['M0 -0.8L10 -0.8', 'M0 0.8L10 0.8']);
});

test('a city has the markers of all who built there', () => {
    expect(smallCities(PLACES, [[1], [], [1, 2]])).toEqual([
        { city: 1, x: 10, y: 0, seats: [0, 2] },
        { city: 2, x: 10, y: 10, seats: [2] },
    ]);
});

test('what is shown holds all points, in the wanted proportions', () => {
    const [x, y, width, height] = cropTo(
        [
            [20, 30],
            [60, 40],
        ],
        { width: 100, height: 100 },
        2,
    )
        .split(' ')
        .map(Number) as [number, number, number, number];
    expect(width / height).toBeCloseTo(2);
    expect(x).toBeLessThanOrEqual(20);
    expect(x + width).toBeGreaterThanOrEqual(60);
    expect(y).toBeLessThanOrEqual(30);
    expect(y + height).toBeGreaterThanOrEqual(40);
});

test('without networks the whole sheet is shown', () => {
    expect(cropTo([], { width: 100, height: 50 }, 2)).toBe('0 0 100 50');
});

test('a part at the edge moves into the sheet, if it is to', () => {
    const corner = [[98, 2]] as const;
    const sheet = { width: 100, height: 50 };
    expect(cropTo(corner, sheet, 2, 0.4, true)).toBe('60 0 40 20');
    expect(cropTo(corner, sheet, 2, 0.4)).toBe('78 -8 40 20');
});
