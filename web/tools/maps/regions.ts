// Divides the land among the regions: a land with cities of one region is that region's whole; one
// with cities of several is split by the nearest city, with the corners of the border cut round.

import { Delaunay } from 'd3-delaunay';
import type { Position } from 'geojson';
import clipping, { type MultiPolygon } from 'polygon-clipping';
import { topology } from 'topojson-server';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Point } from './warp';

const ROUND_CORNERS = 2;

export interface Site {
    readonly at: Point;
    readonly region: number;
}

export interface Part {
    readonly region: number;
    readonly shape: MultiPolygon;
}

/** For each region among the sites, or for each site, the part of the box that is nearest to it. */
export function splitBox(
    sites: readonly Site[],
    box: readonly [number, number, number, number],
    isBySite = false,
): Part[] {
    const cells = Delaunay.from(sites.map(({ at }): [number, number] => [at[0], at[1]])).voronoi([...box]);
    const own = sites.flatMap(({ region }, index): Part[] => {
        const cell = cells.cellPolygon(index);
        if (!(cell as unknown)) return [];
        return [
            {
                region,
                shape: [[cell.map(([x, y]): [number, number] => [Math.round(x * 10) / 10, Math.round(y * 10) / 10])]],
            },
        ];
    });
    if (isBySite) return own;
    const regions = [...new Set(sites.map(({ region }) => region))].sort((a, b) => a - b);
    const parts = regions.map((region): Part => {
        const shapes = own.filter((part) => part.region === region).map(({ shape }) => shape);
        return { region, shape: clipping.union(shapes[0] ?? [], ...shapes.slice(1)) };
    });
    return parts.length === 1 ? parts : rounded(parts, box);
}

/** Areas that share borders, with the corners of the borders cut round. */
function rounded(parts: readonly Part[], box: readonly [number, number, number, number]): Part[] {
    const objects = Object.fromEntries(
        parts.map(({ region, shape }) => [String(region), { type: 'MultiPolygon' as const, coordinates: shape }]),
    );
    const net = topology(objects) as unknown as Topology<Record<string, GeometryCollection>>;
    net.arcs = net.arcs.map((arc) => roundCorners(arc, box));
    return parts.map(({ region }) => {
        const found = feature(net, net.objects[String(region)]!) as unknown as {
            geometry: { type: string; coordinates: unknown };
        };
        const shape = found.geometry.type === 'Polygon' ? [found.geometry.coordinates] : found.geometry.coordinates;
        return { region, shape: shape as MultiPolygon };
    });
}

/** Chaikin's corner cutting; the ends stay, and so do the edges of the box. */
function roundCorners(arc: Position[], box: readonly [number, number, number, number]): Position[] {
    const onEdge = ([x, y]: Position): boolean => x! <= box[0] || x! >= box[2] || y! <= box[1] || y! >= box[3];
    let line = arc;
    for (let time = 0; time < ROUND_CORNERS; time += 1) {
        const cut: Position[] = [line[0]!];
        for (let i = 0; i + 1 < line.length; i += 1) {
            const [a, b] = [line[i]!, line[i + 1]!];
            if (onEdge(a) && onEdge(b)) {
                cut.push(b);
                continue;
            }
            if (i > 0) cut.push([a[0]! * 0.75 + b[0]! * 0.25, a[1]! * 0.75 + b[1]! * 0.25]);
            if (i + 2 < line.length) cut.push([a[0]! * 0.25 + b[0]! * 0.75, a[1]! * 0.25 + b[1]! * 0.75]);
        }
        cut.push(line[line.length - 1]!);
        line = cut;
    }
    return line;
}
