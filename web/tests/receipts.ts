// What a browser would have kept of a game that was recorded.

import { FORMAT, type Receipt } from '../src/fair/receipt.js';

/** As the players' browsers had it before the game, all on one device. */
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

/** As held by a person who was not there. */
export function nothingKept(transcript: string): Receipt {
    return { ...receiptFrom(transcript), seen: '', ready: [], heads: [] };
}
