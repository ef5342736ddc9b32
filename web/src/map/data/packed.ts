// File format of a drawing, and its decoder. Every line of the land is written once, with the areas on its two
// sides; the outlines of regions are joined from these lines. Places are whole numbers in halves of the sheet's unit.

import { FRAME, SHEET } from '../metrics';
import type { BoardDrawing, Corner, DrawnCity, Side } from './board';

/** Identity, name, number of the region, place, side of the name, its place in tenths, the letter its second line starts at, and what coming in costs. */
export type PackedCity = readonly [string, string, number, number, number, string, number, number, number, number?];

export interface PackedBoard {
    readonly id: string;
    readonly corner: Corner;
    /** Identity, tint and the place of the name. */
    readonly regions: readonly (readonly [string, string, number, number])[];
    /** Lines by the areas beside them: numbers of regions, `n` for neighbours, nothing for a border within one area. */
    readonly land: Readonly<Record<string, string>>;
    readonly graticule: string;
    readonly cities: readonly PackedCity[];
    /** Four numbers each: the ends, the cost, and how far along the plate stands, in hundredths. */
    readonly links: readonly number[];
}

export const NEIGHBOURS = 'n';
/** Parts of the sheet's unit in which the land is written. */
export const UNIT = 2;
export const SIDES: Readonly<Record<string, Side>> = { a: 'above', b: 'below', l: 'left', r: 'right' };

type Point = readonly [number, number];
type Line = readonly Point[];

/** Signs for the steps from -42 to 42; then one that two more follow, for longer steps, and one that ends a line. */
export const SMALL = 42;
export const BASE = SMALL * 2 + 1;
export const FIRST_SIGN = 35;
const BACKSLASH = 92 - FIRST_SIGN;
export const LONG = BASE;
export const END = '!';

/** The lines of a text: each sign is a step along x or y, in turn, from the last place. */
export function linesOf(text: string): Line[] {
    let [x, y] = [0, 0];
    return text
        .split(END)
        .slice(0, -1)
        .map((signs) => {
            let at = 0;
            const sign = (): number => {
                const code = signs.charCodeAt(at++) - FIRST_SIGN;
                return code > BACKSLASH ? code - 1 : code;
            };
            const step = (): number => {
                const first = sign();
                return first < LONG ? first - SMALL : sign() * BASE + sign() - (BASE * BASE - 1) / 2;
            };
            const line: Point[] = [];
            while (at < signs.length) {
                x += step();
                y += step();
                line.push([x, y]);
            }
            return line;
        });
}

const key = ([x, y]: Point): string => `${String(x)} ${String(y)}`;

/** Rings out of lines that meet at their ends. */
function ringsOf(lines: readonly Line[]): Line[] {
    const open = new Map<string, Set<Line>>();
    const ends = (line: Line): string[] => [key(line[0]!), key(line[line.length - 1]!)];
    for (const line of lines) {
        for (const end of ends(line)) open.set(end, (open.get(end) ?? new Set()).add(line));
    }
    const rings: Line[] = [];
    const left = new Set(lines);
    for (const first of lines) {
        if (!left.has(first)) continue;
        let ring: Point[] = [];
        for (let line: Line | undefined = first; line !== undefined;) {
            left.delete(line);
            for (const end of ends(line)) open.get(end)?.delete(line);
            const isTurned: boolean = ring.length > 0 && key(line[0]!) !== key(ring[ring.length - 1]!);
            ring = ring.concat(isTurned ? [...line].reverse() : line);
            if (key(ring[0]!) === key(ring[ring.length - 1]!)) break;
            [line] = open.get(key(ring[ring.length - 1]!)) ?? [];
        }
        rings.push(ring);
    }
    return rings;
}

const pathOf = (lines: readonly Line[], end = '', unit = UNIT): string =>
    lines.map((line) => `M${line.map(([x, y]) => `${String(x / unit)} ${String(y / unit)}`).join(' ')}${end}`).join('');

/** The areas of a land by their names, and its lines by the number of areas beside them. */
export function areasOf(land: Readonly<Record<string, string>>): {
    readonly path: (area: string, unit?: number) => string;
    readonly beside: (n: number) => Line[];
} {
    const lines = Object.entries(land).map(([beside, text]) => ({
        owners: beside.split(' ').filter(Boolean),
        lines: linesOf(text),
    }));
    const where = (isWanted: (owners: readonly string[]) => boolean): Line[] =>
        lines.flatMap(({ owners, lines: found }) => (isWanted(owners) ? found : []));
    return {
        path: (area, unit) => pathOf(ringsOf(where((owners) => owners.includes(area))), 'z', unit),
        beside: (n) => where((owners) => owners.length === n),
    };
}

/** Without the steps along the frame, where the land is cut and has no shore. */
function withoutFrame(line: Line): Line[] {
    const edge = (a: Point, b: Point): boolean =>
        [0, 1].some((axis) => {
            const at = a[axis]! / UNIT;
            return at === b[axis]! / UNIT && (at === FRAME[axis] || at === FRAME[axis + 2]);
        });
    const runs: Point[][] = [[line[0]!]];
    line.slice(1).forEach((point, index) => {
        if (edge(line[index]!, point)) runs.push([point]);
        else runs[runs.length - 1]!.push(point);
    });
    return runs.filter(({ length }) => length > 1);
}

function cityOf([id, name, region, x, y, side, labelX, labelY, cut, enter]: PackedCity): DrawnCity {
    const lines = cut > 0 ? [name.slice(0, cut).trimEnd(), name.slice(cut)] : [name];
    const label = { side: SIDES[side] ?? 'below', x: labelX / 10, y: labelY / 10, lines } as const;
    return { id, name, region, x, y, enter, label };
}

export const plateAt = (a: Point, b: Point, part: number): [number, number] => [
    Math.round((a[0] + ((b[0] - a[0]) * part) / 100) * 10) / 10,
    Math.round((a[1] + ((b[1] - a[1]) * part) / 100) * 10) / 10,
];

export function openBoard(packed: PackedBoard): BoardDrawing {
    const areas = areasOf(packed.land);
    const cities = packed.cities.map(cityOf);
    const at = (city: number): Point => [cities[city]?.x ?? 0, cities[city]?.y ?? 0];
    const links = Array.from({ length: packed.links.length / 4 }, (_, link) => {
        const [a = 0, b = 0, cost = 0, part = 0] = packed.links.slice(link * 4, link * 4 + 4);
        return { ends: [a, b] as const, cost, plate: plateAt(at(a), at(b), part) };
    });
    return {
        id: packed.id,
        width: SHEET.width,
        height: SHEET.height,
        corner: packed.corner,
        neighbours: areas.path(NEIGHBOURS),
        shore: pathOf(areas.beside(1).flatMap(withoutFrame)),
        borders: pathOf(areas.beside(0)),
        graticule: pathOf(linesOf(packed.graticule)),
        regions: packed.regions.map(([id, tint, x, y], region) => ({
            id,
            tint,
            path: areas.path(String(region)),
            label: [x, y],
        })),
        cities,
        links,
    };
}
