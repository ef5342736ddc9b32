/** Sentence about the winner. */
import { t } from '../words';
import { listWords } from '../words/list';
import type { Place } from './ranking.js';

/** Headline of a game that ended by its rules; `help` is the viewer's help, in words. */
export function headlineOf(
    places: readonly Place[],
    unit: 'cities' | 'points',
    viewer: number,
    nameOf: (seat: number) => string,
    help = '',
): string {
    const winners = places.filter((each) => each.place === 1);
    const score = t(`over.score.${unit}`, { count: winners[0]?.score ?? 0 });
    if (winners.length > 1)
        return t('over.title.shared', { names: listWords(winners.map(({ seat }) => nameOf(seat))), score });
    const seat = winners[0]?.seat ?? -1;
    if (seat !== viewer) return t('over.title.won', { name: nameOf(seat), score });
    return t(help ? 'over.title.you_hints' : 'over.title.you', { score, hints: help });
}
