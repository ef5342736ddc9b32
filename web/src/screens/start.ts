/** Making tables, and starting a game against bots. */
import type { Character } from '../bots/characters';
import type { Choices, NewTable, TableSpec } from '../protocol/api';
import { beReady } from '../table/beReady';
import { makeTable, sitByTicket, sitDown } from '../wire/rest';
import { type Held, keepTicket, keepTickets } from '../wire/tickets';

/** The table that was chosen, or the default one of its edition. */
export function plainSpec(
    choices: Choices,
    edition: string,
    seats: number,
    wanted = { preset: '', board: '' },
): TableSpec | null {
    const found = choices.editions.find((each) => each.id === edition);
    const preset = found?.presets.find((each) => each.id === wanted.preset) ?? found?.presets[0];
    const board = preset?.boards.find((each) => each.id === wanted.board) ?? preset?.boards[0];
    if (!found || !preset || !board) return null;
    return { edition: found.id as TableSpec['edition'], preset: preset.id, board: board.id, seats };
}

/** Make a table, take the first seat and fill the others with these opponents; the game begins. */
export async function startAgainstBots(
    spec: TableSpec,
    name: string,
    opponents: readonly Character[],
): Promise<string> {
    const made = await makeTable({ spec });
    const gameId = made.game_id;
    const seated = await sitDown(gameId, 0, { name, bot: '' });
    if (seated.ticket) keepTicket(gameId, seated.ticket, 0);
    for (const [place, opponent] of opponents.entries())
        await sitDown(gameId, place + 1, { name: opponent.name, bot: opponent.level });
    await beReady(gameId, 0, seated.ticket ?? '');
    return gameId;
}

/** Longest take-over time in ms that the server accepts. */
const LONGEST_WAIT = 14 * 24 * 3_600_000;

/** A player at a seat: a person on this device, or a bot by the name of its level. */
export interface Sitter {
    name: string;
    /** Empty: a person. */
    bot: string;
}

/** Make a table for several people on this device, with bots on the other seats; the game begins. */
export async function startOnThisDevice(wanted: NewTable, sitters: readonly Sitter[]): Promise<string> {
    // Friends at one device may return to it at any time.
    const terms = { ...wanted.terms, take_over: LONGEST_WAIT };
    const gameId = (await makeTable({ ...wanted, terms })).game_id;
    const held: Held[] = [];
    for (const [seat, sitter] of sitters.entries()) {
        const { ticket } = await sitByTicket(gameId, seat, sitter);
        if (!sitter.bot && ticket) held.push({ ticket, seat });
    }
    keepTickets(gameId, held);
    for (const { ticket, seat } of held) await beReady(gameId, seat, ticket);
    return gameId;
}

/** Make a table and take its first seat: its maker is its host before the link is shared. Returns its id. */
export async function makeOpenTable(wanted: NewTable, name: string): Promise<string> {
    const gameId = (await makeTable(wanted)).game_id;
    const { ticket } = await sitDown(gameId, 0, { name, bot: '' });
    if (ticket) keepTicket(gameId, ticket, 0);
    return gameId;
}
