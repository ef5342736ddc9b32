/** Caching strategy of the worker: pages network first, hashed files from the cache, the rest not handled. */
export type Way = 'page' | 'kept' | 'leave';

/** The server's own pages are not drawn by the client, and an answer of the API is never kept. */
const NOT_OURS = ['/api', '/docs', '/redoc', '/openapi', '/healthz', '/readyz', '/metrics', '/cards', '/embed'];
const HASHED = '/assets/';

export interface Asked {
    readonly method: string;
    readonly mode: string;
    readonly url: string;
}

export function wayOf(asked: Asked, origin: string, files: ReadonlySet<string>): Way {
    const url = new URL(asked.url);
    if (asked.method !== 'GET' || url.origin !== origin) return 'leave';
    if (
        NOT_OURS.some(
            (start) =>
                url.pathname === start || url.pathname.startsWith(`${start}/`) || url.pathname.startsWith(`${start}.`),
        )
    )
        return 'leave';
    if (asked.mode === 'navigate') return 'page';
    return url.pathname.startsWith(HASHED) || files.has(url.pathname) ? 'kept' : 'leave';
}

export const CACHE = 'gridwright-shell-';

/**
 * Caches that a new worker deletes: all but its own and the previous one, from which open pages still load their parts.
 */
export function outdated(names: readonly string[], own: string): string[] {
    const shells = names.filter((name) => name.startsWith(CACHE) && name !== own);
    return shells.slice(0, -1);
}
