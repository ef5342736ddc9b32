// One board, from its content to its drawing.

import type { PackedBoard } from '../../src/map/data/packed';
import { type Box, REGION_NAME, SHEET, furniture } from '../../src/map/metrics';
import { type Atlas, atlasOf, fitted } from './atlas';
import type { ContentBoard } from './content';
import { drawLand } from './land';
import { isInside } from './lands';
import { regionNameWidth } from './letters';
import { type Found, type Spot, placeAll } from './place';
import { namesOf, readRegionNames } from './regionNames';
import { relax } from './relax';
import { type Point, smallestStretch, warpBetween } from './warp';

/** The tint that goes with the name of a region. */
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
/** Colours of the others: the first that is free, from the nearest colour on. */
const NEAREST: Readonly<Record<string, string>> = { pink: 'acgbfed', orange: 'edcabfg' };
const ANY = 'bgfaced';

/** Polygons with their rings, the outer one first. */
type Shape = readonly (readonly (readonly (readonly [number, number])[])[])[];

/** Number of times that cramped cities get more room, and the factor each time. */
const TRIALS = 16;
const MORE_ROOM = 0.05;

/** Maximum distance from its region of a name in the sea or on other land. */
const NEAR = 22;

const NAMES = readRegionNames();

export function drawBoard(board: ContentBoard): { drawing: PackedBoard; notes: string } {
    const atlas = atlasOf(board);
    const project = fitted(
        atlas,
        board.cities.map(({ lon, lat }) => [lon, lat]),
    );
    const true_ = board.cities.map(({ lon, lat }): Point => project([lon, lat]));
    const { cities, warp, land, found, trials } = firstWithRoom(board, atlas, true_, project);
    const stretch = smallestStretch(warp, SHEET.width, SHEET.height);
    const tints = tintsOf(board.regions, atlas.tints ?? {});
    const drawing: PackedBoard = {
        id: board.id,
        corner: atlas.corner,
        regions: board.regions.map((id, region) => [id, tints[region]!, ...found.regions[region]!]),
        land: land.lines,
        graticule: land.graticule,
        cities: board.cities.map(({ id, name, region, enter }, city) => {
            const { side, x, y, lines } = found.names[city]!;
            const cut = lines.length > 1 ? name.length - lines[1]!.length : 0;
            const packed = [id, name, region, ...cities[city]!, side.charAt(0), tenths(x), tenths(y), cut] as const;
            return enter === undefined ? packed : ([...packed, enter] as const);
        }),
        links: board.links.flatMap(([a, b, cost], link) => [a, b, cost, found.plates[link]!]),
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
            const found = bestPlaces(board, cities, land.regions, taken, 8);
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

const tenths = (value: number): number => Math.round(value * 10);

/** No two regions of a board share a tint. */
function tintsOf(regions: readonly string[], chosen: Readonly<Record<string, string>>): string[] {
    const tints = regions.map((id) => chosen[id] ?? TINTS[id]);
    regions.forEach((id, region) => {
        tints[region] ??= [...(NEAREST[id] ?? ANY)].find((tint) => !tints.includes(tint)) ?? 'e';
    });
    return tints as string[];
}

function bestPlaces(
    board: ContentBoard,
    cities: readonly Point[],
    shapes: readonly Shape[] | null,
    taken: readonly Box[],
    seeds: number,
): Found {
    const wanted = {
        cities: board.cities.map(({ name, enter }, city) => ({ name, enter, at: cities[city]! })),
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
                      const inside = spotsFor(shapes, region).map(({ at: [x, y], astray }) => ({
                          at: [x, y] as const,
                          astray:
                              astray +
                              [x - width / 2, x + width / 2].filter((end) =>
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

/** Points of a grid within a region, and astray a little outside it, where its name may stand. */
function spotsFor(shapes: readonly Shape[], region: number): Spot[] {
    const spots: Spot[] = [];
    for (let y = 12; y < SHEET.height - 4; y += 7) {
        for (let x = 40; x < SHEET.width - 40; x += 9) {
            if (isOn(shapes[region]!, x, y)) spots.push({ at: [x, y], astray: 0 });
            else if (isNear(shapes[region]!, x, y) && !shapes.some((shape) => isOn(shape, x, y))) {
                spots.push({ at: [x, y], astray: 1.5 });
            }
        }
    }
    return spots;
}

const isNear = (shape: Shape, x: number, y: number): boolean =>
    [-NEAR, NEAR].some((by) => isOn(shape, x + by, y) || isOn(shape, x, y + by));

const isOn = (shape: Shape, x: number, y: number): boolean => shape.some((polygon) => isInside(polygon[0]!, x, y));
