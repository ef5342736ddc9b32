/** Conversion between bids and places on the ruler. Shares of the length, from 0 to 1. */

/** Up to this number of values the ruler is even. With more, the last quarter of the length holds the rest behind a break. */
const MAX_EVEN = 30;
/** Steps before the break. */
const NEAR = 20;
const BREAK = 0.75;
/** Two numbers nearer than this would run into each other. */
const APART = 0.085;
const MAX_TICKS = 6;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface BidScale {
    readonly low: number;
    readonly high: number;
    /** Place of the break; null where all values are even. */
    readonly break: number | null;
    at(bid: number): number;
    bidAt(share: number): number;
    /** Values with a number below the ruler, both ends among them. */
    readonly ticks: readonly number[];
}

export function bidScale(low: number, high: number): BidScale {
    const top = Math.max(low, high);
    const span = top - low;
    const isEven = span < MAX_EVEN;
    const near = isEven ? span : NEAR;
    const share = isEven ? 1 : BREAK;
    const at = (bid: number): number => {
        const steps = Math.min(Math.max(bid, low), top) - low;
        if (near === 0) return 0;
        return steps <= near ? (steps / near) * share : share + ((steps - near) / (span - near)) * (1 - share);
    };
    const bidAt = (wanted: number): number => {
        const place = Math.min(Math.max(wanted, 0), 1);
        const steps = place <= share ? (place / share) * near : near + ((place - share) / (1 - share)) * (span - near);
        return low + Math.round(steps);
    };
    return { low, high: top, break: isEven ? null : BREAK, at, bidAt, ticks: ticksOf(low, top, low + near, at) };
}

function ticksOf(low: number, high: number, last: number, at: (bid: number) => number): number[] {
    if (low === high) return [low];
    const step = STEPS.find((each) => (last - low) / each <= MAX_TICKS) ?? last - low;
    const found = [low];
    for (let tick = (Math.floor(low / step) + 1) * step; tick < high && tick <= last; tick += step)
        if (at(tick) - at(found.at(-1)!) >= APART && 1 - at(tick) >= APART) found.push(tick);
    return [...found, high];
}
