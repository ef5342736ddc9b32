// What this browser keeps of a table to hold the server to it, from before the first card to after the last.

import { FORMAT, type Ready, type Receipt } from './receipt.js';

const PREFIX = 'gridwright.kept.';
/** Older pages kept the promise alone, and only once the game ran. */
const OLD_PREFIX = 'gridwright.promise.';
/** Of so many tables the newest are kept. */
const MOST_TABLES = 40;

interface Kept {
    /** When it was last written, to drop the oldest. */
    at: number;
    seen: string;
    /** By seat, once the server has answered. */
    ready: Record<string, Given>;
    /** By seat, while no answer has come. */
    sent: Record<string, Given>;
}

interface Given {
    commit: string;
    contribution: string;
}

/** Random bytes for the dealing, so that no server can know the cards alone. */
export function newContribution(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keep the promise that is shown and a new contribution, then send it; whether it was taken. `send` says null if nobody knows. */
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
        // Another tab may have been first: what it keeps stays, unless this one was taken.
        delete kept.sent[seat];
        if (isTaken) kept.ready[seat] = given;
    });
    return isTaken;
}

/** Note the promise of a game that runs; what was seen first counts. */
export function keepSeen(gameId: string, view: { commitment: string; status: string; seed: string }): void {
    if (view.seed || view.status === 'gathering' || !view.commitment) return;
    if (read(gameId)?.seen) return;
    change(gameId, (kept) => (kept.seen = view.commitment));
}

/** What is kept of a table for these seats. */
export function receiptOf(gameId: string, seats: readonly number[]): Receipt {
    const kept = read(gameId) ?? empty();
    const ready = seats.flatMap((seat): Ready[] => {
        const taken = kept.ready[seat];
        const given = taken ?? kept.sent[seat];
        return given ? [{ seat, ...given, answered: taken !== undefined }] : [];
    });
    return {
        format: FORMAT,
        game: gameId,
        seen: kept.seen || (localStorage.getItem(OLD_PREFIX + gameId) ?? ''),
        ready,
    };
}

function empty(): Kept {
    return { at: 0, seen: '', ready: {}, sent: {} };
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
        // A browser that keeps nothing says so after the game; it must not stop one.
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
    for (const { gameId } of found.slice(MOST_TABLES - 1)) localStorage.removeItem(PREFIX + gameId);
}
