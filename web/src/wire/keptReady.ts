/** What a player keeps ready for the next turn. It stays in this tab: nobody else, and no server, gets to know it. */
const PREFIX = 'gridwright.ready.';

const keyOf = (gameId: string, seat: number): string => `${PREFIX}${gameId}.${seat}`;

export function keepReady<Kept>(gameId: string, seat: number, kept: Kept | null): void {
    if (kept === null) sessionStorage.removeItem(keyOf(gameId, seat));
    else sessionStorage.setItem(keyOf(gameId, seat), JSON.stringify(kept));
}

export function keptReady<Kept>(gameId: string, seat: number): Kept | null {
    try {
        return JSON.parse(sessionStorage.getItem(keyOf(gameId, seat)) ?? 'null') as Kept | null;
    } catch {
        return null;
    }
}
