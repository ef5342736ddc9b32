// The land of a board on its sheet: lines of the coast and of borders, and the regions' areas.

import { geoGraticule } from 'd3-geo';
import type { Position } from 'geojson';
import clipping, { type MultiPolygon } from 'polygon-clipping';
import { feature, mesh } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import { FRAME, SHEET } from '../../src/map/metrics';
import type { Atlas, Place } from './atlas';
import type { ContentBoard } from './content';
import { type Piece, linesBeside } from './edges';
import {
    type Area,
    LANDS,
    type Lands,
    type Named,
    geometriesOf,
    homesOf,
    landsOf,
    nameOf,
    polygonsOf,
    readLands,
} from './lands';
import { inUnits, textOf } from './pack';
import { type Site, splitBox } from './regions';
import type { Point } from './warp';

const FRAME_RING: MultiPolygon = [
    [
        [
            [FRAME[0], FRAME[1]],
            [FRAME[2], FRAME[1]],
            [FRAME[2], FRAME[3]],
            [FRAME[0], FRAME[3]],
            [FRAME[0], FRAME[1]],
        ],
    ],
];
/** Far off the sheet a projection runs away. */
const FAR = 4000;
/** Land that is not in play, and land off the sheet, keeps fewer bends. */
const NEIGHBOUR_DETAIL = 0.3;
const OFF_SHEET_DETAIL = 0.08;
/** A graticule's line is drawn with as few corners as make it look bent. */
const STRAIGHT = 0.35;

/** From a place to the sheet. */
type Placing = (at: Place) => Point;

export interface Land {
    /** Lines by the areas beside them, as the file has them. */
    readonly lines: Readonly<Record<string, string>>;
    readonly graticule: string;
    /** Each region's polygons. */
    readonly regions: readonly MultiPolygon[];
}

export function drawLand(
    atlas: Atlas,
    board: ContentBoard,
    place: Placing,
    plain: Placing,
    cities: readonly Point[],
): Land {
    const earth = landsOf(atlas);
    const homes = homesOf(board, earth, atlas);
    const isDetailed = (name: string): boolean => homes.plays(name) || (atlas.cuts ?? []).some(({ of }) => of === name);
    const near = projected(earth, (name) => atlas.neighbours || homes.plays(name), isDetailed, place);
    const shown = simplified(near, atlas.flat, isDetailed);
    const rivers = (atlas.rivers ?? []).map(({ width, line }) => bank(line.map(place), width));
    const pieces: Piece[] = [];
    if (atlas.island) {
        const shape = around(cities, board.links, atlas.island);
        pieces.push(...divided(shape, sitesOf([...cities.keys()], board, cities, shape, 0), atlas));
    }
    for (const geometry of geometriesOf(shown)) {
        const whole = clipped(feature(shown, geometry) as unknown as Area, atlas.smallest);
        const dry = rivers.length > 0 && whole.length > 0 ? clipping.difference(whole, ...rivers) : whole;
        for (const { name, shape } of cut(nameOf(geometry), dry, atlas, place)) {
            const sites = homes.plays(name)
                ? sitesOf(homes.cities.get(name) ?? [], board, cities, shape, atlas.near)
                : [];
            if (sites.length === 0) pieces.push({ region: null, shape });
            else pieces.push(...divided(shape, sites, atlas));
        }
    }
    const lines = linesBeside(pieces.filter(({ shape }) => shape.length > 0));
    const borders = [...(lines.get('') ?? []), ...(atlas.lines ? stateLines(atlas.lines, place) : [])];
    if (borders.length > 0) lines.set('', borders);
    return {
        lines: Object.fromEntries([...lines].map(([beside, found]) => [beside, textOf(found)])),
        graticule: atlas.isEarth ? graticule(atlas, plain) : '',
        regions: board.regions.map((_, region) =>
            joined(pieces.filter((piece) => piece.region === region).map(({ shape }) => shape)),
        ),
    };
}

/** The land around cities and links: as if a round brush had been drawn along them. */
function around(
    cities: readonly Point[],
    links: readonly (readonly [number, number, number])[],
    { across, down }: { readonly across: number; readonly down: number },
): MultiPolygon {
    const spots = links.flatMap(([a, b]) =>
        [0, 0.25, 0.5, 0.75, 1].map((part): Point => [
            cities[a]![0] + (cities[b]![0] - cities[a]![0]) * part,
            cities[a]![1] + (cities[b]![1] - cities[a]![1]) * part,
        ]),
    );
    const brush = spots.map(([x, y]): MultiPolygon => {
        const ring = Array.from({ length: 25 }, (_, corner): [number, number] => {
            const turn = ((corner % 24) * Math.PI) / 12;
            return [Math.round(x + across * Math.cos(turn)), Math.round(y + down * Math.sin(turn))];
        });
        return [[ring]];
    });
    // What the links enclose is land too.
    return joined(brush).map(([ring]) => [ring!]);
}

