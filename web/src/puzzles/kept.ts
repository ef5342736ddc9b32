/** Puzzles in this browser's storage: a guest's rating, and the puzzles seen and answered. */
import type { SolverRating } from '../protocol/api';

export interface Kept {
    readonly rating: SolverRating;
    /** The most recent first. */
    readonly seen: readonly string[];
    readonly answered: readonly string[];
}

const KEY = 'gridwright.puzzles';
const MAX_SEEN = 200;
const FIRST: SolverRating = { rating: 1500, deviation: 200, tried: 0, found: 0 };
const NOTHING: Kept = { rating: FIRST, seen: [], answered: [] };

export function keptPuzzles(): Kept {
    try {
        return { ...NOTHING, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    } catch {
        return NOTHING;
    }
}

function keep(kept: Kept): void {
    try {
        localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
        // Without storage the next puzzle may be one that was seen.
    }
}

const first = (id: string, ids: readonly string[]): string[] =>
    [id, ...ids.filter((each) => each !== id)].slice(0, MAX_SEEN);

export function keepSeen(puzzleId: string): void {
    const kept = keptPuzzles();
    keep({ ...kept, seen: first(puzzleId, kept.seen) });
}

/** `rating` is a guest's after the answer; ratings of accounts are on the server. */
export function keepAnswer(puzzleId: string, rating: SolverRating | null): void {
    const kept = keptPuzzles();
    keep({ ...kept, rating: rating ?? kept.rating, answered: first(puzzleId, kept.answered) });
}
