// The land of a board on its sheet: outlines, borders and the regions' areas.

import { geoContains, geoGraticule } from 'd3-geo';
import type { Feature, MultiPolygon as GeoMultiPolygon, Polygon as GeoPolygon, Position } from 'geojson';
import clipping, { type MultiPolygon } from 'polygon-clipping';
import { feature, mesh } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryObject } from 'topojson-specification';
import { SHEET } from '../../src/map/metrics';
import { type Atlas, type Lands, readTopology } from './atlas';
import type { ContentBoard } from './content';
import { pathOf } from './paths';
import { type Site, splitBox } from './regions';
import type { Point } from './warp';

/** Land is drawn beyond the sheet, for windows of other proportions. */
const FRAME = [-270, -300, 998, 820] as const;
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

type Named = GeometryObject<{ name: string }>;
type Area = Feature<GeoPolygon | GeoMultiPolygon, { name: string }>;

/** From a longitude and a latitude to the sheet. */
type Placing = (at: readonly [number, number]) => Point;

export interface Land {
    readonly neighbours: string;
    readonly shore: string;
    readonly borders: string;
    readonly graticule: string;
    /** Per region: its path and its polygons. */
    readonly regions: readonly { readonly path: string; readonly shape: MultiPolygon }[];
}

export function drawLand(
    atlas: Atlas,
    board: ContentBoard,
    place: Placing,
    plain: Placing,
    cities: readonly Point[],
): Land {
    const earth = readTopology(atlas.source);
    const homes = homesOf(board, earth, atlas);
    const shown = simplified(projected(earth, atlas, place), atlas);
    const geometries = shown.objects['lands']!.geometries as Named[];
    const areas = geometries.map((geometry) => feature(shown, geometry) as unknown as Area);
    const shapes = areas.map((area) => clipped(area, atlas.smallest));
    const regions = board.regions.map((): MultiPolygon[] => []);
    const neighbours: MultiPolygon[] = [];
    geometries.forEach((geometry, index) => {
        const shape = shapes[index]!;
        if (shape.length === 0) return;
        const name = nameOf(geometry);
        const sites = atlas.plays(name) ? sitesOf(homes.get(name) ?? [], board, cities, shape, atlas.near) : [];
        if (sites.length === 0) {
            neighbours.push(shape);
            return;
        }
        const parts = splitBox(sites, [...FRAME]);
        for (const [region, part] of parts) {
            const piece = parts.size === 1 ? shape : clipping.intersection(shape, part);
            if (piece.length > 0) regions[region]!.push(piece);
        }
    });
    const outer = mesh(shown, shown.objects['lands'], (a, b) => a === b);
    const inner = mesh(shown, shown.objects['lands'], (a, b) => a !== b);
    return {
        neighbours: polygonPath(joined(neighbours)),
        shore: linePath(outer.coordinates, atlas.smallest),
        borders: linePath(inner.coordinates, 0) + (atlas.lines ? stateLines(atlas, place) : ''),
        graticule: graticule(atlas, plain),
        regions: regions.map((pieces) => {
            const kept = joined(pieces).filter((polygon) => ringArea(polygon[0]!) >= atlas.smallest);
            return { path: polygonPath(kept), shape: kept };
        }),
    };
}

const nameOf = (geometry: Named): string => (geometry.properties as { name?: string } | undefined)?.name ?? '';

/** The cities of each land in play, by the land's name. */
function homesOf(board: ContentBoard, earth: Lands, atlas: Atlas): Map<string, number[]> {
    const homes = new Map<string, number[]>();
    const played = (earth.objects[atlas.collection]!.geometries as Named[]).filter((geometry) =>
        atlas.plays(nameOf(geometry)),
    );
    const areas = played.map((geometry) => feature(earth, geometry) as unknown as Area);
    board.cities.forEach((city, number) => {
        let home = areas.find((area) => geoContains(area, [city.lon, city.lat]));
        if (home === undefined) {
            // A port just off the coarse coast belongs to the land with the nearest corner.
            let nearest = Infinity;
            for (const area of areas) {
                for (const [lon, lat] of corners(area)) {
                    const far = Math.hypot((lon! - city.lon) * Math.cos((city.lat * Math.PI) / 180), lat! - city.lat);
                    if (far < nearest) [nearest, home] = [far, area];
                }
            }
        }
        const name = home!.properties.name;
        homes.set(name, [...(homes.get(name) ?? []), number]);
    });
    return homes;
}

const polygonsOf = (area: Area): Position[][][] =>
    area.geometry.type === 'Polygon' ? [area.geometry.coordinates] : area.geometry.coordinates;

const corners = (area: Area): Position[] => polygonsOf(area).flatMap((polygon) => polygon[0]!);

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

