/** The worker's handling of a message about turns: each turn is shown once, and only while it is due. */
export interface Pushed {
    readonly tag: string;
    readonly tags: readonly string[];
    readonly title: string;
    readonly body: string;
    readonly path: string;
    readonly open: string;
    readonly later: string;
}

const TAG = /^[A-Za-z0-9_-]{1,64}:\d{1,9}$/;

/** Parse a push message; null if it is not ours. */
export function pushedOf(text: string): Pushed | null {
    let found: unknown;
    try {
        found = JSON.parse(text);
    } catch {
        return null;
    }
    if (typeof found !== 'object' || found === null) return null;
    const { tag, tags, title, body, path, open, later } = found as Record<string, unknown>;
    if (typeof tag !== 'string' || typeof title !== 'string' || typeof body !== 'string') return null;
    // A path of this server alone: a message never leads anywhere else.
    if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return null;
    const named = Array.isArray(tags) ? tags.filter((each): each is string => typeof each === 'string') : [];
    return {
        tag,
        tags: named.filter((each) => TAG.test(each)),
        title,
        body,
        path,
        open: typeof open === 'string' ? open : '',
        later: typeof later === 'string' ? later : '',
    };
}

/** True if a message is shown: a test always, turns if one of them is due and was not shown before. */
export function isShown(pushed: Pushed, standing: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
    if (pushed.tags.length === 0) return true;
    return pushed.tags.some((tag) => standing.has(tag) && !before.has(tag));
}

/** True if a shown notification is outdated: none of its turns is due. */
export function isWithdrawn(tags: readonly string[], standing: ReadonlySet<string>): boolean {
    return tags.length > 0 && !tags.some((tag) => standing.has(tag));
}
