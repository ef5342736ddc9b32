/** When the page asks about sound. */
import { settings } from '../settings/settings.svelte';

interface Moment {
    readonly round: number;
    readonly phase: number;
    /** The first phase of a round, and the last one. */
    readonly first: number;
    readonly last: number;
}

/** True from the end of the first round to the first auction of the second. */
export const isSoundTime = ({ round, phase, first, last }: Moment): boolean =>
    (round === 1 && phase === last) || (round === 2 && phase <= first + 1);

/** True if sound is off and was never offered. */
export const isSoundOpen = (): boolean => !settings.sound && !settings.soundAsked;
