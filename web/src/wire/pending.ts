/** An order on its way. It changes nothing of the table: parts of the page show it beside what is known. */
import type { Do } from '../protocol/api';
import type { Wish } from './orders';

export interface Pending {
    readonly wish: Wish;
    /** When it was given. */
    readonly at: number;
    /** How often it got no answer. */
    readonly tries: number;
}

/** What a seat wants to do in the game, if that is what the order is about. */
export function actionsOf(pending: Pending | null): readonly Do[] {
    if (pending?.wish.type !== 'act') return [];
    const { do: one, do_all: all } = pending.wish;
    return all ?? (one ? [one] : []);
}
