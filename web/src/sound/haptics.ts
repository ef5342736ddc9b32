/** Vibration of a phone. */
import { settings } from '../settings/settings.svelte';
import type { Pulse } from './signs';

/** Milliseconds on and off. */
export const PATTERNS: Readonly<Record<Pulse, readonly number[]>> = {
    short: [25],
    twice: [25, 70, 25],
    long: [160],
};

/** True if the device can vibrate: browsers on a desk have the function, but no motor. */
export function hasHaptics(): boolean {
    return typeof navigator.vibrate === 'function' && matchMedia('(pointer: coarse)').matches;
}

export function pulse(kind: Pulse | null | undefined): void {
    if (!kind || !settings.haptics || !hasHaptics()) return;
    // Before the first touch of the page a browser only complains.
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
    navigator.vibrate([...PATTERNS[kind]]);
}
