/** Prepared items that became dearer or unavailable. */

/** Price of one thing: a city by its number, or a count of a kind of fuel. */
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
 * Things that are dearer or gone. If the total is not dearer, single prices do not matter: another building order may
 * have shifted them.
 */
export function changesOf(before: Prices, now: Prices): Change[] {
    return before.prices.flatMap(({ thing, count, price: was }): Change[] => {
        const same = now.prices.find((each) => each.thing === thing);
        if (!same || same.count < count) return [{ thing, was, now: null }];
        return same.price > was && now.total > before.total ? [{ thing, was, now: same.price }] : [];
    });
}

/** True if it is still available, for at most the same price. */
export function stands(before: Prices, now: Prices): boolean {
    return now.total <= before.total && changesOf(before, now).length === 0;
}
