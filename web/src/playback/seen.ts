/** Version of each table that was seen on this device. */
const KEPT = 'gridwright.seen';
/** Older ones are forgotten. */
const MOST = 60;

type Seen = Record<string, number>;

function read(): Seen {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
        return typeof found === 'object' && found !== null ? (found as Seen) : {};
    } catch {
        return {};
    }
}

/** The last version that was seen; null if the table was never open here. */
export function seenOf(gameId: string): number | null {
    const version = read()[gameId];
    return typeof version === 'number' ? version : null;
}

export function keepSeen(gameId: string, version: number): void {
    const { [gameId]: before, ...others } = read();
    if (before === version) return;
    const latest = Object.entries(others).slice(1 - MOST);
    localStorage.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(latest), [gameId]: version }));
}
