/** Up to which message this browser has shown the talk of a table. */
const PREFIX = 'gridwright.read.';

export function readUpTo(gameId: string): number {
    return Number(localStorage.getItem(PREFIX + gameId)) || 0;
}

export function keepRead(gameId: string, number: number): void {
    localStorage.setItem(PREFIX + gameId, String(number));
}
