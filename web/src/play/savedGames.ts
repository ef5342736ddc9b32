/** Saves all games of this browser as a file, and takes those of a file. */
import { ticketOf } from '../wire/tickets';
import { doHere } from './engineState.svelte';
import type { StoredGame } from './games';
import { packGames, readGames } from './gamesFile';
import type { Merged } from './here';

const OWN = 'gridwright.';
const TICKET = 'gridwright.ticket.';

/** Offer the file as a download. */
export async function saveAllGames(now = new Date()): Promise<void> {
    const games = await doHere<StoredGame[]>('games', null);
    const file = await packGames({ games, kept: ownItems() }, now);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `gridwright-${now.toISOString().slice(0, 10)}.games.gz`;
    link.click();
    URL.revokeObjectURL(link.href);
}

/** What the page stores beside its games. */
function ownItems(): Record<string, string> {
    const names = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '');
    const own = names.filter((name) => name.startsWith(OWN));
    return Object.fromEntries(own.map((name) => [name, localStorage.getItem(name) ?? '']));
}

export type Counts = Record<Merged, number>;

/**
 * Take the games of a file: new ones, and those that are longer there. Nothing here is replaced. Names and settings
 * are taken where this browser has none. Raises FileProblem.
 */
export async function openGames(file: Blob, progress: (done: number, count: number) => void): Promise<Counts> {
    const { games, kept } = await readGames(file);
    const counts: Counts = { added: 0, longer: 0, same: 0, shorter: 0, other: 0, damaged: 0, full: 0 };
    for (const [place, game] of games.entries()) {
        progress(place, games.length);
        const merged = await doHere<Merged>('merge', game);
        counts[merged] += 1;
        if (merged === 'damaged' || merged === 'full') continue;
        const { game_id: gameId } = JSON.parse(game.row) as { game_id: string };
        const ticket = kept[TICKET + gameId];
        if (ticket !== undefined && !ticketOf(gameId)) localStorage.setItem(TICKET + gameId, ticket);
    }
    for (const [name, value] of Object.entries(kept)) {
        if (!name.startsWith(OWN) || name.startsWith(TICKET)) continue;
        if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
    }
    return counts;
}
