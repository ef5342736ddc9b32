// The log of a table as a hash chain: the digest of an entry covers all entries before it.

import { ascii, join, prefixed, sha256, toHex } from './bytes.js';

const LABEL = 'gridwright-chain-1';

/** One entry of the log, as it is public. */
export interface ChainEntry {
    kind: string;
    /** Kind, moment, seat and fact, as they are written. */
    head: string;
    seat: number | null;
    /** A commitment, a contribution, a seed, or the version from which an undo counts. */
    fact: string;
    lines: string[];
}

/** The digest after each version; the first one precedes all entries. */
export async function digests(gameId: string, log: readonly ChainEntry[]): Promise<string[]> {
    let last = await sha256(join(ascii(LABEL), prefixed(ascii(gameId))));
    const found = [toHex(last)];
    for (const [place, { head, lines }] of log.entries()) {
        const text = [`${place + 1} ${head}`, ...lines].join('\n');
        last = await sha256(join(ascii(LABEL), last, ascii(text)));
        found.push(toHex(last));
    }
    return found;
}

/** The versions whose moves were undone. */
export function takenBack(log: readonly Pick<ChainEntry, 'kind' | 'fact'>[]): Set<number> {
    const found = new Set<number>();
    log.forEach(({ kind, fact }, place) => {
        if (kind === 'undone') for (let version = Number(fact); version <= place; version++) found.add(version);
    });
    return found;
}

/** Contribution of each seat at the start of the game. */
export function contributionsOf(log: readonly ChainEntry[]): Map<number, string> {
    const given = new Map<number, string>();
    for (const { kind, seat, fact } of log) {
        if (kind === 'table_changed') given.clear();
        else if (seat === null) continue;
        else if (kind === 'stood_up') given.delete(seat);
        else if (kind === 'got_ready' && fact) given.set(seat, fact);
    }
    return given;
}
