/** The order of a tab that has no answer yet: a reload sends it again under its name. */
import type { NamedOrder } from './orders';

const PREFIX = 'gridwright.sent.';

interface Sent {
    ticket: string;
    order: NamedOrder;
}

export function keepSent(gameId: string, ticket: string, order: NamedOrder): void {
    const sent: Sent = { ticket, order };
    sessionStorage.setItem(PREFIX + gameId, JSON.stringify(sent));
}

export function dropSent(gameId: string): void {
    sessionStorage.removeItem(PREFIX + gameId);
}

/** What was sent with this ticket and never answered. */
export function unanswered(gameId: string, ticket: string): NamedOrder | null {
    const text = sessionStorage.getItem(PREFIX + gameId);
    if (text === null) return null;
    try {
        const sent = JSON.parse(text) as Partial<Sent>;
        return sent.ticket === ticket && typeof sent.order?.command_id === 'string' ? sent.order : null;
    } catch {
        return null;
    }
}
