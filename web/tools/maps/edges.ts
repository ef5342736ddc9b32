// Turns areas that share borders into lines that are each written once, by the areas on their sides.

import type { MultiPolygon } from 'polygon-clipping';
import { NEIGHBOURS } from '../../src/map/data/packed';
import { inUnits } from './pack';

export interface Piece {
    /** The number of a region, or none for land that is not in play. */
    readonly region: number | null;
    readonly shape: MultiPolygon;
}

type Place = readonly [number, number];
type Line = Place[];

const CELL = 32;
/** Tolerance of a corner on an edge: cutting and rounding move it by less. */
const ON_EDGE = 0.9;

const key = ([x, y]: Place): string => `${String(x)} ${String(y)}`;

/** Lines by the areas beside them, in the form of the file. */
export function linesBeside(pieces: readonly Piece[]): Map<string, Line[]> {
    let rings = pieces.flatMap(({ region, shape }) =>
        shape
            .flat()
            .map((ring) => ({ owner: region === null ? NEIGHBOURS : String(region), line: closed(inUnits(ring)) })),
    );
    // Corners of one area on the edge of another become corners of both; bent edges may then meet others.
    for (let time = 0; time < 3; time += 1) {
        const corners = cornersOf(rings.map(({ line }) => line));
        rings = rings.map(({ owner, line }) => ({ owner, line: withCorners(line, corners) }));
    }
    const edges = new Map<string, { ends: [Place, Place]; owners: string[] }>();
    for (const { owner, line } of rings) {
        for (let i = 0; i + 1 < line.length; i += 1) {
            const ends = [line[i]!, line[i + 1]!].sort((a, b) => a[0] - b[0] || a[1] - b[1]) as [Place, Place];
            const name = ends.map(key).join();
            const edge = edges.get(name) ?? { ends, owners: [] };
            edge.owners.push(owner);
            edges.set(name, edge);
        }
    }
    const groups = new Map<string, [Place, Place][]>();
    for (const { ends, owners } of edges.values()) {
        // An area on both sides of an edge has it inside.
        const odd = [...new Set(owners)].filter((owner) => owners.filter((each) => each === owner).length % 2 === 1);
        const beside = odd.sort().join(' ');
        groups.set(beside, [...(groups.get(beside) ?? []), ends]);
    }
    return new Map(
        [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, found]) => [name, chains(found)]),
    );
}

function closed(line: Line): Line {
    const last = line[line.length - 1];
    return last && key(last) !== key(line[0]!) ? [...line, line[0]!] : line;
}

type Corners = Map<string, Place[]>;
const cell = (value: number): number => Math.floor(value / CELL);

function cornersOf(lines: readonly Line[]): Corners {
    const seen = new Set<string>();
    const corners: Corners = new Map();
    for (const place of lines.flat()) {
        if (seen.has(key(place))) continue;
        seen.add(key(place));
        const name = key([cell(place[0]), cell(place[1])]);
        const found = corners.get(name);
        if (found) found.push(place);
        else corners.set(name, [place]);
    }
    return corners;
}

function withCorners(line: Line, corners: Corners): Line {
    const found: Line = [];
    for (let i = 0; i + 1 < line.length; i += 1) {
        const [a, b] = [line[i]!, line[i + 1]!];
        found.push(a);
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        const length = Math.hypot(dx, dy);
        const on: { place: Place; along: number }[] = [];
        for (let x = cell(Math.min(a[0], b[0]) - 1); x <= cell(Math.max(a[0], b[0]) + 1); x += 1) {
            for (let y = cell(Math.min(a[1], b[1]) - 1); y <= cell(Math.max(a[1], b[1]) + 1); y += 1) {
                for (const place of corners.get(key([x, y])) ?? []) {
                    const [px, py] = [place[0] - a[0], place[1] - a[1]];
                    const along = (px * dx + py * dy) / length;
                    if (along <= 0 || along >= length || Math.abs(px * dy - py * dx) / length > ON_EDGE) continue;
                    if (key(place) !== key(a) && key(place) !== key(b)) on.push({ place, along });
                }
            }
        }
        on.sort((one, other) => one.along - other.along);
        found.push(...on.map(({ place }) => place));
    }
    if (line.length > 0) found.push(line[line.length - 1]!);
    return found;
}

/** Edges joined into lines as long as they can be. */
function chains(edges: readonly (readonly [Place, Place])[]): Line[] {
    const at = new Map<string, Set<number>>();
    edges.forEach((ends, index) => {
        for (const end of ends) at.set(key(end), (at.get(key(end)) ?? new Set()).add(index));
    });
    const left = new Set(edges.keys());
    const follow = (from: Place): Line => {
        const line = [from];
        for (;;) {
            const here = line[line.length - 1]!;
            const around = at.get(key(here))!;
            if (line.length > 1 && around.size !== 2) return line;
            const next = [...around].find((edge) => left.has(edge));
            if (next === undefined) return line;
            left.delete(next);
            const [a, b] = edges[next]!;
            line.push(key(a) === key(here) ? b : a);
        }
    };
    const lines: Line[] = [];
    // First from the ends and the crossings, then what is left are rings.
    for (const isEnd of [true, false]) {
        for (const index of edges.keys()) {
            for (const end of edges[index]!) {
                if (isEnd && at.get(key(end))!.size === 2) continue;
                while (left.has(index) || (isEnd && [...at.get(key(end))!].some((edge) => left.has(edge)))) {
                    const line = follow(end);
                    if (line.length < 2) break;
                    lines.push(line);
                }
            }
        }
    }
    return lines;
}
