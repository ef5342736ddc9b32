// Geometry of the lit map: networks side by side, houses, and the part of the sheet that is shown.

import type { BoardDrawing } from '../../map/data/board';
import { linkPath } from '../../map/networks';
import { cropTo } from '../../map/smallNetworks';
import type { NightSeat } from './night';

/** `hidden`: not lit yet; `dark`: never lit. */
export type Light = 'hidden' | 'lit' | 'dark';

export interface NightLink {
    readonly seat: number;
    readonly path: string;
    readonly light: Light;
}

export interface NightCity {
    readonly city: number;
    readonly x: number;
    readonly y: number;
    readonly houses: readonly { readonly seat: number; readonly light: Light }[];
}

/** Distance between two networks on one link, in px. */
const LANE = 4.6;
/** Smallest part of the sheet that is shown. */
const LEAST = 0.72;

/** The number of a seat's cities that are lit when a share of its time is over. */
export const litAt = (seat: NightSeat, share: number): number => Math.round(seat.lit * share);

/** A house that is not reached yet is hidden; those beyond the lit ones stay dark. */
const lightOf = (seat: NightSeat, place: number, share: number): Light =>
    place < litAt(seat, share) ? 'lit' : share < 1 ? 'hidden' : 'dark';

/** `shares[place]`: how far each seat is lit; `sign` is the size of a pixel on the sheet. */
export function linksOf(
    board: BoardDrawing,
    seats: readonly NightSeat[],
    shares: readonly number[],
    sign: number,
): NightLink[] {
    const paid = board.links.map((): { seat: number; light: Light }[] => []);
    const numbers = new Map(board.links.map(({ ends }, number) => [[...ends].sort((a, b) => a - b).join(), number]));
    seats.forEach((seat, place) => {
        seat.houses.forEach(({ links }, house) => {
            for (const link of links) {
                const own = paid[numbers.get(link.join()) ?? -1];
                if (own && !own.some((each) => each.seat === seat.seat))
                    own.push({ seat: seat.seat, light: lightOf(seat, house, shares[place] ?? 1) });
            }
        });
    });
    return paid.flatMap((own, number) =>
        own
            .sort((one, other) => one.seat - other.seat)
            .map(({ seat, light }, lane) => ({
                seat,
                light,
                path: linkPath(board, number, (lane - (own.length - 1) / 2) * LANE * sign),
            })),
    );
}

export function citiesOf(board: BoardDrawing, seats: readonly NightSeat[], shares: readonly number[]): NightCity[] {
    return board.cities.flatMap(({ x, y }, city) => {
        const houses = seats.flatMap((seat, place) => {
            const house = seat.houses.findIndex((each) => each.city === city);
            return house < 0 ? [] : [{ seat: seat.seat, light: lightOf(seat, house, shares[place] ?? 1) }];
        });
        return houses.length > 0 ? [{ city, x, y, houses: houses.sort((a, b) => a.seat - b.seat) }] : [];
    });
}

/** The view box in a frame of these pixels; `top` of them are kept free for words. */
export function viewOf(
    board: BoardDrawing,
    cities: readonly NightCity[],
    width: number,
    height: number,
    top: number,
): { box: string; unit: number } {
    const rest = Math.max(height - top, 1);
    const places = (cities.length > 0 ? cities : board.cities).map(({ x, y }): [number, number] => [x, y]);
    const [x = 0, y = 0, wide = 1, high = 1] = cropTo(places, board, width / rest, LEAST)
        .split(' ')
        .map(Number);
    const unit = wide / Math.max(width, 1);
    return { box: [x, y - top * unit, wide, high + top * unit].map((each) => each.toFixed(1)).join(' '), unit };
}
