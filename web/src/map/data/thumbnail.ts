// The small pictures of the boards, all in one file that is loaded with the first of them.

import { ownBoard } from '../../words/ownBoard';
import { SHEET } from '../metrics';
import type { BoardDrawing } from './board';
import { areasOf, linesOf } from './packed';

/** Units of the sheet per unit of the thumbnail. */
export const SCALE = 4;
export const SIZE = { width: SHEET.width / SCALE, height: SHEET.height / SCALE } as const;

export interface PackedThumbnail {
    /** The tint of each region. */
    readonly tints: string;
    /** Lines by the regions beside them. */
    readonly land: Readonly<Record<string, string>>;
    /** One line through all cities. */
    readonly cities: string;
    /** A line whose places are the two ends of each link. */
    readonly links: string;
}

export interface Thumbnail {
    readonly regions: readonly { readonly tint: string; readonly path: string }[];
    readonly links: string;
    readonly cities: string;
    /** Position of each city. */
    readonly places: readonly (readonly [number, number])[];
    /** The two cities of each link. */
    readonly ends: readonly (readonly [number, number])[];
}

let loading: Promise<Record<string, PackedThumbnail>> | undefined;

/** Load the small picture of a board; null if it was not drawn. */
export async function loadThumbnail(board: string, content = ''): Promise<Thumbnail | null> {
    if (content) return thumbnailOf((await ownBoard(content)).drawing as BoardDrawing);
    loading ??= import('./thumbnails.json').then(({ default: all }) => all as Record<string, PackedThumbnail>);
    const packed = (await loading)[board];
    return packed === undefined ? null : openThumbnail(packed);
}

/** The small picture of a board of the host's own: its drawing, scaled. */
export function thumbnailOf({ regions, cities, links }: BoardDrawing): Thumbnail {
    const scaled = (value: number): number => Math.round((value / SCALE) * 10) / 10;
    const small = (value: number): string => scaled(value).toString();
    const at = (city: number): string => `${small(cities[city]?.x ?? 0)} ${small(cities[city]?.y ?? 0)}`;
    return {
        regions: regions.map(({ tint, path }) => ({
            tint,
            path: path.replace(/-?[\d.]+/g, (value) => small(Number(value))),
        })),
        links: links.map(({ ends: [one, other] }) => `M${at(one)}L${at(other)}`).join(''),
        cities: cities.map((_, city) => `M${at(city)}h0`).join(''),
        places: cities.map(({ x, y }) => [scaled(x), scaled(y)]),
        ends: links.map(({ ends }) => ends),
    };
}

export function openThumbnail({ tints, land, cities, links }: PackedThumbnail): Thumbnail {
    const areas = areasOf(land);
    const places = linesOf(cities)[0] ?? [];
    const ends = linesOf(links)[0] ?? [];
    const at = places.map(([x, y]) => `M${String(x)} ${String(y)}`);
    const lines = ends.map(([a, b]) => `${at[a] ?? ''}${(at[b] ?? '').replace('M', 'L')}`);
    return {
        regions: [...tints].map((tint, region) => ({ tint, path: areas.path(String(region), 1) })),
        links: lines.join(''),
        // A line without length is drawn as a dot by its round ends.
        cities: at.map((place) => `${place}h0`).join(''),
        places,
        ends,
    };
}
