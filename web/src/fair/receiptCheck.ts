// Checks of a finished game against its receipt. `gridwright verify --receipt` applies the same rules with the same
// messages.

import { digests } from './chain.js';
import type { Ready, Receipt } from './receipt.js';
import type { Transcript } from './transcript.js';

export interface Finding {
    outcome: 'ok' | 'failed' | 'skipped';
    key: string;
    values: Record<string, string | number>;
}

/** Checks that the commitment is the one shown before the player got ready. */
export function checkPromise(receipt: Receipt, transcript: Transcript): Finding {
    const sure = receipt.ready.filter((ready) => isTaken(ready, transcript));
    if (sure.some((ready) => ready.commit !== transcript.commit)) return failed('promise');
    if (sure.length > 0) return ok('promise');
    if (receipt.seen && receipt.seen !== transcript.commit)
        return { ...failed('promise'), key: 'fair.promise.changed' };
    if (receipt.ready.length > 0) return skipped('promise', 'unsure');
    return skipped('promise', receipt.seen ? 'late' : 'skipped');
}

/** Checks that the player's own numbers were used for the deal. */
export function checkOwn(receipt: Receipt, transcript: Transcript): Finding {
    const lost = receipt.ready.filter((ready) => !isIn(ready, transcript));
    const broken = lost.find((ready) => isTaken(ready, transcript));
    if (broken) return { ...failed('own'), values: { seat: broken.seat + 1 } };
    if (receipt.ready.length === 0) return skipped('own', 'skipped');
    return lost.length > 0 ? skipped('own', 'unsure') : ok('own');
}

/** Checks that the log is still the one that was seen. */
export async function checkKept(receipt: Receipt, { gameId, closing }: Transcript): Promise<Finding> {
    const log = closing?.log ?? [];
    if (receipt.heads.length === 0) return skipped('kept', log.length > 0 ? 'skipped' : 'none');
    if (log.length === 0) return { ...failed('kept'), key: 'fair.kept.gone' };
    const told = await digests(gameId, log);
    const broken = receipt.heads.find(({ version, chain }) => told[version] !== chain);
    if (broken) return { ...failed('kept'), values: { version: broken.version } };
    return { ...ok('kept'), values: { count: receipt.heads.length } };
}

function isIn({ seat, contribution }: Ready, { contributions }: Transcript): boolean {
    return contributions.some(([place, digits]) => place === seat && digits === contribution);
}

/** True if the contribution certainly counted: the game shows it, or the server confirmed it. */
function isTaken(ready: Ready, transcript: Transcript): boolean {
    return isIn(ready, transcript) || (ready.answered && !isReplaced(ready, transcript));
}

/**
 * True if the seat was left, or the table changed, after it: then another device got ready. A server cannot invent that
 * afterwards, because stored moments would not match.
 */
function isReplaced(ready: Ready, { closing }: Transcript): boolean {
    let isGiven = false;
    for (const { kind, seat, fact } of closing?.log ?? []) {
        const isOwn = seat === ready.seat;
        if (kind === 'got_ready' && isOwn) isGiven = fact === ready.contribution;
        else if (isGiven && (kind === 'table_changed' || (kind === 'stood_up' && isOwn))) return true;
    }
    return false;
}

function ok(name: string): Finding {
    return { outcome: 'ok', key: `fair.${name}.ok`, values: {} };
}

function failed(name: string): Finding {
    return { outcome: 'failed', key: `fair.${name}.failed`, values: {} };
}

function skipped(name: string, why: string): Finding {
    return { outcome: 'skipped', key: `fair.${name}.${why}`, values: {} };
}
