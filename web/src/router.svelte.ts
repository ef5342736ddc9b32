/** Client-side router: the current path, and the parameters in it. */

/** Static files have one page, at any address: its path is in the fragment. */
const IN_FRAGMENT = import.meta.env.MODE === 'play';

const pathNow = (): string => (IN_FRAGMENT ? location.hash.slice(1) || '/' : location.pathname);
/** Address of a screen, for the links of a page. */
export const hrefTo = (path: string): string => (IN_FRAGMENT ? `${location.pathname}#${path}` : path);
/** Path of a link to a screen. */
const pathOf = (link: HTMLAnchorElement): string => (IN_FRAGMENT ? link.hash.slice(1) || '/' : link.pathname);

export const place = $state({ path: pathNow() });

addEventListener('popstate', () => {
    place.path = pathNow();
});

/** Address of the current screen with other parameters. */
export const addressHere = (search: string): string => location.pathname + search + (IN_FRAGMENT ? location.hash : '');

/** Navigate to another screen. */
export function go(path: string): void {
    history.pushState(null, '', hrefTo(path));
    place.path = path;
    scrollTo(0, 0);
}

/** Navigate without an entry in the history. */
export function replaceWith(path: string): void {
    history.replaceState(null, '', hrefTo(path));
    place.path = path;
}

/** Click handler of links; modified clicks are left to the browser. */
export function follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    event.preventDefault();
    go(pathOf(link));
}

/** The table that a path names, or an empty text. */
export function tableOf(path: string): string {
    return /^\/t\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? '';
}

/** The room code that a path names, or an empty text. */
export function codeOf(path: string): string {
    return /^\/j\/([A-Za-z-]{1,32})$/.exec(path)?.[1] ?? '';
}

/** The table whose replay another page shows, or an empty text. */
export function embedOf(path: string): string {
    return /^\/embed\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? '';
}

/** The board that a path names, or an empty text. */
export function boardOf(path: string): string {
    return /^\/boards\/([a-z0-9-]{1,64})$/.exec(path)?.[1] ?? '';
}

/** The move of a link to an analysis: `?analysis` or `?analysis=153`. */
export function analysisOf(search: string): { isWanted: boolean; move: number | null } {
    const at = new URLSearchParams(search).get('analysis');
    return { isWanted: at !== null, move: at !== null && /^\d{1,6}$/.test(at) ? Number(at) : null };
}

/** The puzzle that a path names, or an empty text. */
export function puzzleOf(path: string): string {
    return /^\/puzzles\/([a-z0-9-]{1,64})$/.exec(path)?.[1] ?? '';
}

/** The lesson that a path names, or an empty text. */
export function lessonOf(path: string): string {
    return /^\/learn\/([a-z0-9-]{1,64})$/.exec(path)?.[1] ?? '';
}

/** The person that a path names, or an empty text. */
export function personOf(path: string): string {
    const name = /^\/people\/([^/]{1,400})$/.exec(path)?.[1] ?? '';
    try {
        return decodeURIComponent(name);
    } catch {
        return '';
    }
}

/** The version in the link to a moment (`?at=120`); null without one. */
export function momentOf(search: string): number | null {
    const at = new URLSearchParams(search).get('at') ?? '';
    return /^\d{1,6}$/.test(at) ? Number(at) : null;
}
