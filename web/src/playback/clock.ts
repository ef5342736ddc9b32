/** Time as the playback sees it, so that tests can bring their own. */
export interface Clock {
    /** Milliseconds, never going back. */
    now(): number;
    /** Milliseconds of the calendar. */
    wall(): number;
    /** Run something later; returns what calls it off. */
    after(time: number, run: () => void): () => void;
    /** Run something once what has changed is being drawn; returns what calls it off. */
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
