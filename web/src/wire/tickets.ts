/** Tickets of seats, by table: one, or several where people share a device. All tabs of a browser share them. */
const PREFIX = 'gridwright.ticket.';
const NAME = 'gridwright.name';

export interface Held {
    ticket: string;
    seat: number;
}

export interface Kept extends Held {
    /** Time at which the seat was taken, for the list of the reader's tables. */
    at: number;
    /** Further seats of people on this device. */
    more: Held[];
}

/** The ticket for a table, the first of several, or nothing. */
export function ticketOf(gameId: string): Kept | null {
    return read(localStorage.getItem(PREFIX + gameId));
}

/** Every seat that is held here, in the order of seats. */
export function ticketsOf(gameId: string): Held[] {
    const kept = ticketOf(gameId);
    if (!kept) return [];
    return [{ ticket: kept.ticket, seat: kept.seat }, ...kept.more].sort((a, b) => a.seat - b.seat);
}

export function keepTicket(gameId: string, ticket: string, seat: number): void {
    keepTickets(gameId, [{ ticket, seat }]);
}

/** Store the seats of all people on this device; an empty list forgets the table. */
export function keepTickets(gameId: string, held: readonly Held[]): void {
    const [first, ...more] = held;
    if (!first) return localStorage.removeItem(PREFIX + gameId);
    const kept: Kept = { ...first, at: ticketOf(gameId)?.at || Date.now(), more };
    localStorage.setItem(PREFIX + gameId, JSON.stringify(kept));
}

/** Header of a response with a new ticket: an unused ticket expires. */
const RENEWED = 'gridwright-ticket';

/** Store the new ticket of a response in place of the one that was sent. */
export function keepRenewed(path: string, shown: string, answer: Response): void {
    const ticket = answer.headers.get(RENEWED);
    const gameId = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
    if (!ticket || !shown || gameId === undefined) return;
    const place = decodeURIComponent(gameId);
    const held = ticketsOf(place);
    // A player may have left the seat meanwhile.
    if (!held.some((each) => each.ticket === shown)) return;
    keepTickets(
        place,
        held.map((each) => (each.ticket === shown ? { ...each, ticket } : each)),
    );
}

/** Remove a table, or one of its seats. */
export function dropTicket(gameId: string, seat?: number): void {
    keepTickets(gameId, seat === undefined ? [] : ticketsOf(gameId).filter((each) => each.seat !== seat));
}

/** The tables of this browser, the latest first. */
export function ownTables(): string[] {
    const found: { gameId: string; at: number }[] = [];
    for (let place = 0; place < localStorage.length; place += 1) {
        const key = localStorage.key(place);
        if (!key?.startsWith(PREFIX)) continue;
        const kept = read(localStorage.getItem(key));
        if (kept) found.push({ gameId: key.slice(PREFIX.length), at: kept.at });
    }
    return found.sort((a, b) => b.at - a.at).map((each) => each.gameId);
}

/** Calls the listener when another tab takes or leaves a seat at a table. */
export function onTicketChange(gameId: string, tell: () => void): () => void {
    const listen = (event: StorageEvent): void => {
        if (event.key === PREFIX + gameId) tell();
    };
    addEventListener('storage', listen);
    return () => removeEventListener('storage', listen);
}

export const keptName = (): string => localStorage.getItem(NAME) ?? '';
export const keepName = (name: string): void => localStorage.setItem(NAME, name);

function read(text: string | null): Kept | null {
    if (text === null) return null;
    try {
        const kept = JSON.parse(text) as Partial<Kept>;
        if (!isHeld(kept)) return null;
        const more = Array.isArray(kept.more) ? kept.more.filter(isHeld) : [];
        return { ticket: kept.ticket, seat: kept.seat, at: kept.at ?? 0, more };
    } catch {
        return null;
    }
}

function isHeld<Found extends Partial<Held>>(found: Found): found is Found & Held {
    return typeof found.ticket === 'string' && typeof found.seat === 'number';
}
