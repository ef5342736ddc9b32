// The lands of an atlas: read from a package or from the atlas itself, and whose cities are where.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoContains } from 'd3-geo';
import type { Feature, MultiPolygon as GeoMultiPolygon, Polygon as GeoPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import type { Atlas, Place } from './atlas';
import type { ContentBoard } from './content';

export type Lands = Topology<Record<string, GeometryCollection<{ name: string }>>>;
export type Named = GeometryObject<{ name: string }>;
export type Area = Feature<GeoPolygon | GeoMultiPolygon, { name: string }>;

/** The one collection of the lands that were read. */
export const LANDS = 'lands';

const require = createRequire(import.meta.url);

/** The lands of a file with plain places in their lines. */
export function readLands(file: string, collection: string): Lands {
    const read = JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Lands;
    const { scale, translate } = read.transform!;
    const arcs = read.arcs.map((arc) => {
        let [x, y] = [0, 0];
        return arc.map(([dx, dy]): Position => {
            x += dx!;
            y += dy!;
            return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
        });
    });
    return { type: 'Topology', arcs, objects: { [LANDS]: read.objects[collection]! } };
}

export function landsOf(atlas: Atlas): Lands {
    const lands: Lands =
        atlas.source === undefined
            ? { type: 'Topology', arcs: [], objects: { [LANDS]: { type: 'GeometryCollection', geometries: [] } } }
            : readLands(atlas.source, atlas.collection!);
    const own = (atlas.lands ?? []).map(({ name }, index): Named => ({
        type: 'Polygon',
        arcs: [[lands.arcs.length + index]],
        properties: { name },
    }));
    const rings = (atlas.lands ?? []).map(({ ring }) => [...ring, ring[0]!].map(([x, y]): Position => [x, y]));
    const geometries = [...lands.objects[LANDS]!.geometries, ...own] as Named[];
    return {
        type: 'Topology',
        arcs: [...lands.arcs, ...rings],
        objects: { [LANDS]: { type: 'GeometryCollection', geometries } },
    };
}

export const geometriesOf = (lands: Lands): Named[] => lands.objects[LANDS]!.geometries;

export const nameOf = (geometry: Named): string => (geometry.properties as { name?: string } | undefined)?.name ?? '';

export const polygonsOf = (area: Area): Position[][][] =>
    area.geometry.type === 'Polygon' ? [area.geometry.coordinates] : area.geometry.coordinates;

export function isInside(ring: readonly (readonly number[])[], x: number, y: number): boolean {
    let inside = false;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
        const [ax, ay] = ring[i]! as [number, number];
        const [bx, by] = ring[j]! as [number, number];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
}

export interface Homes {
    /** The cities of each land in play, by the land's name. */
    readonly cities: ReadonlyMap<string, readonly number[]>;
    readonly plays: (land: string) => boolean;
}

/** A city in a land that is not in play is at home in none: it divides no land among regions. */
export function homesOf(board: ContentBoard, lands: Lands, atlas: Atlas): Homes {
    const areas = geometriesOf(lands).map((geometry) => feature(lands, geometry) as unknown as Area);
    const contains = (area: Area, [x, y]: Place): boolean =>
        atlas.isEarth ? geoContains(area, [x, y]) : polygonsOf(area).some(([ring]) => isInside(ring!, x, y));
    const landAt = (at: Place): string | undefined => {
        const name = areas.find((area) => contains(area, at))?.properties.name;
        if (name === undefined) return undefined;
        return atlas.cuts?.find((cut) => cut.of === name && isInside(cut.ring, ...at))?.name ?? name;
    };
    const isNamed = atlas.only !== undefined || atlas.all_but !== undefined;
    const isChosen = (name: string): boolean =>
        !isNamed || (atlas.only?.includes(name) ?? !atlas.all_but?.includes(name));
    const found = board.cities.map(({ lon, lat }): string | undefined => {
        const home = landAt([lon, lat]) ?? nearestLand([lon, lat], areas, atlas, isChosen);
        return home !== undefined && isChosen(home) ? home : undefined;
    });
    const cities = new Map<string, number[]>();
    found.forEach((home, city) => {
        if (home !== undefined) cities.set(home, [...(cities.get(home) ?? []), city]);
    });
    const plays = (name: string): boolean =>
        isNamed ? isChosen(name) : cities.has(name) || (atlas.also ?? []).includes(name);
    return { cities, plays };
}

/** A port just off the coarse coast belongs to the land with the nearest corner. */
function nearestLand(
    [x, y]: Place,
    areas: readonly Area[],
    atlas: Atlas,
    plays: (name: string) => boolean,
): string | undefined {
    let [nearest, home] = [Infinity, undefined as string | undefined];
    for (const area of areas) {
        for (const [lon, lat] of polygonsOf(area).flatMap((polygon) => polygon[0]!)) {
            const far = Math.hypot((lon! - x) * Math.cos((y * Math.PI) / 180), lat! - y);
            if (far >= nearest) continue;
            const of = area.properties.name;
            const name = atlas.cuts?.find((cut) => cut.of === of && isInside(cut.ring, lon!, lat!))?.name ?? of;
            if (plays(name)) [nearest, home] = [far, name];
        }
    }
    return home;
}
