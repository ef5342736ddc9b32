/** The bids of the running auction, from the log. */
import type { HappenedFrame } from '../protocol/api';

export interface MadeBid {
    readonly seat: number;
    readonly amount: number;
    /** The viewer's limit made it. */
    readonly isByLimit: boolean;
}

export interface AuctionBids {
    /** The seat that put the plant up; -1 if the log does not reach so far. */
    readonly opener: number;
    /** The first one first. */
    readonly bids: readonly MadeBid[];
    /** The seats that dropped out; others that are not in any more could not pay. */
    readonly dropped: ReadonlySet<number>;
}

export function auctionBids(told: readonly HappenedFrame[], lot: number): AuctionBids {
    const bids: MadeBid[] = [];
    const dropped = new Set<number>();
    if (lot < 0) return { opener: -1, bids, dropped };
    for (const { events, by_limit: isByLimit = false } of told.toReversed())
        for (const event of events.toReversed()) {
            if (event.event === 'bid_made') bids.unshift({ seat: event.seat, amount: event.amount, isByLimit });
            else if (event.event === 'seat_dropped_out') dropped.add(event.seat);
            else if (event.event === 'plant_offered') {
                bids.unshift({ seat: event.seat, amount: event.bid, isByLimit });
                return { opener: event.plant === lot ? event.seat : -1, bids, dropped };
            } else if (event.event === 'auction_closed') return { opener: -1, bids, dropped };
        }
    return { opener: -1, bids, dropped };
}
