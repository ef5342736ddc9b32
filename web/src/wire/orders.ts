/** Orders: sent until the server has answered, always under the same name, so that none is done twice. */
import type { DoneFrame, RefusedFrame, SeatOrder, StaleFrame } from '../protocol/api';
import { pauseAfter } from './pause';
import { readable } from './rest';
import { keepRenewed } from './tickets';

type Each<Kind> = Kind extends SeatOrder ? Omit<Kind, 'command_id' | 'expected'> : never;
/** An order without its name and version. */
export type Wish = Each<SeatOrder>;
export type NamedOrder = Wish & { command_id: string; expected: number };
export type Outcome = DoneFrame | StaleFrame | RefusedFrame;
/** What this page says of an order that nobody answered. */
export type Unheard = Omit<RefusedFrame, 'code'> & { code: 'unheard' };

export interface Ways {
    send: typeof fetch;
    wait: (milliseconds: number) => Promise<void>;
}
/** Told before each further try; whoever says no gives up. */
export type GoOn = (tried: number) => boolean;

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8_000;
/** A line that stalls is given up after so long; the next try has a new one. */
const PATIENCE = 10_000;
const TOO_MANY = 429;
const MOST_TRIES = 7;
export const WAYS: Ways = {
    send: (input, init) => fetch(input, init),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/** A name that no other command has. */
export function newCommandId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function nameOrder(wish: Wish, expected: number): NamedOrder {
    return { ...wish, command_id: newCommandId(), expected };
}

/**
 * The answer to an order; null if it was given up. What got no whole answer, one of class 5xx, or was one of too
 * many, is sent again under its name.
 */
export async function deliver(
    path: string,
    ticket: string,
    order: NamedOrder,
    goOn: GoOn,
    ways: Ways = WAYS,
): Promise<Outcome | null> {
    const body = JSON.stringify(order);
    for (let tried = 0; ; tried += 1) {
        const answer = await sendOnce(path, ticket, body, ways);
        if (answer !== null) return answer;
        if (!goOn(tried + 1)) return null;
        await ways.wait(pauseAfter(tried, FIRST_PAUSE, LONGEST_PAUSE));
        if (!goOn(tried + 1)) return null;
    }
}

/** The same for a page that does not wait for ever. */
export async function sendOrder(
    path: string,
    ticket: string,
    wish: Wish,
    expected: number,
    ways: Ways = WAYS,
): Promise<Outcome | Unheard> {
    const goOn: GoOn = (tried) => tried < MOST_TRIES;
    return (await deliver(path, ticket, nameOrder(wish, expected), goOn, ways)) ?? refusal('unheard');
}

async function sendOnce(path: string, ticket: string, order: string, ways: Ways): Promise<Outcome | null> {
    let status: number;
    let body: unknown;
    try {
        const response = await ways.send(path, {
            method: 'POST',
            // Whoever sits there by an account has no ticket; the cookie goes along by itself.
            headers: { 'content-type': 'application/json', ...(ticket ? { authorization: `Bearer ${ticket}` } : {}) },
            body: order,
            signal: AbortSignal.timeout(PATIENCE),
        });
        keepRenewed(path, ticket, response);
        status = response.status;
        const text = await response.text();
        body = readable(text);
    } catch {
        // No answer, or half of one: nobody knows whether it was done.
        return null;
    }
    if (status >= 500 || status === TOO_MANY) return null;
    if (typeof body === 'object' && body !== null && 'type' in body) return body as Outcome;
    return refusal('malformed');
}

function refusal<Code extends string>(code: Code): Omit<RefusedFrame, 'code'> & { code: Code } {
    return { type: 'refused', code, problem: '', clause: '', numbers: {}, version: -1, place: 0 };
}
