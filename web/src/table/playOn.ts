/** Playing on from a known position: the player takes the seat that decides, bots take the others. */
import type { Try } from '../protocol/api';
import { charactersAtTable } from '../bots/characters';
import { readTableWithRetry, sitDown } from '../wire/rest';
import { keepTicket } from '../wire/tickets';
import { beReady } from './beReady';

/** Level of a bot that takes a person's seat. */
export const OPPONENT_LEVEL = 'hard';

/** A bot at a seat: the name shown, and how it plays. */
export interface Opponent {
    readonly name: string;
    readonly bot: string;
}
const MAX_SEATS = 6;
/** Milliseconds between two checks whether the game has begun. */
const LOOK_AGAIN = 150;

/** Take the seats of a table made for this position. Returns its id once the game runs. `opponentAt` gives the other seats. */
export async function playOn(made: Try, name: string, opponentAt: (seat: number) => Opponent): Promise<string> {
    const again = made.game_id;
    const seated = await sitDown(again, made.seat, { name, bot: '' });
    if (seated.ticket) keepTicket(again, seated.ticket, made.seat);
    const { table } = await readTableWithRetry(again, '');
    for (const seat of table.seats.keys()) if (seat !== made.seat) await sitDown(again, seat, opponentAt(seat));
    await beReady(again, made.seat, seated.ticket ?? '');
    // The position is set up by one entry; a page that comes later need not play all of it.
    while ((await readTableWithRetry(again, '')).table.status === 'gathering')
        await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    return again;
}

/**
 * The characters of a finished table, each in its seat. A reader who takes another seat than at that table changes places
 * with its character. Other people's seats, and free ones, get characters that are not at the table.
 */
export function charactersAt(
    seats: readonly { readonly name: string; readonly bot: string }[],
    own: number,
    taken: number,
    name: string,
): (seat: number) => Opponent {
    const before = seats.map((_, seat) => seats[seat === own ? taken : seat]);
    const used = before.flatMap((each, seat) => (each?.bot && seat !== taken ? [each.name] : []));
    const others = charactersAtTable(OPPONENT_LEVEL, [name, ...used], seats.length);
    return (seat) => {
        const found = before[seat];
        if (found?.bot) return found;
        const { name: free, level } = others[before.slice(0, seat).filter((each) => !each?.bot).length]!;
        return { name: free, bot: level };
    };
}

/** Characters for every seat of a new table but the reader's. */
export function newOpponents(own: number, name: string): (seat: number) => Opponent {
    const others = charactersAtTable(OPPONENT_LEVEL, [name], MAX_SEATS);
    return (seat) => {
        const { name: free, level } = others[seat < own ? seat : seat - 1]!;
        return { name: free, bot: level };
    };
}