/** A land as it is, or what its cuts make of it. */
function cut(name: string, whole: MultiPolygon, atlas: Atlas, place: Placing): { name: string; shape: MultiPolygon }[] {
    const parts: { name: string; shape: MultiPolygon }[] = [];
    let rest = whole;
    for (const { name: part, of, ring } of atlas.cuts ?? []) {
        if (of !== name || rest.length === 0) continue;
        const edge: MultiPolygon = [[[...ring, ring[0]!].map((at): [number, number] => [...place(at)])]];
        parts.push({ name: part, shape: large(clipping.intersection(rest, edge), atlas.smallest) });
        rest = large(clipping.difference(rest, edge), atlas.smallest);
    }
    return [{ name, shape: rest }, ...parts];
}

function divided(shape: MultiPolygon, sites: readonly Site[], atlas: Atlas): Piece[] {
    const parts = splitBox(sites, [...FRAME], atlas.cells ?? false);
    return parts.map(({ region, shape: part }) => ({
        region,
        shape: parts.length === 1 ? shape : large(clipping.intersection(shape, part), atlas.smallest),
    }));
}

/** The cities that divide a land: its own, or the nearest one if that is near enough. */
function sitesOf(
    own: readonly number[],
    board: ContentBoard,
    cities: readonly Point[],
    shape: MultiPolygon,
    near: number,
): Site[] {
    const site = (city: number): Site => ({ at: cities[city]!, region: board.cities[city]!.region });
    if (own.length > 0) return own.map(site);
    if (shape.length === 0) return [];
    const middle = middleOf(shape);
    let [nearest, found] = [near, -1];
    cities.forEach(([x, y], city) => {
        const far = Math.hypot(x - middle[0], y - middle[1]);
        if (far < nearest) [nearest, found] = [far, city];
    });
    return found < 0 ? [] : [site(found)];
}

function middleOf(shape: MultiPolygon): Point {
    const largest = [...shape].sort((one, other) => ringArea(other[0]!) - ringArea(one[0]!))[0]!;
    const ring = largest[0]!;
    return [ring.reduce((sum, [x]) => sum + x, 0) / ring.length, ring.reduce((sum, [, y]) => sum + y, 0) / ring.length];
}

/** The lands near the sheet, with every line placed on it. */
function projected(
    earth: Lands,
    isShown: (name: string) => boolean,
    mayHoldSheet: (name: string) => boolean,
    place: Placing,
): Lands {
    const arcs = earth.arcs.map((arc) =>
        arc.map(([lon, lat]): [number, number] => {
            const [x, y] = place([lon!, lat!]);
            return [within(x), within(y)];
        }),
    );
    const points = (arc: number): [number, number][] => arcs[arc < 0 ? ~arc : arc]!;
    // The board of a town lies within a land whose whole coast is off the frame.
    const isNear = (polygon: number[], name: string): boolean =>
        polygon.some((arc) => points(arc).some(inFrame)) || (mayHoldSheet(name) && isAround(polygon.flatMap(points)));
    const geometries = geometriesOf(earth).flatMap((geometry): Named[] => {
        const name = nameOf(geometry);
        if (!isShown(name)) return [];
        if (geometry.type === 'Polygon') return isNear(geometry.arcs.flat(), name) ? [geometry] : [];
        if (geometry.type !== 'MultiPolygon') return [];
        const kept = geometry.arcs.filter((polygon) => isNear(polygon.flat(), name));
        return kept.length > 0 ? [{ ...geometry, arcs: kept }] : [];
    });
    return { type: 'Topology', arcs, objects: { [LANDS]: { type: 'GeometryCollection', geometries } } };
}

const isAround = (points: readonly [number, number][]): boolean =>
    points.some(([x]) => x <= FRAME[0]) &&
    points.some(([x]) => x >= FRAME[2]) &&
    points.some(([, y]) => y <= FRAME[1]) &&
    points.some(([, y]) => y >= FRAME[3]);

const within = (value: number): number => (value > -FAR && value < FAR ? value : value < 0 ? -FAR : FAR);

const inFrame = ([x, y]: readonly number[]): boolean =>
    x! > FRAME[0] && x! < FRAME[2] && y! > FRAME[1] && y! < FRAME[3];

const onSheet = ([x, y]: readonly number[]): boolean =>
    x! > -20 && x! < SHEET.width + 20 && y! > -20 && y! < SHEET.height + 20;

function arcsOf(geometry: Named): number[] {
    if (geometry.type === 'Polygon') return geometry.arcs.flat();
    if (geometry.type === 'MultiPolygon') return geometry.arcs.flat(2);
    return [];
}

