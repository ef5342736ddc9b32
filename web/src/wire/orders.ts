/** Delivers orders: retried under the same command id until the server answers, so that none is executed twice. */
import type { DoneFrame, RefusedFrame, SeatOrder, StaleFrame } from '../protocol/api';
import { pauseAfter } from './pause';
import { readable } from './rest';
import { keepRenewed } from './tickets';
import { transport, type Transport } from '../transport';

type Each<Kind> = Kind extends SeatOrder ? Omit<Kind, 'command_id' | 'expected'> : never;
/** An order without its command id and version. */
export type OrderDraft = Each<SeatOrder>;
export type NamedOrder = OrderDraft & { command_id: string; expected: number };
export type Outcome = DoneFrame | StaleFrame | RefusedFrame;
/** Result of an order without a response, made by this page. */
export type NoResponse = Omit<RefusedFrame, 'code'> & { code: 'no_response' };

/** How an order is sent, and how long its sender waits between two attempts. */
export interface Delivery extends Pick<Transport, 'send'> {
    wait: (milliseconds: number) => Promise<void>;
}
/** Called before each retry with the number of attempts; false gives up. */
export type ShouldRetry = (tried: number) => boolean;

const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 8_000;
/** Request timeout in ms; the next attempt uses a new connection. */
const TIMEOUT_MS = 10_000;
const TOO_MANY = 429;
const MAX_TRIES = 7;
export const PAGE_DELIVERY: Delivery = {
    send: (path, init) => transport().send(path, init),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/** A unique command id (idempotency key). */
export function newCommandId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function nameOrder(draft: OrderDraft, expected: number): NamedOrder {
    return { ...draft, command_id: newCommandId(), expected };
}

/**
 * Send an order until it is answered; null if it was given up. Incomplete responses, status 5xx and 429 are retried
 * under the same command id.
 */
export async function deliver(
    path: string,
    ticket: string,
    order: NamedOrder,
    shouldRetry: ShouldRetry,
    delivery: Delivery = PAGE_DELIVERY,
): Promise<Outcome | null> {
    const body = JSON.stringify(order);
    for (let tried = 0; ; tried += 1) {
        const answer = await sendOnce(path, ticket, body, delivery);
        if (answer !== null) return answer;
        if (!shouldRetry(tried + 1)) return null;
        await delivery.wait(pauseAfter(tried, FIRST_PAUSE_MS, MAX_PAUSE_MS));
        if (!shouldRetry(tried + 1)) return null;
    }
}

/** Delivers an order, for a page that gives up after some attempts. */
export async function sendOrder(
    path: string,
    ticket: string,
    draft: OrderDraft,
    expected: number,
    delivery: Delivery = PAGE_DELIVERY,
): Promise<Outcome | NoResponse> {
    const shouldRetry: ShouldRetry = (tried) => tried < MAX_TRIES;
    return (await deliver(path, ticket, nameOrder(draft, expected), shouldRetry, delivery)) ?? refusal('no_response');
}

async function sendOnce(path: string, ticket: string, order: string, delivery: Delivery): Promise<Outcome | null> {
    let status: number;
    let body: unknown;
    try {
        const response = await delivery.send(path, {
            method: 'POST',
            // A seat taken by an account has no ticket; the cookie is sent automatically.
            headers: { 'content-type': 'application/json', ...(ticket ? { authorization: `Bearer ${ticket}` } : {}) },
            body: order,
            signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        keepRenewed(path, ticket, response);
        status = response.status;
        const text = await response.text();
        body = readable(text);
    } catch {
        // No response, or an incomplete one: the order may have been carried out.
        return null;
    }
    if (status >= 500 || status === TOO_MANY) return null;
    if (typeof body === 'object' && body !== null && 'type' in body) return body as Outcome;
    return refusal('malformed');
}

function refusal<Code extends string>(code: Code): Omit<RefusedFrame, 'code'> & { code: Code } {
    return { type: 'refused', code, problem: '', clause: '', numbers: {}, version: -1, place: 0 };
}
