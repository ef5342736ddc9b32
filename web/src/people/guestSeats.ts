/** Seats that this browser took as a guest, and how they become those of an account. */
import { claimSeat } from '../wire/people';
import { WireProblem } from '../wire/problem';
import { dropTicket, ownTables, ticketOf } from '../wire/tickets';

/** The tables with a ticket in this browser. */
export const guestSeats = (): string[] => ownTables().filter((gameId) => ticketOf(gameId)?.ticket);

export interface Claimed {
    taken: number;
    /** Still a guest's: the account has another seat there, or the request failed. */
    left: number;
}

/** Move all of them to the account. Invalid tickets are removed. */
export async function claimAll(): Promise<Claimed> {
    const claimed = { taken: 0, left: 0 };
    for (const gameId of guestSeats()) {
        try {
            await claimSeat(gameId, ticketOf(gameId)?.ticket ?? '');
            dropTicket(gameId);
            claimed.taken += 1;
        } catch (error) {
            if (!(error instanceof WireProblem)) throw error;
            if (error.status === 403 || error.status === 404) dropTicket(gameId);
            else claimed.left += 1;
        }
    }
    return claimed;
}
