/** Seats that this browser took as a guest, and how they become those of an account. */
import { claimSeat } from '../wire/people';
import { WireProblem } from '../wire/problem';
import { dropTicket, ownTables, ticketOf } from '../wire/tickets';

/** The tables whose tickets lie here. */
export const guestSeats = (): string[] => ownTables().filter((gameId) => ticketOf(gameId)?.ticket);

export interface Claimed {
    taken: number;
    /** Still a guest's: the account has another seat there, or the request failed. */
    left: number;
}

/** Make them all the account's. A ticket that is good for nothing any more is thrown away. */
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
