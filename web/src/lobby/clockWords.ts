/** The clock of a table, in a few words. */
import type { Terms } from '../protocol/api';
import { t } from '../words';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function clockWords(terms: Terms): string {
    const clock = terms.clock;
    if (clock?.type === 'bank') return t('lobby.clock.live', { count: Math.round(clock.bank / MINUTE) });
    if (clock?.type === 'turns') {
        const hours = Math.max(1, Math.round(clock.turn / HOUR));
        return hours >= 24 && hours % 24 === 0
            ? t('lobby.clock.days', { count: hours / 24 })
            : t('lobby.clock.slow', { count: hours });
    }
    return t('lobby.clock.free');
}
