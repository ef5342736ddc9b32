/** Spans of time in a few words. */
import { t } from '../../words';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "14 min", "9 h" or "2 days"; at least a minute. */
export function spanWords(span: number): string {
    if (span < 1.5 * HOUR) return t('span.minutes', { count: Math.max(1, Math.round(span / MINUTE)) });
    if (span < 2 * DAY) return t('span.hours', { count: Math.round(span / HOUR) });
    return t('span.days', { count: Math.round(span / DAY) });
}
