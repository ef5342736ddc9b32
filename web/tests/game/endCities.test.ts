// @vitest-environment node
import { expect, test } from 'vitest';

import { endCities } from '../../src/game/endCities';

const rules = { end_cities: 4, board: { city_regions: [0, 0, 0, 1, 1, 2] } } as never;

test('the end needs at most the cities in play', () => {
    expect(endCities(rules, 0b001)).toBe(3);
    expect(endCities(rules, 0b011)).toBe(4);
});

test('before regions are chosen it is what the rules say', () => {
    expect(endCities(rules, 0)).toBe(4);
});
