/** Amounts of fuel as a list in words. */
import { t } from '../words';
import { chosen } from '../words/language.svelte';

export function fuelWords(amounts: readonly { kind: string; units: number }[]): string {
    const list = new Intl.ListFormat(chosen.language, { type: 'conjunction' });
    return list.format(amounts.map(({ kind, units }) => t('cards.amount', { units, kind: t(`cards.kind.${kind}`) })));
}
