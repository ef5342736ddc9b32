/** Sounds and vibration for events as the table shows them. */
import type { Event } from '../protocol/api';
import { pulse } from './haptics';
import { sound } from './signal';
import { pulseOf, signsOf } from './signs';

/** Events at the moment at which they are shown. */
interface Shown {
    readonly events: readonly Event[];
    readonly isReplay: boolean;
    readonly isImmediate: boolean;
}

/** Minimum milliseconds between two sounds where events are not shown one by one. */
const APART = 150;

export class Ear {
    #last = -Infinity;

    /** A replay has sounds, but no vibration. */
    hear({ events, isReplay, isImmediate }: Shown, viewer: number): void {
        const signs = signsOf(events);
        if (!isReplay) pulse(pulseOf(events, viewer));
        if (!isImmediate) return void sound(signs);
        const now = performance.now();
        if (signs.length === 0 || now - this.#last < APART) return;
        this.#last = now;
        void sound(signs.slice(-1));
    }
}
