/** Time of the playback, replaceable in tests. */
export interface Clock {
    /** Milliseconds, monotonic. */
    now(): number;
    /** Milliseconds of the calendar. */
    wall(): number;
    /** Run a callback later; returns a function that cancels it. */
    after(time: number, run: () => void): () => void;
    /** Run a callback once the change is being drawn; returns a function that cancels it. */
    drawn(run: () => void): () => void;
    isHidden(): boolean;
    onHidden(run: () => void): void;
    offHidden(run: () => void): void;
}

export const CLOCK: Clock = {
    now: () => performance.now(),
    wall: () => Date.now(),
    after: (time, run) => {
        const timer = setTimeout(run, time);
        return () => clearTimeout(timer);
    },
    drawn: (run) => {
        const frame = requestAnimationFrame(run);
        return () => cancelAnimationFrame(frame);
    },
    isHidden: () => document.hidden,
    onHidden: (run) => document.addEventListener('visibilitychange', run),
    offHidden: (run) => document.removeEventListener('visibilitychange', run),
};
