// The promise that a table showed before its game was over, kept by this browser.

const PREFIX = 'gridwright.promise.';

/** Remember it; what was seen first counts. */
export function keepPromise(gameId: string, commitment: string): void {
    if (commitment && localStorage.getItem(PREFIX + gameId) === null) localStorage.setItem(PREFIX + gameId, commitment);
}

export function keptPromise(gameId: string): string | undefined {
    return localStorage.getItem(PREFIX + gameId) ?? undefined;
}
