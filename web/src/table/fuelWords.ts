/** Amounts of fuel as a list in words. */
import type { CardTurn } from '../card/cardTurn.svelte';
import { t } from '../words';
import { chosen } from '../words/language.svelte';

export function fuelWords(amounts: readonly { kind: string; units: number }[]): string {
    const list = new Intl.ListFormat(chosen.language, { type: 'conjunction' });
    return list.format(amounts.map(({ kind, units }) => t('cards.amount', { units, kind: t(`cards.kind.${kind}`) })));
}

/** What is about to be bought, kind by kind. */
export function pickedWords(cards: CardTurn): string {
    const units = new Map<string, number>();
    for (const card of cards.picks) units.set(card.kind, (units.get(card.kind) ?? 0) + card.units);
    return fuelWords([...units].map(([kind, count]) => ({ kind, units: count })));
}
