/** The fuel market as a grid: prices are columns, kinds are rows. */
import type { LadderFace } from '../protocol/api';

export interface Cell {
    price: number;
    /** For each space of this price, cheapest first: its place on the whole ladder. */
    spaces: number[];
}

/** All prices that any kind has, ascending, with the widest cell of each. */
export function columnsOf(ladders: readonly LadderFace[]): { price: number; width: number }[] {
    const widths = new Map<number, number>();
    for (const ladder of ladders) {
        const counts = new Map<number, number>();
        for (const price of ladder.prices) counts.set(price, (counts.get(price) ?? 0) + 1);
        for (const [price, count] of counts) {
            widths.set(price, Math.max(widths.get(price) ?? 0, count));
        }
    }
    return [...widths].sort(([a], [b]) => a - b).map(([price, width]) => ({ price, width }));
}

/** Tokens of the usual size that fit side by side on the market of a laptop. A column of singles is as wide as two. */
const MAX_ABREAST = 32;

/** True if tokens must be smaller to stay in their columns. */
export function isCrowded(columns: readonly { width: number }[]): boolean {
    return columns.reduce((sum, { width }) => sum + Math.max(width, 2), 0) > MAX_ABREAST;
}

/** The spaces of one kind under each column; none where it has no such price. */
export function rowOf(ladder: LadderFace, prices: readonly number[]): Cell[] {
    return prices.map((price) => ({
        price,
        spaces: ladder.prices.flatMap((each, place) => (each === price ? [place] : [])),
    }));
}

/** True if a space is closed: a token on it is not sold. */
export function isClosed({ prices, n_closed }: LadderFace, space: number): boolean {
    return space >= prices.length - n_closed;
}

/** The first space with a token on it: tokens fill the dearest spaces without a gap. */
export function firstToken(ladder: LadderFace, tokens: number): number {
    return ladder.prices.length - tokens;
}
