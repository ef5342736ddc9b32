/**
 * Orders without a response: shown as pending, and stored in the tab so that a reload sends them again under the same
 * command id.
 */
import type { Do } from '../protocol/api';
import type { NamedOrder, OrderDraft } from './orders';

/** A pending order. It does not change the table: parts of the page draw it as provisional. */
export interface PendingOrder {
    readonly draft: OrderDraft;
    /** Time of the order, in ms. */
    readonly at: number;
    /** Number of attempts without an answer. */
    readonly tries: number;
}

/** The actions in the game that an order consists of; empty for other orders. */
export function actionsOf(pending: PendingOrder | null): readonly Do[] {
    if (pending?.draft.type !== 'act') return [];
    const { do: one, do_all: all } = pending.draft;
    return all ?? (one ? [one] : []);
}

const PREFIX = 'gridwright.sent.';

interface Sent {
    ticket: string;
    order: NamedOrder;
}

export function savePendingOrder(gameId: string, ticket: string, order: NamedOrder): void {
    const sent: Sent = { ticket, order };
    sessionStorage.setItem(PREFIX + gameId, JSON.stringify(sent));
}

export function removePendingOrder(gameId: string): void {
    sessionStorage.removeItem(PREFIX + gameId);
}

/** The order sent with this ticket that has no answer; null if there is none. */
export function loadPendingOrder(gameId: string, ticket: string): NamedOrder | null {
    const text = sessionStorage.getItem(PREFIX + gameId);
    if (text === null) return null;
    try {
        const sent = JSON.parse(text) as Partial<Sent>;
        return sent.ticket === ticket && typeof sent.order?.command_id === 'string' ? sent.order : null;
    } catch {
        return null;
    }
}
