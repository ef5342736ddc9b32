// What a player can hold a server to: kept by the browser while the table lasted, saved as a small file.

export const FORMAT = 'gridwright receipt 1';

/** The promise and the contribution when a player got ready. */
export interface Ready {
    seat: number;
    /** The promise that was shown just before. */
    commit: string;
    contribution: string;
    /** True once the server confirmed it. */
    answered: boolean;
}

export interface Receipt {
    format: typeof FORMAT;
    game: string;
    /** The promise as it was first seen while the game ran; empty if it never was. */
    seen: string;
    ready: Ready[];
    /** Digests of the log as they were shown, by ascending version. */
    heads: Moment[];
}

/** The digest of the log that was shown at a version. */
export interface Moment {
    version: number;
    chain: string;
}

/** The receipt as a file: one that a person can read. */
export function receiptText(receipt: Receipt): string {
    return `${JSON.stringify(receipt, null, 1)}\n`;
}
