/** Age of the shown state, in words. */
import { t } from '../words';
import { chosen } from '../words/language.svelte';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function asOf(at: number, now: number): string {
    const age = Math.max(now - at, 0);
    if (age < 2 * MINUTE) return t('bar.as_of', { count: Math.round(age / 1000) });
    const shape: Intl.DateTimeFormatOptions =
        age < DAY ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
    return t('offline.as_of', { time: new Intl.DateTimeFormat(chosen.language, shape).format(at) });
}
