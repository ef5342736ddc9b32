// The course of the finale: a function of the time alone.

/** Milliseconds from the start. */
export const DARK_AT = 400;
export const LIT_AT = 4000;
export const LINE_AT = 4400;
export const TURNS_AT = 5000;
export const END_AT = 6000;
/** Longest time for the cities of a seat. */
export const MAX_SEAT = 900;

export interface Frame {
    /** From 0 to 1. */
    readonly darkness: number;
    /** The lit share of each place, the winner's first; the last place is lit first. */
    readonly lit: readonly number[];
    readonly hasPlaces: boolean;
    readonly hasLine: boolean;
    readonly hasTurns: boolean;
    readonly isOver: boolean;
}

export function frameAt(time: number, nSeats: number): Frame {
    const each = Math.min(MAX_SEAT, (LIT_AT - DARK_AT) / Math.max(nSeats, 1));
    return {
        darkness: share(time / DARK_AT),
        lit: Array.from({ length: nSeats }, (_, place) =>
            time >= LIT_AT ? 1 : share((time - DARK_AT - (nSeats - 1 - place) * each) / each),
        ),
        hasPlaces: time >= LIT_AT,
        hasLine: time >= LINE_AT,
        hasTurns: time >= TURNS_AT,
        isOver: time >= END_AT,
    };
}

const share = (value: number): number => Math.min(Math.max(value, 0), 1);
