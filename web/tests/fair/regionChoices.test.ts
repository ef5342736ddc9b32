// @vitest-environment node
import { expect, it } from 'vitest';

import { regionChoices } from '../../src/fair/redeal.js';
import type { Rules } from '../../src/game/sheet.js';

/** Four regions in a row with a city each, of which the last is linked to none. */
function row(n_regions: number, more: Partial<Rules['board']> = {}): Rules {
    const board = {
        regions: ['a', 'b', 'c', 'd'],
        city_regions: [0, 1, 2, 3],
        links: [
            [0, 1, 5],
            [1, 2, 5],
        ],
        region_neighbours: [0b0010, 0b0101, 0b1010, 0b0100],
        ...more,
    };
    return { n_regions, board } as unknown as Rules;
}

it('joins regions that touch and whose cities are linked', () => {
    expect(regionChoices(row(2))).toEqual([0b0011, 0b0110]);
});

it('takes any regions where every city can be reached at a flat cost', () => {
    expect(regionChoices(row(2, { flat: 20 }))).toEqual([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
});

it('joins the regions of each landmass', () => {
    expect(regionChoices(row(2, { apart: [0b0111, 0b1000] }))).toEqual([0b0011, 0b0110, 0b1001, 0b1010, 0b1100]);
});
