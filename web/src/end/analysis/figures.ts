/** Formatting of chances and points: a point is a hundredth of the chance to win. */
import type { Finding } from '../../protocol/api';

const MINUS = '−';

/** "54": a chance in percent. */
export const percent = (chance: number): string => String(Math.round(100 * chance));

/** "−21", "+9" or "0", of whole points. */
export const signed = (points: number): string =>
    points === 0 ? '0' : points < 0 ? `${MINUS}${-points}` : `+${points}`;

/** "±2": a standard error in whole points, never less than one. */
export const plusMinus = (error: number): string => `±${Math.max(1, Math.round(100 * error))}`;

/** True if every way to the end of the game was compared, so that nothing was estimated. */
export const isCertain = ({ facts }: Finding): boolean => facts['last_turns'] !== undefined;

/** Whole points that a decision cost: the difference of its two chances as they are shown. */
export const costOf = ({ better, played }: Finding): number =>
    Math.round(100 * better.chance) - Math.round(100 * played.chance);
