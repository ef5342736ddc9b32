/** Mines that sell to their own market: its spaces by price, and the income of the next sale. */
import { rulesOf } from '../game/sheet';
import type { Scene } from './scene';

const PART = 'mine-market';
const WITHHELD = 'withheld';

export interface MinePrice {
    readonly price: number;
    readonly n_taken: number;
    readonly n_spaces: number;
}

export interface MineMarket {
    readonly prices: readonly MinePrice[];
    /** Payment to an owner for each city on its mines; 0 while no space is free. */
    readonly pays: number;
    /** Tokens that leave at the end of the round. */
    readonly leave: number;
}

/** The market of the mines; null on a board without them. */
export function minesOf({ sheet, observation }: Pick<Scene, 'sheet' | 'observation'>): MineMarket | null {
    const row = observation.parts[PART];
    const { mine_prices: each, mine_spaces: spaces, mines_emptied: emptied } = rulesOf(sheet).figures ?? {};
    if (!row || !each || !spaces || !emptied) return null;
    const n_spaces = spaces[0] ?? 0;
    const prices = each.map((price, place) => ({ price, n_taken: row[place] ?? 0, n_spaces }));
    return {
        prices,
        pays: prices.findLast(({ n_taken }) => n_taken < n_spaces)?.price ?? 0,
        leave: emptied[observation.step - 1] ?? 0,
    };
}

/** The seats whose mines sell nothing in this round. */
export function withheldBy({ observation }: Pick<Scene, 'observation'>): number[] {
    return (observation.parts[WITHHELD] ?? []).flatMap((declined, seat) => (declined ? [seat] : []));
}
