// @vitest-environment node
// Packed lines are decoded unchanged, and rings are joined from lines that meet.

import { expect, test } from 'vitest';
import { areasOf, linesOf } from '../../src/map/data/packed';
import { linesBeside } from '../../tools/maps/edges';
import { nameWidth, regionNameWidth } from '../../tools/maps/letters';
import { textOf } from '../../tools/maps/pack';

test('lines come back as they were written', () => {
    const lines = [
        [
            [0, 0],
            [42, -42],
            [43, 900],
            [-1200, 901],
        ],
        [
            [-540, -600],
            [1996, 1640],
        ],
    ];
    expect(linesOf(textOf(lines))).toEqual(lines);
    expect(() => textOf([[[9000, 0]]])).toThrow('expected a step');
});

test('a border of two areas is written once, and both are whole again', () => {
    const square = (x: number): [number, number][][][] => [
        [
            [
                [x, 0],
                [x + 10, 0],
                [x + 10, 10],
                [x, 10],
                [x, 0],
            ],
        ],
    ];
    const lines = linesBeside([
        { region: 0, shape: square(0) },
        { region: null, shape: square(10) },
    ]);
    expect([...lines.keys()].sort()).toEqual(['0', '0 n', 'n']);
    expect(lines.get('0 n')).toHaveLength(1);
    const areas = areasOf(Object.fromEntries([...lines].map(([beside, found]) => [beside, textOf(found)])));
    const corners = (area: string): number => areas.path(area).split(/[ML ]/).length;
    expect(corners('0')).toBe(corners('n'));
    expect(areas.path('0')).toMatch(/^M.*z$/);
    expect(areas.beside(0)).toEqual([]);
});

test('letters are as wide as Chromium draws them', () => {
    for (const [letter, width] of Object.entries({
        A: 59.3,
        W: 82,
        ä: 48.4,
        ț: 27.4,
        ' ': 16.4,
        '-': 28.9,
        '0': 49.5,
    })) {
        expect(nameWidth(letter, 100)).toBeCloseTo(width, 1);
    }
    expect(regionNameWidth('ü', 100, 0)).toBeCloseTo(83, 1);
    expect(() => nameWidth('漢', 10)).toThrow('expected a letter that the font has');
});
