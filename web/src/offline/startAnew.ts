/** Loading the page anew, at most once a minute: what could not be fetched may be there then. */
const RELOADED = 'gridwright.reloaded';
const AGAIN = 60_000;
/** A part that has not come after so long is waited for in vain: the browser may have lost it with a server that died. */
const PATIENCE = 30_000;
const BETWEEN = 5_000;

/** Whether the page goes; a page that has just come does not, nor one without a network. */
export function startAnew(reload = (): void => location.reload()): boolean {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < AGAIN || !navigator.onLine) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    reload();
    return true;
}

/**
 * A part of the page that the table cannot do without: asked for until it comes.
 *
 * A browser may remember for as long as the page lives that a part could not be fetched, as when the server was away for a
 * moment. Then only the page anew gets it, as soon as that is allowed again.
 */
export async function needed<Part>(load: () => Promise<Part>, giveUp: () => unknown = startAnew): Promise<Part> {
    for (;;) {
        const part = await inTime(load());
        if (part) return part;
        giveUp();
        await pause(BETWEEN);
    }
}

/** What came, or null if it failed or took too long. */
async function inTime<Part>(part: Promise<Part>): Promise<Part | null> {
    const tooLate = new AbortController();
    const found = await Promise.race([part.catch(() => null), pause(PATIENCE, tooLate.signal).then(() => null)]);
    tooLate.abort();
    return found;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener('abort', () => clearTimeout(timer));
    });
}
