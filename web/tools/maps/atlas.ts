// Which part of the earth a board shows, and how it is projected.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type GeoProjection, geoConicConformal, geoConicEqualArea } from 'd3-geo';
import type { FeatureCollection, MultiPoint } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Corner } from '../../src/map/data/board';
import type { ContentBoard } from './content';

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
    /** Tints of regions where the usual ones would meet. */
    readonly tints?: Readonly<Record<string, string>>;
}

const PROJECTIONS = { 'conic-conformal': geoConicConformal, 'conic-equal-area': geoConicEqualArea } as const;

/** An atlas as the file of a board has it. */
interface AtlasFile extends Omit<Atlas, 'projection' | 'plays'> {
    readonly projection: {
        readonly kind: keyof typeof PROJECTIONS;
        readonly rotate: [number, number];
        readonly parallels: [number, number];
    };
    /** The lands in play, or those that are not. */
    readonly only?: readonly string[];
    readonly all_but?: readonly string[];
}

/** The atlas in the folder of a board; a board without one is an error, not an empty sea. */
export function atlasOf(board: ContentBoard): Atlas {
    const file = join(dirname(board.file), 'atlas.json');
    const { projection, only, all_but, ...atlas } = JSON.parse(readFileSync(file, 'utf8')) as AtlasFile;
    const { kind, rotate, parallels } = projection;
    return {
        ...atlas,
        projection: () => PROJECTIONS[kind]().rotate(rotate).parallels(parallels),
        plays: (name) => only?.includes(name) ?? !all_but?.includes(name),
    };
}

const require = createRequire(import.meta.url);

export type Lands = Topology<Record<string, GeometryCollection<{ name: string }>>>;

export function readTopology(file: string): Lands {
    return JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Lands;
}

/** The projection that puts the given places on earth into the atlas's extent. */
export function fitted(
    atlas: Atlas,
    places: readonly (readonly [number, number])[],
): (at: readonly [number, number]) => [number, number] {
    const points: MultiPoint = { type: 'MultiPoint', coordinates: places.map(([x, y]) => [x, y]) };
    const features: FeatureCollection = {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', geometry: points, properties: {} }],
    };
    const [[left, top], [right, bottom]] = atlas.extent;
    const middle = (left + right) / 2;
    const half = (right - left) / 2 / atlas.widen;
    const projection = atlas.projection().fitExtent(
        [
            [middle - half, top],
            [middle + half, bottom],
        ],
        features,
    );
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
