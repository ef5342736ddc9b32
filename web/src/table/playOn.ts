/** Playing on from a known position: the player takes the seat that decides, bots take the others. */
import type { Try } from '../protocol/api';
import { readTableWithRetry, sitDown } from '../wire/rest';
import { keepTicket } from '../wire/tickets';
import { beReady } from './beReady';

/** Level of the bots that take the other seats. */
export const OPPONENT_LEVEL = 'hard';
/** Milliseconds between two checks whether the game has begun. */
const LOOK_AGAIN = 150;

/** Take the seats of a table made for this position. Returns its id once the game runs. `nameOf` names the bots. */
export async function playOn(made: Try, name: string, nameOf: (seat: number) => string): Promise<string> {
    const again = made.game_id;
    const seated = await sitDown(again, made.seat, { name, bot: '' });
    if (seated.ticket) keepTicket(again, seated.ticket, made.seat);
    const { table } = await readTableWithRetry(again, '');
    for (const seat of table.seats.keys())
        if (seat !== made.seat) await sitDown(again, seat, { name: nameOf(seat), bot: OPPONENT_LEVEL });
    await beReady(again, made.seat, seated.ticket ?? '');
    // The position is set up by one entry; a page that comes later need not play all of it.
    while ((await readTableWithRetry(again, '')).table.status === 'gathering')
        await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    return again;
}
