/** Lists within a sentence. */
import { chosen } from './language.svelte';

/** "10, 15 and 21". */
export function listWords(words: readonly string[]): string {
    return new Intl.ListFormat(chosen.language, { type: 'conjunction' }).format(words);
}

/** "2 coal, 1 oil": the amount of each kind of fuel, without zeros. */
export function amountsWords(of: { kindWithin(kind: number): string }, amounts: readonly number[]): string {
    return amounts.flatMap((amount, kind) => (amount > 0 ? [`${amount} ${of.kindWithin(kind)}`] : [])).join(', ');
}
