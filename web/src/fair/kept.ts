// Receipts of a table in this browser: evidence to check the server's deal, from before the first card to after the
// last.

import type { TableView } from '../protocol/api.js';
import { FORMAT, type Moment, type Ready, type Receipt } from './receipt.js';

const PREFIX = 'gridwright.kept.';
/** Older pages stored the commitment alone, and only once the game ran. */
const OLD_PREFIX = 'gridwright.promise.';
/** Tables kept; the oldest is removed. */
const MAX_TABLES = 40;
/** Moments kept for a table; beyond it every second is dropped. */
const MAX_MOMENTS = 256;

interface Kept {
    /** When it was last written, to drop the oldest. */
    at: number;
    seen: string;
    /** By seat, once the server has answered. */
    ready: Record<string, Given>;
    /** By seat, while no answer has come. */
    sent: Record<string, Given>;
    heads: Moment[];
}

/** Fields of a table that a receipt is made of. */
type Shown = Pick<TableView, 'chain' | 'commitment' | 'seed' | 'status' | 'version'>;

interface Given {
    commit: string;
    contribution: string;
}

/** Random bytes for the deal, so that the server alone cannot know the cards. */
export function newContribution(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Store the commitment and a new contribution, then send it. True if it was accepted; `send` returns null if unknown.
 */
export async function getReady(
    gameId: string,
    seat: number,
    commit: string,
    send: (contribution: string) => Promise<boolean | null>,
): Promise<boolean> {
    const given = { commit, contribution: newContribution() };
    change(gameId, (kept) => (kept.sent[seat] = given));
    const isTaken = await send(given.contribution);
    if (isTaken === null) return false;
    change(gameId, (kept) => {
        // Another tab may have been first: its value is kept, unless this one was accepted.
        delete kept.sent[seat];
        if (isTaken) kept.ready[seat] = given;
    });
    return isTaken;
}

/** Record the digest of the shown log and the commitment of a running game; the first one seen is kept. */
export function keepSeen(gameId: string, view: Shown): void {
    // Once the seed is public there is nothing left to record.
    if (view.seed || view.version < 1) return;
    change(gameId, (kept) => {
        if (view.status !== 'gathering') kept.seen ||= view.commitment;
        if (view.chain && !kept.heads.some((head) => head.version === view.version && head.chain === view.chain))
            kept.heads = thinned([...kept.heads, { version: view.version, chain: view.chain }]);
    });
}

/** Keeps the first, the last, and enough in between to detect a rewritten entry soon after it was seen. */
function thinned(heads: Moment[]): Moment[] {
    if (heads.length <= MAX_MOMENTS) return heads;
    return heads.filter((_, place) => place % 2 === 0 || place === heads.length - 1);
}

/** Receipts of a table for these seats. */
export function receiptOf(gameId: string, seats: readonly number[]): Receipt {
    const kept = read(gameId) ?? empty();
    const ready = seats.flatMap((seat): Ready[] => {
        const taken = kept.ready[seat];
        const given = taken ?? kept.sent[seat];
        return given ? [{ seat, ...given, answered: taken !== undefined }] : [];
    });
    const seen = kept.seen || (localStorage.getItem(OLD_PREFIX + gameId) ?? '');
    return { format: FORMAT, game: gameId, seen, ready, heads: kept.heads };
}

function empty(): Kept {
    return { at: 0, seen: '', ready: {}, sent: {}, heads: [] };
}

function read(gameId: string): Kept | null {
    try {
        const found = JSON.parse(localStorage.getItem(PREFIX + gameId) ?? 'null') as Partial<Kept> | null;
        return found && { ...empty(), ...found };
    } catch {
        return null;
    }
}

function change(gameId: string, how: (kept: Kept) => void): void {
    const before = read(gameId);
    const kept = before ?? empty();
    how(kept);
    kept.at = Date.now();
    try {
        if (!before) dropOldest();
        localStorage.setItem(PREFIX + gameId, JSON.stringify(kept));
    } catch {
        // Missing storage is reported after the game; it must not stop one.
    }
}

function dropOldest(): void {
    const found: { gameId: string; at: number }[] = [];
    for (let place = 0; place < localStorage.length; place += 1) {
        const key = localStorage.key(place);
        if (!key?.startsWith(PREFIX)) continue;
        const gameId = key.slice(PREFIX.length);
        found.push({ gameId, at: read(gameId)?.at ?? 0 });
    }
    found.sort((a, b) => b.at - a.at);
    for (const { gameId } of found.slice(MAX_TABLES - 1)) localStorage.removeItem(PREFIX + gameId);
}
