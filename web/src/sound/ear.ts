/** What is heard and felt of what a table shows. */
import type { Event } from '../protocol/api';
import { pulse } from './haptics';
import { sound } from './signal';
import { pulseOf, signsOf } from './signs';

/** Events at the moment at which they are shown. */
interface Shown {
    readonly events: readonly Event[];
    readonly isReplay: boolean;
    readonly isAtOnce: boolean;
}

/** Milliseconds between two sounds where nothing is shown one by one. */
const APART = 150;

export class Ear {
    #last = -Infinity;

    /** What was done long ago is heard again, but no phone moves for it. */
    hear({ events, isReplay, isAtOnce }: Shown, viewer: number): void {
        const signs = signsOf(events);
        if (!isReplay) pulse(pulseOf(events, viewer));
        if (!isAtOnce) return void sound(signs);
        const now = performance.now();
        if (signs.length === 0 || now - this.#last < APART) return;
        this.#last = now;
        void sound(signs.slice(-1));
    }
}
