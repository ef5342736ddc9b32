/** Reloads the page, at most once a minute: a file that could not be fetched may be available then. */
const RELOADED = 'gridwright.reloaded';
const AGAIN = 60_000;
const LEAVING = 10_000;
/** A part that takes longer has failed: the browser may have lost it with a server that died. */
const TIMEOUT_MS = 30_000;
const BETWEEN = 5_000;

/** A page that is being left aborts its fetches; a reload would cancel the visit of the next page. */
let leftAt = -Infinity;

export function watchLeaving(): void {
    addEventListener('beforeunload', () => (leftAt = Date.now()));
    addEventListener('pageshow', () => (leftAt = -Infinity));
}

/** Reloads the page. Returns false for a page that has just loaded, is being left, or has no network. */
export function reloadPage(reload = (): void => location.reload()): boolean {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < AGAIN || Date.now() - leftAt < LEAVING || !navigator.onLine) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    reload();
    return true;
}

/**
 * Loads a part of the page that the table requires, with retries until it succeeds.
 *
 * A browser may remember a failed fetch of a part for the lifetime of the page, for example after a short outage of the
 * server. Then only a reload fetches it, as soon as one is allowed again.
 */
export async function needed<Part>(load: () => Promise<Part>, giveUp: () => unknown = reloadPage): Promise<Part> {
    for (;;) {
        const part = await inTime(load());
        if (part) return part;
        giveUp();
        await pause(BETWEEN);
    }
}

/** The part, or null if it failed or took too long. */
async function inTime<Part>(part: Promise<Part>): Promise<Part | null> {
    const tooLate = new AbortController();
    const found = await Promise.race([part.catch(() => null), pause(TIMEOUT_MS, tooLate.signal).then(() => null)]);
    tooLate.abort();
    return found;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener('abort', () => clearTimeout(timer));
    });
}
