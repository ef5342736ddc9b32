// A finished game beside what was kept of it. `gridwright verify --receipt` goes by the same rules, in the same words.

import type { Ready, Receipt } from './receipt.js';
import type { Transcript } from './transcript.js';

export interface Finding {
    outcome: 'ok' | 'failed' | 'skipped';
    key: string;
    values: Record<string, string | number>;
}

/** Whether the promise is the one that was shown before the player got ready. */
export function checkPromise(receipt: Receipt, transcript: Transcript): Finding {
    const sure = receipt.ready.filter((ready) => isTaken(ready, transcript));
    if (sure.some((ready) => ready.commit !== transcript.commit)) return failed('promise');
    if (sure.length > 0) return ok('promise');
    if (receipt.seen && receipt.seen !== transcript.commit)
        return { ...failed('promise'), key: 'fair.promise.changed' };
    if (receipt.ready.length > 0) return skipped('promise', 'unsure');
    return skipped('promise', receipt.seen ? 'late' : 'skipped');
}

/** Whether the player's own numbers were dealt with. */
export function checkOwn(receipt: Receipt, transcript: Transcript): Finding {
    const lost = receipt.ready.filter((ready) => !isIn(ready, transcript));
    const broken = lost.find((ready) => isTaken(ready, transcript));
    if (broken) return { ...failed('own'), values: { seat: broken.seat + 1 } };
    if (receipt.ready.length === 0) return skipped('own', 'skipped');
    return lost.length > 0 ? skipped('own', 'unsure') : ok('own');
}

function isIn({ seat, contribution }: Ready, { contributions }: Transcript): boolean {
    return contributions.some(([place, digits]) => place === seat && digits === contribution);
}

/** Whether the server had it for certain: it said so, or the game shows it. */
function isTaken(ready: Ready, transcript: Transcript): boolean {
    return ready.answered || isIn(ready, transcript);
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