function simplified(lands: Lands, flat: number, isDetailed: (name: string) => boolean): Lands {
    const detailed = new Set(
        geometriesOf(lands).flatMap((geometry) =>
            isDetailed(nameOf(geometry)) ? arcsOf(geometry).map((arc) => (arc < 0 ? ~arc : arc)) : [],
        ),
    );
    const weighed = presimplify(lands);
    weighed.arcs.forEach((arc, index) => {
        for (const point of arc as number[][]) {
            if (!Number.isFinite(point[2]!)) continue;
            point[2]! *= (detailed.has(index) ? 1 : NEIGHBOUR_DETAIL) * (onSheet(point) ? 1 : OFF_SHEET_DETAIL);
        }
    });
    return simplify<Lands['objects']>(weighed, flat);
}

function ringArea(ring: readonly (readonly number[])[]): number {
    let sum = 0;
    for (let i = 0; i + 1 < ring.length; i += 1) {
        sum += ring[i]![0]! * ring[i + 1]![1]! - ring[i + 1]![0]! * ring[i]![1]!;
    }
    return Math.abs(sum / 2);
}

const large = (shape: MultiPolygon, smallest: number): MultiPolygon =>
    shape.filter((polygon) => ringArea(polygon[0]!) >= smallest);

function clipped(area: Area, smallest: number): MultiPolygon {
    const rounded = polygonsOf(area).map((polygon) =>
        polygon.map((ring) => ring.map(([x, y]): [number, number] => [Math.round(x! * 2) / 2, Math.round(y! * 2) / 2])),
    );
    const found = large(rounded, smallest);
    return found.length > 0 ? clipping.intersection(found, FRAME_RING) : [];
}

const joined = (shapes: readonly MultiPolygon[]): MultiPolygon =>
    shapes.length > 1 ? clipping.union(shapes[0]!, ...shapes.slice(1)) : (shapes[0] ?? []);

/** The area within half a width of a line. */
function bank(line: readonly Point[], width: number): MultiPolygon {
    const side = (sign: number): [number, number][] =>
        line.map(([x, y], index) => {
            const [before, after] = [line[Math.max(0, index - 1)]!, line[Math.min(line.length - 1, index + 1)]!];
            const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
            const part = (sign * width) / 2 / Math.hypot(dx, dy);
            return [x - dy * part, y + dx * part];
        });
    const ring = [...side(1), ...side(-1).reverse()];
    return [[[...ring, ring[0]!]]];
}

/** Lines cut at the frame, in units of the file. */
function cutAtFrame(lines: readonly Position[][]): [number, number][][] {
    const kept: Position[][] = [];
    for (const line of lines) {
        let run: Position[] = [];
        line.forEach((point, index) => {
            const before = line[index - 1];
            const after = line[index + 1];
            // A point off the frame is kept beside one on it, so that the line runs over the edge.
            if (inFrame(point) || (before && inFrame(before)) || (after && inFrame(after))) {
                run.push(point);
            } else {
                if (run.length > 1) kept.push(run);
                run = [];
            }
        });
        if (run.length > 1) kept.push(run);
    }
    return kept.map(nearby).filter(({ length }) => length > 1);
}

/** A line in units of the file, with its ends not too far off the frame to be written. */
const nearby = (line: readonly Position[]): [number, number][] =>
    inUnits(line.map((at) => at.map((value) => Math.min(1300, Math.max(-500, value)))));

function stateLines(file: string, place: Placing): [number, number][][] {
    const moved = simplified(
        projected(
            readLands(file, 'states'),
            () => true,
            () => false,
            place,
        ),
        1.6,
        () => true,
    );
    return cutAtFrame(mesh(moved, moved.objects[LANDS], (a, b) => a !== b).coordinates);
}

function graticule(atlas: Atlas, place: Placing): string {
    const lines = geoGraticule()
        .step([...atlas.graticule])
        .precision(1)
        .extent([
            [-180, -80],
            [180, 80],
        ])
        .lines();
    const placed = lines.map((line) =>
        line.coordinates
            .map(([lon, lat]): Position => [...place([lon!, lat!])])
            .filter((at) => at.every((value) => Math.abs(value) < FAR)),
    );
    const runs = placed.flatMap((line) => {
        const at = line.flatMap((point, index) => (inFrame(point) ? [index] : []));
        return at.length === 0 ? [] : [line.slice(Math.max(0, at[0]! - 1), at[at.length - 1]! + 2)];
    });
    return textOf(runs.map((line) => nearby(straightened(line))).filter(({ length }) => length > 1));
}

/** Leaves out corners that lie almost on the line between others. */
function straightened(line: readonly Position[]): Position[] {
    const [first, last] = [line[0]!, line[line.length - 1]!];
    const [dx, dy] = [last[0]! - first[0]!, last[1]! - first[1]!];
    let [most, at] = [STRAIGHT, -1];
    line.slice(1, -1).forEach(([x, y], index) => {
        const off = Math.abs((x! - first[0]!) * dy - (y! - first[1]!) * dx) / Math.hypot(dx, dy);
        if (off > most) [most, at] = [off, index + 1];
    });
    if (at < 0) return [first, last];
    return [...straightened(line.slice(0, at + 1)).slice(0, -1), ...straightened(line.slice(at))];
}
