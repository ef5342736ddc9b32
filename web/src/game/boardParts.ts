// The public parts of a board, as rows by name: folded without knowing what they mean there.

import type { Event, Observation } from '../protocol/api.js';
import type { TableFacts } from './sheet.js';

export type BoardPartEvent = Extract<Event, { event: 'part_changed' | 'parts_restored' }>;

/** The names of the parts in the order in which the rules list them. */
export function partNames(facts: TableFacts): string[] {
    return (facts.rules.parts ?? []).map(([name]) => name);
}

/** Rows are replaced, never changed, so that copies of an observation may share them. */
export function foldBoardParts(facts: TableFacts, seen: Observation, event: BoardPartEvent): void {
    const names = partNames(facts);
    if (event.event === 'parts_restored') {
        names.forEach((name, place) => (seen.parts[name] = [...event.rows[place]!]));
        return;
    }
    const name = names[event.place];
    if (name === undefined) throw new Error(`expected a part of the board; came place ${event.place}`);
    seen.parts[name] = [...event.row];
    event.to_supply.forEach((amount, kind) => (seen.supply[kind]! += amount));
}
