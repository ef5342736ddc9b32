/** The parts of a seat's result in whole points. */
import type { SeatAccount } from '../../protocol/api';

export const PARTS = ['luck', 'own', 'others'] as const;
export type Part = (typeof PARTS)[number];

/** Standard error of a part, above which the result cannot be split. */
const MAX_ERROR = 0.1;

export const isTooClose = (account: SeatAccount): boolean => PARTS.some((part) => account[`${part}_error`] > MAX_ERROR);

export interface WholeAccount extends Record<Part, number> {
    readonly start: number;
    readonly result: number;
}

/**
 * Whole points that add up as shown: the parts whose rounding took the most are corrected by a point each. Start and
 * result are rounded alone.
 */
export function wholeAccount(account: SeatAccount): WholeAccount {
    const whole = { luck: 0, own: 0, others: 0 };
    for (const part of PARTS) whole[part] = Math.round(100 * account[part]);
    const start = Math.round(100 * account.start);
    const result = Math.round(100 * account.result);
    let missing = result - start - PARTS.reduce((sum, part) => sum + whole[part], 0);
    const sign = Math.sign(missing);
    const lost = (part: Part): number => sign * (100 * account[part] - Math.round(100 * account[part]));
    for (const part of [...PARTS].sort((one, other) => lost(other) - lost(one))) {
        if (missing === 0) break;
        whole[part] += sign;
        missing -= sign;
    }
    return { start, result, ...whole };
}
