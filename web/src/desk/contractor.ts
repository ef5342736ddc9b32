/** Payment of the Demolition Contractor now, from the rules of the table and this auction phase. */
import type { HappenedFrame, Observation, TableSheet } from '../protocol/api';

export interface ContractorLook {
    /** The card on top, counted from 1. */
    readonly number: number;
    readonly count: number;
    /** For the first plant given up in an auction phase, and for each later one. */
    readonly first: number;
    readonly later: number;
    /** The same on the next card; none after the last. */
    readonly next: { readonly first: number; readonly later: number } | null;
    /** True if the first plant of this phase has been given up. */
    readonly isFirstGone: boolean;
}

export function contractorLook(
    sheet: TableSheet,
    observation: Observation,
    happened: readonly HappenedFrame[],
): ContractorLook | null {
    if (!sheet.spec.contractor) return null;
    const firsts = amountsOf(sheet, 'contractor_first');
    const laters = amountsOf(sheet, 'contractor_later');
    const card = observation.contractor;
    const amounts = (place: number) => ({ first: firsts[place] ?? 0, later: laters[place] ?? 0 });
    return {
        number: card + 1,
        count: firsts.length,
        ...amounts(card),
        next: card + 1 < firsts.length ? amounts(card + 1) : null,
        isFirstGone: isFirstGone(happened),
    };
}

/** The sheet holds the rules as the identity hashes them, untyped. */
const amountsOf = (sheet: TableSheet, name: string): number[] =>
    (sheet.rules as Record<string, number[] | undefined>)[name] ?? [];

function isFirstGone(happened: readonly HappenedFrame[]): boolean {
    let isGone = false;
    for (const { events } of happened) {
        for (const { event } of events) {
            if (event === 'auctions_began') isGone = false;
            else if (event === 'plant_scrapped') isGone = true;
        }
    }
    return isGone;
}
