// What a finger does: one tap means a city, two taps go nearer.

import { type CityLook, isOffered } from './looks';

/** Two taps within these milliseconds and pixels are one double tap. */
const TWICE = { time: 300, far: 30 };

export interface Tap {
    readonly timeStamp: number;
    readonly clientX: number;
    readonly clientY: number;
}

const NONE: Tap = { timeStamp: -Infinity, clientX: 0, clientY: 0 };

/** Detects the second of two taps. */
export class Taps {
    #last = NONE;

    isSecond(tap: Tap): boolean {
        const { timeStamp, clientX, clientY } = this.#last;
        const isTwice =
            tap.timeStamp - timeStamp < TWICE.time &&
            Math.hypot(tap.clientX - clientX, tap.clientY - clientY) < TWICE.far;
        // A third tap starts a new pair.
        this.#last = isTwice ? NONE : tap;
        return isTwice;
    }
}

/** The cities under a finger that can be had, or else those in play. */
export function wantedOf(cities: readonly number[], looks: readonly CityLook[]): readonly number[] {
    const canBeHad = cities.filter((city) => isOffered(looks[city]!));
    const inPlay = cities.filter((city) => looks[city]!.inPlay);
    return canBeHad.length > 0 ? canBeHad : inPlay.length > 0 ? inPlay : cities;
}
