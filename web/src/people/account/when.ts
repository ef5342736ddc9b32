/** Dates in words, in the chosen language. */
import { chosen } from '../../words/language.svelte';

export const dayWords = (at: number): string =>
    new Intl.DateTimeFormat(chosen.language, { dateStyle: 'medium' }).format(at);
export const momentWords = (at: number): string =>
    new Intl.DateTimeFormat(chosen.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
