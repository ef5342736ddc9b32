// The city under a pointer. A finger needs 44 pixels; where two cities share them, the player chooses.
import { CAPSULE } from './metrics';
import { type CityLook, isOffered } from './looks';

export const TARGET = 44;
/** A mouse may miss the capsule by this much. */
const SLACK = 4;

export interface Pointer {
    /** On the sheet. */
    readonly x: number;
    readonly y: number;
    /** Pixels per unit of the sheet, and how large capsules are drawn beside that. */
    readonly scale: number;
    readonly symbols: number;
}

interface At {
    readonly x: number;
    readonly y: number;
}

/** Cities under a mouse, nearest first; at most one is meant. */
export function underMouse(cities: readonly At[], pointer: Pointer): number | null {
    return within(cities, pointer, SLACK, SLACK)[0] ?? null;
}

/** Cities that a finger may mean: one if it is on a capsule alone, else all whose target it is in. */
export function underFinger(cities: readonly At[], pointer: Pointer): number[] {
    const zoom = pointer.scale * pointer.symbols;
    const across = Math.max(0, TARGET / 2 - CAPSULE.halfWidth * zoom);
    const down = Math.max(0, TARGET / 2 - CAPSULE.halfHeight * zoom);
    const meant = within(cities, pointer, across, down);
    const on = within(cities, pointer, 0, 0);
    return on.length === 1 && meant.every((city) => city === on[0] || !isClose(cities[on[0]!]!, cities[city]!, pointer))
        ? on
        : meant;
}

/** True if two cities are too close for two targets. */
function isClose(one: At, other: At, pointer: Pointer): boolean {
    return Math.abs(one.x - other.x) * pointer.scale < TARGET && Math.abs(one.y - other.y) * pointer.scale < TARGET;
}

function within(cities: readonly At[], pointer: Pointer, across: number, down: number): number[] {
    const found: { city: number; far: number }[] = [];
    cities.forEach(({ x, y }, city) => {
        const dx = (pointer.x - x) * pointer.scale;
        const dy = (pointer.y - y) * pointer.scale;
        const zoom = pointer.scale * pointer.symbols;
        const left = CAPSULE.halfWidth * zoom + across;
        const right = CAPSULE.cap * zoom + across;
        if (dx < -left || dx > right || Math.abs(dy) > CAPSULE.halfHeight * zoom + down) return;
        found.push({ city, far: Math.hypot(dx, dy) });
    });
    return found.sort((one, other) => one.far - other.far || one.city - other.city).map(({ city }) => city);
}

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

/** Available cities under a finger, or else those in play. */
export function wantedOf(cities: readonly number[], looks: readonly CityLook[]): readonly number[] {
    const canBeHad = cities.filter((city) => isOffered(looks[city]!));
    const inPlay = cities.filter((city) => looks[city]!.inPlay);
    return canBeHad.length > 0 ? canBeHad : inPlay.length > 0 ? inPlay : cities;
}
