// One board, from its content to its drawing.

import type { BoardDrawing } from '../../src/map/data/board';
import { type Box, REGION_NAME, SHEET, furniture } from '../../src/map/metrics';
import { type Atlas, atlasOf, fitted } from './atlas';
import type { ContentBoard } from './content';
import { drawLand } from './land';
import { regionNameWidth } from './letters';
import { type Found, placeAll } from './place';
import { namesOf, readRegionNames } from './regionNames';
import { relax } from './relax';
import { type Point, smallestStretch, warpBetween } from './warp';

/** The tint of a region; two neighbours never share one. */
const TINTS: Readonly<Record<string, string>> = {
    purple: 'a',
    cyan: 'b',
    blue: 'g',
    red: 'c',
    yellow: 'd',
    brown: 'e',
    green: 'f',
    northwest: 'b',
    southwest: 'c',
    centre: 'd',
    south: 'f',
    north: 'g',
    east: 'a',
    southeast: 'e',
    west: 'c',
    mexico: 'f',
    midwest: 'd',
    mideast: 'a',
    northeast: 'g',
};

/** Polygons with their rings, the outer one first. */
type Shape = readonly (readonly (readonly (readonly [number, number])[])[])[];

/** How often cramped cities get more room, and how much each time. */
const TRIALS = 16;
const MORE_ROOM = 0.05;

const NAMES = readRegionNames();

export function drawBoard(board: ContentBoard): { drawing: BoardDrawing; notes: string } {
    const atlas = atlasOf(board);
    const project = fitted(
        atlas,
        board.cities.map(({ lon, lat }) => [lon, lat]),
    );
    const true_ = board.cities.map(({ lon, lat }): Point => project([lon, lat]));
    const { cities, warp, land, found, trials } = firstWithRoom(board, atlas, true_, project);
    const stretch = smallestStretch(warp, SHEET.width, SHEET.height);
    const drawing: BoardDrawing = {
        id: board.id,
        width: SHEET.width,
        height: SHEET.height,
        corner: atlas.corner,
        neighbours: land.neighbours,
        shore: land.shore,
        borders: land.borders,
        graticule: land.graticule,
        regions: board.regions.map((id, region) => ({
            id,
            tint: atlas.tints?.[id] ?? TINTS[id] ?? 'e',
            path: land.regions[region]!.path,
            label: rounded(found.regions[region]!),
        })),
        cities: board.cities.map(({ id, name, region }, city) => {
            const { side, x, y, lines } = found.names[city]!;
            const [cx, cy] = cities[city]!;
            return { id, name, region, x: cx, y: cy, label: { side, x: tenth(x), y: tenth(y), lines } };
        }),
        links: board.links.map(([a, b, cost], link) => ({ ends: [a, b], cost, plate: rounded(found.plates[link]!) })),
    };
    const moved = true_.map(([x, y], city) => Math.hypot(cities[city]![0] - x, cities[city]![1] - y));
    return {
        drawing,
        notes: `trial ${String(trials)}, moved at most ${Math.max(...moved).toFixed(0)}, least stretch ${stretch.toFixed(2)}`,
    };
}

/** Gives cramped cities more room, until nothing touches. */
function firstWithRoom(
    board: ContentBoard,
    atlas: Atlas,
    true_: readonly Point[],
    project: (at: readonly [number, number]) => Point,
) {
    const taken = furniture(atlas.corner);
    const scales = board.cities.map(() => atlas.room);
    for (let trials = 1; ; trials += 1) {
        const cities = relax(true_, { links: board.links, scales, taken }).map(([x, y]): Point => [
            Math.round(x),
            Math.round(y),
        ]);
        let { cramped } = bestPlaces(board, cities, null, taken, 3);
        if (cramped.length === 0) {
            const warp = warpBetween(true_, cities);
            const land = drawLand(atlas, board, (at) => warp(project(at)), project, cities);
            const found = bestPlaces(
                board,
                cities,
                land.regions.map(({ shape }) => shape),
                taken,
                8,
            );
            if (found.cramped.length === 0) return { cities, warp, land, found, trials };
            cramped = found.cramped;
        }
        if (trials === TRIALS) {
            const names = cramped.map((city) => board.cities[city]?.name ?? 'a region').join(', ');
            throw new Error(`expected room for everything on "${board.id}"; still cramped: ${names}`);
        }
        for (const city of cramped) {
            if (city >= 0) scales[city] = scales[city]! + MORE_ROOM;
        }
    }
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const rounded = ([x, y]: Point): [number, number] => [tenth(x), tenth(y)];

function bestPlaces(
    board: ContentBoard,
    cities: readonly Point[],
    shapes: readonly Shape[] | null,
    taken: readonly Box[],
    seeds: number,
): Found {
    const wanted = {
        cities: board.cities.map(({ name }, city) => ({ name, at: cities[city]! })),
        links: board.links,
        taken,
        regions:
            shapes === null
                ? []
                : board.regions.map((id, region) => {
                      const width = Math.max(
                          ...namesOf(NAMES, board, id).map((name) =>
                              regionNameWidth(name, REGION_NAME.size, REGION_NAME.spacing),
                          ),
                      );
                      const others = shapes.filter((_, other) => other !== region);
                      const inside = gridInside(shapes[region]!).map(([x, y]) => ({
                          at: [x, y] as const,
                          astray: [x - width / 2, x + width / 2].filter((end) =>
                              others.some((shape) => isOn(shape, end, y - 3)),
                          ).length,
                      }));
                      return { width, inside };
                  }),
    };
    let best: Found | undefined;
    for (let seed = 1; seed <= seeds; seed += 1) {
        const found = placeAll(wanted, seed);
        if (best === undefined || found.cramped.length < best.cramped.length) best = found;
        if (best.cramped.length === 0) break;
    }
    return best!;
}

/** Points of a grid within a shape or a little outside it, where its name may stand. */
function gridInside(shape: Shape): Point[] {
    const points: Point[] = [];
    for (let y = 12; y < SHEET.height - 4; y += 7) {
        for (let x = 40; x < SHEET.width - 40; x += 9) {
            if (isOn(shape, x, y)) points.push([x, y]);
        }
    }
    return points;
}

const isOn = (shape: Shape, x: number, y: number): boolean => shape.some((polygon) => isInside(polygon[0]!, x, y));

function isInside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
    let inside = false;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
        const [ax, ay] = ring[i]!;
        const [bx, by] = ring[j]!;
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
}
