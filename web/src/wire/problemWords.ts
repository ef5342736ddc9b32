/** Words for refusals of the server: the only place that chooses them. Its own English text is for programs. */
import { t, tOr } from '../words';
import { chosen } from '../words/language.svelte';
import type de from '../words/de/refusals.json';
import type en from '../words/en/refusals.json';
import type { Values } from '../words/sentence';
import type { Code, WireProblem } from './problem';

type Needed = `refused.${Code | 'other'}`;
/** A type error if a file lacks a code, or has one that is never sent. */
export type Complete<File extends Record<Needed, string> & Record<Exclude<keyof File, Needed>, never>> = keyof File;
type RefusalKey = Complete<typeof en> & Complete<typeof de>;

const MINUTE = 60;

/** Words for a code. A code of a board has words with the board; a code of a newer server may have none. */
export function refusalText(code: Code, values: Values = {}): string {
    const key: RefusalKey = `refused.${code}`;
    return tOr(key, t('refused.other'), { wait: waitWords(0), ...values });
}

/** Words for a failed request. */
export function problemText({ code, numbers, retryAfter }: WireProblem): string {
    // Without a code nothing arrived, or a proxy answered instead of the server.
    return code ? refusalText(code, { ...numbers, wait: waitWords(retryAfter) }) : t('problem.away');
}

/** "8 seconds", "14 minutes"; a minute if the server named no time. */
function waitWords(seconds: number): string {
    const isShort = seconds > 0 && seconds < MINUTE;
    const unit = isShort ? 'second' : 'minute';
    const style = { style: 'unit', unit, unitDisplay: 'long' } as const;
    const amount = isShort ? seconds : Math.max(1, Math.ceil(seconds / MINUTE));
    return new Intl.NumberFormat(chosen.language, style).format(amount);
}
