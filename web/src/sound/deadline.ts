/** Signals of an expiring clock: a tick for each of the last ten seconds, a pulse at thirty and at ten. */

const TICKS = 10;
const PULSES: ReadonlySet<number> = new Set([30, 10]);
/** Milliseconds before the end at which the clock warns the player. */
export const NEAR = 31_000;

export interface ClockSign {
    readonly ticks: boolean;
    readonly pulses: boolean;
}

/** Whole seconds that are left. */
export const secondsLeft = (deadline: number, now: number): number => Math.ceil((deadline - now) / 1000);

/** Signal of a clock whose seconds went from `before` to `now`. */
export function clockSign(before: number, now: number): ClockSign {
    const isNew = now < before && now > 0;
    return { ticks: isNew && now <= TICKS, pulses: isNew && PULSES.has(now) };
}
