// Which part of the earth a board shows, and how it is projected.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
    type GeoProjection, geoConicConformal, geoConicEqualArea,
} from "d3-geo";
import type { FeatureCollection, MultiPoint } from "geojson";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { Corner } from "../../src/map/data/board";

export interface Atlas {
    readonly projection: () => GeoProjection;
    /** The package file with the land, and the collection in it. */
    readonly source: string;
    readonly collection: string;
    /** Names of the lands in play; others are drawn as neighbours. */
    readonly plays: (name: string) => boolean;
    /** Whether other lands of the same file are drawn at all. */
    readonly neighbours: boolean;
    /** State lines from a second file, drawn over the land in play. */
    readonly lines?: string;
    /** Where the board's cities go on the sheet before they are pushed apart. */
    readonly extent: readonly [readonly [number, number], readonly [number, number]];
    /** Wider than true, for a tall country on a wide sheet. */
    readonly widen: number;
    /** Above zero the east gets more room than the west, for boards whose cities crowd there. */
    readonly lean: number;
    /** The corner where the inspector stands; cities keep out of it. */
    readonly corner: Corner;
    /** How much the wanted distances between cities are scaled. */
    readonly room: number;
    /** Land without a city belongs to a region if a city is this near. */
    readonly near: number;
    /** Land smaller than this is left out, and bends flatter than this are straightened. */
    readonly smallest: number;
    readonly flat: number;
    readonly graticule: readonly [number, number];
}

const NOT_ON_THE_BOARD = new Set([
    "Alaska", "Hawaii", "Puerto Rico", "Guam", "American Samoa", "United States Virgin Islands",
    "Commonwealth of the Northern Mariana Islands",
]);

const EUROPE = new Set([
    "Albania", "Austria", "Belarus", "Belgium", "Bosnia and Herz.", "Bulgaria", "Croatia", "Czechia",
    "Denmark", "Estonia", "Finland", "France", "Germany", "Greece", "Hungary", "Ireland", "Italy",
    "Kosovo", "Latvia", "Liechtenstein", "Lithuania", "Luxembourg", "Macedonia", "Moldova", "Monaco",
    "Montenegro", "Netherlands", "Norway", "Poland", "Portugal", "Romania", "Russia", "San Marino",
    "Serbia", "Slovakia", "Slovenia", "Spain", "Sweden", "Switzerland", "Turkey", "Ukraine",
    "United Kingdom", "Isle of Man", "Andorra", "Vatican", "Åland",
]);

const NORTH_AMERICA = new Set(["United States of America", "Canada", "Mexico"]);

const USA: Atlas = {
    projection: () => geoConicEqualArea().rotate([96, 0]).parallels([29.5, 45.5]),
    source: "us-atlas/states-10m.json", collection: "states",
    plays: (name) => !NOT_ON_THE_BOARD.has(name), neighbours: false,
    extent: [[44, 66], [676, 466]], widen: 1, lean: 0.1, corner: "bottom-left", room: 1, near: 900, smallest: 3, flat: 0.5,
    graticule: [5, 5],
};

const GERMANY: Atlas = {
    projection: () => geoConicConformal().rotate([-10.4, 0]).parallels([48, 54]),
    source: "world-atlas/countries-10m.json", collection: "countries",
    plays: (name) => name === "Germany", neighbours: true,
    extent: [[120, 34], [608, 486]], widen: 1.16, lean: 0, corner: "bottom-left", room: 1, near: 0, smallest: 4, flat: 1,
    graticule: [1, 1],
};

const ATLASES: Readonly<Record<string, Atlas>> = {
    usa: USA,
    "usa-recharged": USA,
    germany: GERMANY,
    "germany-recharged": GERMANY,
    europe: {
        projection: () => geoConicConformal().rotate([-14, 0]).parallels([40, 58]),
        source: "world-atlas/countries-50m.json", collection: "countries",
        plays: (name) => EUROPE.has(name), neighbours: true,
        extent: [[40, 34], [690, 486]], widen: 1, lean: -0.1, corner: "top-left", room: 1, near: 90, smallest: 4, flat: 1,
        graticule: [5, 5],
    },
    "north-america": {
        projection: () => geoConicEqualArea().rotate([98, 0]).parallels([25, 50]),
        source: "world-atlas/countries-50m.json", collection: "countries",
        plays: (name) => NORTH_AMERICA.has(name), neighbours: true,
        lines: "us-atlas/states-10m.json",
        extent: [[50, 30], [680, 492]], widen: 1.08, lean: 0.26, corner: "bottom-left", room: 1, near: 0, smallest: 4, flat: 1,
        graticule: [5, 5],
    },
};

/** The atlas of a board; a board without one is an error, not an empty sea. */
export function atlasOf(board: string): Atlas {
    const atlas = ATLASES[board];
    if (atlas === undefined) throw new Error(`expected an atlas for the board "${board}"; came none`);
    return atlas;
}

const require = createRequire(import.meta.url);

export function readTopology(file: string): Topology<Record<string, GeometryCollection<{ name: string }>>> {
    return JSON.parse(readFileSync(require.resolve(file), "utf8"));
}

/** The projection that puts the given places on earth into the atlas's extent. */
export function fitted(atlas: Atlas, places: readonly (readonly [number, number])[]): (at: readonly [number, number]) => [number, number] {
    const points: MultiPoint = { type: "MultiPoint", coordinates: places.map(([x, y]) => [x, y]) };
    const features: FeatureCollection = {
        type: "FeatureCollection",
        features: [{ type: "Feature", geometry: points, properties: {} }],
    };
    const [[left, top], [right, bottom]] = atlas.extent;
    const middle = (left + right) / 2;
    const half = (right - left) / 2 / atlas.widen;
    const projection = atlas.projection().fitExtent([[middle - half, top], [middle + half, bottom]], features);
    return (at) => {
        const [x, y] = projection([at[0], at[1]]) ?? [NaN, NaN];
        const wide = middle + (x - middle) * atlas.widen;
        const part = (wide - left) / (right - left);
        const inside = Math.min(1, Math.max(0, part));
        // Beyond the cities the land goes on with the stretch it has at the edge.
        const edge = (part - inside) * (part < 0 ? 1 - atlas.lean : 1 + atlas.lean);
        return [left + (right - left) * (inside - atlas.lean * inside * (1 - inside) + edge), y];
    };
}
