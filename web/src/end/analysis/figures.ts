/** Formatting of chances and points: a point is a hundredth of the chance to win. */
import { chosen } from '../../words/language.svelte';

const MINUS = '−';

/** "54": a chance in percent. */
export const percent = (chance: number): string => String(Math.round(100 * chance));

/** "−21", "+9" or "0". */
export function points(chance: number): string {
    const whole = Math.round(100 * chance);
    return whole === 0 ? '0' : whole < 0 ? `${MINUS}${-whole}` : `+${whole}`;
}

/** The same without a plus, where a value is no change. */
export function balance(chance: number): string {
    const whole = Math.round(100 * chance);
    return whole < 0 ? `${MINUS}${-whole}` : String(whole);
}

/** "0.54": points with two places, as the reader writes them. */
export function finePoints(chance: number): string {
    const form = new Intl.NumberFormat(chosen.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    return form.format(100 * chance);
}
