// Receipts of recorded games, as a browser would have stored them.

import { FORMAT, type Receipt } from '../src/fair/receipt.js';

/** Receipt of players who were all on one device before the game. */
export function receiptFrom(transcript: string): Receipt {
    const commit = /^commit (\w+)$/m.exec(transcript)![1]!;
    const given = [...transcript.matchAll(/^contribute (\d+) (\w+)$/gm)];
    const ready = given.map(([, seat, contribution]) => ({
        seat: Number(seat),
        commit,
        contribution: contribution!,
        answered: true,
    }));
    return { format: FORMAT, game: /^game (\S+)$/m.exec(transcript)![1]!, seen: commit, ready, heads: [] };
}

/** Receipt of a person who did not take part. */
export function nothingKept(transcript: string): Receipt {
    return { ...receiptFrom(transcript), seen: '', ready: [], heads: [] };
}
