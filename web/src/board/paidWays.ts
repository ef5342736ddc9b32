/** The connections that were paid and still stand, for the drawing of networks. */
import type { HappenedFrame } from '../protocol/api';

export interface PaidWay {
    readonly seat: number;
    readonly path: readonly number[];
}

export function paidWays(happened: readonly HappenedFrame[]): PaidWay[] {
    const ways: PaidWay[] = [];
    for (const entry of happened) {
        for (const event of entry.events) {
            if (event.event === 'city_connected') ways.push({ seat: event.seat, path: event.path });
            // A space is empty again only if a city was what was taken back.
            else if (event.event === 'taken_back' && event.spaces.length > 0) ways.pop();
        }
    }
    return ways;
}
