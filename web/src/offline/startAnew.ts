/** Loading the page anew, at most once a minute: what could not be fetched may be there then. */
const RELOADED = 'gridwright.reloaded';
const AGAIN = 60_000;
/** A part that has not come after so long is waited for in vain: the browser may have lost it with a server that died. */
const PATIENCE = 30_000;

/** Whether the page goes; a page that has just come does not, nor one without a network. */
export function startAnew(reload = (): void => location.reload()): boolean {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < AGAIN || !navigator.onLine) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    reload();
    return true;
}

/** A part of the page that the table cannot do without. */
export async function needed<Part>(part: Promise<Part>, giveUp: () => unknown = startAnew): Promise<Part> {
    const timer = setTimeout(giveUp, PATIENCE);
    try {
        return await part;
    } finally {
        clearTimeout(timer);
    }
}
