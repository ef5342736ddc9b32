// Which part of the earth a board shows, and how it is projected.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
    type GeoIdentityTransform,
    type GeoProjection,
    geoConicConformal,
    geoConicEqualArea,
    geoIdentity,
    geoMercator,
} from 'd3-geo';
import type { FeatureCollection, MultiPoint } from 'geojson';
import type { Corner } from '../../src/map/data/board';
import type { ContentBoard } from './content';

/** A place on earth as longitude and latitude; on a board without an earth as across and down. */
export type Place = readonly [number, number];

export interface Atlas {
    /** True if places are longitudes and latitudes. */
    readonly isEarth: boolean;
    readonly projection: () => GeoProjection | GeoIdentityTransform;
    /** The package file with the land, and the collection in it; a board of its own shape has none. */
    readonly source?: string;
    readonly collection?: string;
    /** Lands of the board's own, as rings of places. */
    readonly lands?: readonly { readonly name: string; readonly ring: readonly Place[] }[];
    /** Parts of a land that count as lands of their own: what of it lies within the ring. */
    readonly cuts?: readonly { readonly name: string; readonly of: string; readonly ring: readonly Place[] }[];
    /** Water through the land, as wide on the sheet as it says. */
    readonly rivers?: readonly { readonly width: number; readonly line: readonly Place[] }[];
    /** Names of the lands in play, or of those that are not. Without either, lands with a city are, and those named as well. */
    readonly only?: readonly string[];
    readonly all_but?: readonly string[];
    readonly also?: readonly string[];
    /** True if other lands of the same file are drawn. */
    readonly neighbours: boolean;
    /** State lines from a second file, drawn over the land in play. */
    readonly lines?: string;
    /** A land of this name with this margin around the cities and links, at any place. */
    readonly island?: { readonly name: string; readonly across: number; readonly down: number };
    /** Every city has an area with borders of its own, as a district of a town. */
    readonly cells?: boolean;
    /** Area of the sheet for the board's cities before they are pushed apart. */
    readonly extent: readonly [readonly [number, number], readonly [number, number]];
    /** Wider than true, for a tall country on a wide sheet. */
    readonly widen: number;
    /** Above zero the east gets more room than the west, for boards whose cities crowd there. */
    readonly lean: number;
    /** The corner where the inspector stands; cities keep out of it. */
    readonly corner: Corner;
    /** Scale of the wanted distances between cities. */
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

const PROJECTIONS = {
    'conic-conformal': geoConicConformal,
    'conic-equal-area': geoConicEqualArea,
    mercator: geoMercator,
} as const;

/** An atlas as the file of a board has it. */
interface AtlasFile extends Omit<Atlas, 'projection' | 'isEarth'> {
    /** A board without an earth has none: its cities are placed by the board's own layout. */
    readonly projection?: {
        readonly kind: keyof typeof PROJECTIONS;
        readonly rotate: [number, number];
        readonly parallels?: [number, number];
    };
}

export const atlasFile = (board: ContentBoard): string => join(dirname(board.file), 'atlas.json');

/** The atlas in the folder of a board; a board without one is an error, not an empty sea. */
export function atlasOf(board: ContentBoard): Atlas {
    const { projection, ...atlas } = JSON.parse(readFileSync(atlasFile(board), 'utf8')) as AtlasFile;
    if (projection === undefined) return { ...atlas, isEarth: false, projection: () => geoIdentity() };
    const { kind, rotate, parallels } = projection;
    return {
        ...atlas,
        isEarth: true,
        projection: () => {
            if (kind === 'mercator') return geoMercator().rotate(rotate);
            return PROJECTIONS[kind]().rotate(rotate).parallels(parallels!);
        },
    };
}

/** The projection that puts the given places on earth into the atlas's extent. */
export function fitted(atlas: Atlas, places: readonly Place[]): (at: Place) => [number, number] {
    const points: MultiPoint = { type: 'MultiPoint', coordinates: places.map(([x, y]) => [x, y]) };
    const features: FeatureCollection = {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', geometry: points, properties: {} }],
    };
    const [[left, top], [right, bottom]] = atlas.extent;
    const middle = (left + right) / 2;
    const half = (right - left) / 2 / atlas.widen;
    const projection = atlas.projection();
    projection.fitExtent(
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
        // Beyond the cities the land continues with the stretch at its edge.
        const edge = (part - inside) * (part < 0 ? 1 - atlas.lean : 1 + atlas.lean);
        return [left + (right - left) * (inside - atlas.lean * inside * (1 - inside) + edge), y];
    };
}
