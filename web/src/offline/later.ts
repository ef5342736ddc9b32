/** Code that is not needed for the first picture of a table: loaded on demand, or once the table is idle. */
import { needed } from './reloadPage';

/** Milliseconds that a table is open before it prefetches parts. */
export const IDLE_MS = 2000;

type Load<Part = unknown> = () => Promise<Part>;
const all = new Set<Load>();

/** A lazy part; fetched once for any number of requests. */
export function later<Part>(load: Load<Part>): Load<Part> {
    let coming: Promise<Part> | undefined;
    all.add(load);
    return () => (coming ??= needed(load));
}

/** Once the table is shown, prefetch all parts, so that a later phase begins without a wait; then call `done`. */
export function fetchLater(done: () => void): () => void {
    const timer = setTimeout(() => {
        // A part that fails is fetched again on demand.
        for (const load of all) load().catch(() => undefined);
        done();
    }, IDLE_MS);
    return () => clearTimeout(timer);
}
