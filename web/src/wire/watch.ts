/** REST client for public games, running and finished. */
import type { FinishedPage, LivePage } from '../protocol/api';
import { WireProblem } from './problem';
import { ask, table } from './rest';

export const readLive = (query: URLSearchParams): Promise<LivePage> => ask(`/api/watch?${query.toString()}`);
export const readFinished = (query: URLSearchParams): Promise<FinishedPage> =>
    ask(`/api/watch/finished?${query.toString()}`);

/** The seats' chances to win at a version. */
export interface Chances {
    readonly version: number;
    readonly seats: readonly number[];
}

/** Null where the table does not show them, the server does not compute them, or there is no answer. */
export async function readChances(gameId: string, seats: number): Promise<Chances | null> {
    try {
        const found = await ask<Partial<Chances> | null>(`${table(gameId)}/chances`);
        const isWhole = found?.seats?.length === seats && found.seats.every((each) => each >= 0);
        return isWhole ? { version: found.version ?? 0, seats: found.seats } : null;
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        return null;
    }
}
