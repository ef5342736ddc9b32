/**
 * Estimates of a board's playing time and rules, computed from its data, not measured: each seat needs about two
 * minutes a round and builds about two cities in it, and each of the board's own rules is read once.
 */
import type { BoardChoice } from '../protocol/api';

const MINUTES_PER_TURN = 2;
const CITIES_PER_ROUND = 2;
/** Rounds before the first cities and after the last ones. */
const MORE_ROUNDS = 2;
const ROUNDED_TO = 5;

type Figures = Pick<BoardChoice, 'end_cities' | 'n_own_rules'>;

/** Minutes of a game with this number of seats; 0 if unknown. `listed` are the seats of the edition. */
export function minutesOn(board: Figures, listed: readonly number[], seats: number): number {
    const cities = board.end_cities[listed.indexOf(seats)] ?? 0;
    if (cities === 0) return 0;
    const rounds = cities / CITIES_PER_ROUND + MORE_ROUNDS;
    const minutes = rounds * seats * MINUTES_PER_TURN + board.n_own_rules;
    return Math.round(minutes / ROUNDED_TO) * ROUNDED_TO;
}

export type Learning = 'none' | 'some' | 'many';

/** Up to this number of own rules are some, not many. */
const SOME = 5;

/** The amount to learn beyond the rules of the game. */
export function learningOf({ n_own_rules: count }: Pick<BoardChoice, 'n_own_rules'>): Learning {
    return count === 0 ? 'none' : count <= SOME ? 'some' : 'many';
}
