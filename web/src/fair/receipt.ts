// A player's evidence against the server: recorded by the browser during the table, saved as a small file.

export const FORMAT = 'gridwright receipt 1';

/** The commitment and the contribution when a player got ready. */
export interface Ready {
    seat: number;
    /** The commitment that was shown just before. */
    commit: string;
    contribution: string;
    /** True once the server confirmed it. */
    answered: boolean;
}

export interface Receipt {
    format: typeof FORMAT;
    game: string;
    /** The first commitment seen while the game ran; empty if none was. */
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

/** The receipt as a file that people can read. */
export function receiptText(receipt: Receipt): string {
    return `${JSON.stringify(receipt, null, 1)}\n`;
}
