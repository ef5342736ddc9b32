/** How full the storage is, in words and numbers. */
import type { StorageState } from './keptGames';

const MEGABYTE = 1_000_000;
/** Shares of the limit from which the page warns. */
const ALMOST = 0.85;
const NEARLY = 0.95;

export type Fullness = 'room' | 'almost' | 'nearly' | 'full';

export function fullness({ used, limit }: Pick<StorageState, 'used' | 'limit'>): Fullness {
    if (limit <= 0) return 'full';
    const share = used / limit;
    return share >= 1 ? 'full' : share >= NEARLY ? 'nearly' : share >= ALMOST ? 'almost' : 'room';
}

/** Whole numbers from 10 on. */
export function megabytes(bytes: number, language: string): string {
    const amount = bytes / MEGABYTE;
    return amount.toLocaleString(language, { maximumFractionDigits: amount < 10 ? 1 : 0 });
}
