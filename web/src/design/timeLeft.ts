/** How long the rest takes, by what is done; in steps, so that the words do not flicker. */

const STEPS = [1, 2, 3, 5, 10, 15, 20, 30];
/** Milliseconds before an estimate is shown. */
const FIRST_MS = 500;
const LONG_S = 60;

/** Seconds left, rounded up to a step; above a minute a multiple of 60. Null while it is unknown. */
export function secondsLeft(done: number, total: number, elapsedMs: number): number | null {
    if (elapsedMs < FIRST_MS || done <= 0 || total <= done) return null;
    const left = ((total - done) * elapsedMs) / done / 1000;
    if (left > LONG_S) return Math.ceil(left / LONG_S) * LONG_S;
    return STEPS.find((step) => left <= step) ?? LONG_S;
}