/** The lands near the sheet, with every arc projected. */
function projected(earth: Lands, atlas: Atlas, place: Placing): Lands {
    const { scale, translate } = earth.transform!;
    const arcs = earth.arcs.map((arc) => {
        let [x, y] = [0, 0];
        return arc.map(([dx, dy]): [number, number] => {
            x += dx!;
            y += dy!;
            const [px, py] = place([x * scale[0] + translate[0], y * scale[1] + translate[1]]);
            return [px, py];
        });
    });
    const geometries = (earth.objects[atlas.collection]!.geometries as Named[]).filter((geometry) => {
        if (!atlas.plays(nameOf(geometry)) && !atlas.neighbours) return false;
        return arcsOf(geometry).some((arc) => arcs[arc < 0 ? ~arc : arc]!.some(inFrame));
    });
    const finite = geometries.map((geometry) => withoutFar(geometry, arcs));
    return {
        type: 'Topology',
        arcs,
        objects: { lands: { type: 'GeometryCollection', geometries: finite } },
    };
}

const inFrame = ([x, y]: readonly number[]): boolean =>
    x! > FRAME[0] && x! < FRAME[2] && y! > FRAME[1] && y! < FRAME[3];

const onSheet = ([x, y]: readonly number[]): boolean =>
    x! > -20 && x! < SHEET.width + 20 && y! > -20 && y! < SHEET.height + 20;

function arcsOf(geometry: Named): number[] {
    if (geometry.type === 'Polygon') return geometry.arcs.flat();
    if (geometry.type === 'MultiPolygon') return geometry.arcs.flat(2);
    return [];
}

/** A land without the islands that lie wholly off the frame. */
function withoutFar(geometry: Named, arcs: readonly (readonly number[])[][]): Named {
    if (geometry.type !== 'MultiPolygon') return geometry;
    const kept = geometry.arcs.filter((polygon) =>
        polygon.flat().some((arc) => arcs[arc < 0 ? ~arc : arc]!.some(inFrame)),
    );
    return { ...geometry, arcs: kept };
}

function simplified(lands: Lands, atlas: Atlas): Lands {
    const weighed = presimplify(lands);
    // Off the sheet the land is only a frame: fewer bends are kept there.
    for (const arc of weighed.arcs) {
        for (const point of arc as number[][]) {
            if (Number.isFinite(point[2]!) && !onSheet(point)) point[2] = point[2]! / 8;
        }
    }
    return simplify<Lands['objects']>(weighed, atlas.flat);
}

function ringArea(ring: readonly (readonly number[])[]): number {
    let sum = 0;
    for (let i = 0; i + 1 < ring.length; i += 1) {
        sum += ring[i]![0]! * ring[i + 1]![1]! - ring[i + 1]![0]! * ring[i]![1]!;
    }
    return Math.abs(sum / 2);
}

function clipped(area: Area, smallest: number): MultiPolygon {
    const rounded = polygonsOf(area).map((polygon) =>
        polygon.map((ring) =>
            ring.map(([x, y]): [number, number] => [Math.round(x! * 10) / 10, Math.round(y! * 10) / 10]),
        ),
    );
    const large = rounded.filter((polygon) => ringArea(polygon[0]!) >= smallest);
    return large.length > 0 ? clipping.intersection(large, FRAME_RING) : [];
}

const joined = (shapes: readonly MultiPolygon[]): MultiPolygon =>
    shapes.length > 1 ? clipping.union(shapes[0]!, ...shapes.slice(1)) : (shapes[0] ?? []);

const polygonPath = (shape: MultiPolygon): string => pathOf(shape.flat(), true);

/** Lines cut at the frame; closed ones that are too small to see are left out. */
function linePath(lines: readonly Position[][], smallest: number): string {
    const kept: Position[][] = [];
    for (const line of lines) {
        const first = line[0]!;
        const last = line[line.length - 1]!;
        if (first[0] === last[0] && first[1] === last[1] && ringArea(line) < smallest) continue;
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
    return pathOf(kept, false);
}

function stateLines(atlas: Atlas, place: Placing): string {
    const states = readTopology(atlas.lines!);
    const moved = simplified(projected(states, { ...atlas, collection: 'states', plays: () => true }, place), {
        ...atlas,
        flat: 1.2,
    });
    return linePath(mesh(moved, moved.objects['lands'], (a, b) => a !== b).coordinates, 0);
}

function graticule(atlas: Atlas, place: Placing): string {
    const lines = geoGraticule()
        .step([...atlas.graticule])
        .precision(1)
        .extent([
            [-180, 10],
            [180, 80],
        ])
        .lines();
    return linePath(
        lines.map((line) =>
            line.coordinates
                .filter((at, index, all) => index % 4 === 0 || index === all.length - 1)
                .map(([lon, lat]) => {
                    const [x, y] = place([lon!, lat!]);
                    return [x, y];
                }),
        ),
        0,
    );
}
