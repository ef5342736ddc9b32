/** The public game that is shown large. */
import { editionOf } from '../game/edition';
import type { LiveGame } from '../protocol/api';

/** The game to feature from the server's list: with people, most watched, and, among equals, on a board. */
export function chooseFeatured(games: readonly LiveGame[]): LiveGame | undefined {
    const people = (game: LiveGame): number => (game.seats.some((seat) => !seat.is_bot) ? 1 : 0);
    const board = (game: LiveGame): number => (editionOf(game.edition).centre === 'map' ? 1 : 0);
    return games.toSorted(
        (one, other) => people(other) - people(one) || other.n_watching - one.n_watching || board(other) - board(one),
    )[0];
}
