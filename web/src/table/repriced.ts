/** What became dearer, or is gone, since something was kept ready. */

/** What one thing costs: a city by its number, or so many units of a kind of fuel. */
export interface Price {
    readonly thing: number;
    readonly count: number;
    readonly price: number;
}

export interface Prices {
    readonly prices: readonly Price[];
    readonly total: number;
}

export interface Change {
    readonly thing: number;
    readonly was: number;
    /** Null if it is not to be had any more, or not so much of it. */
    readonly now: number | null;
}

/**
 * The things that make it dearer, and those that are gone. Where the whole costs no more, a single price does not
 * matter: another order of building may have shifted it.
 */
export function changesOf(before: Prices, now: Prices): Change[] {
    return before.prices.flatMap(({ thing, count, price: was }): Change[] => {
        const same = now.prices.find((each) => each.thing === thing);
        if (!same || same.count < count) return [{ thing, was, now: null }];
        return same.price > was && now.total > before.total ? [{ thing, was, now: same.price }] : [];
    });
}

/** Whether it still can be had, for at most the same. */
export function stands(before: Prices, now: Prices): boolean {
    return now.total <= before.total && changesOf(before, now).length === 0;
}
