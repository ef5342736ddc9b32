/** Built cities and paid connections, from the log. */
import type { CityConnected, HappenedFrame } from '../protocol/api';

export interface PaidWay {
    readonly seat: number;
    readonly path: readonly number[];
}

/** The paid connections that were not undone, to draw networks. */
export function paidWays(happened: readonly HappenedFrame[]): PaidWay[] {
    const ways: PaidWay[] = [];
    for (const entry of happened) {
        for (const event of entry.events) {
            if (event.event === 'city_connected') ways.push({ seat: event.seat, path: event.path });
            // Only an undone city frees its space.
            else if (event.event === 'taken_back' && event.spaces.length > 0) ways.pop();
        }
    }
    return ways;
}

/** Cities built by a seat since its last other action, in order. */
export function builtThisTurn(happened: readonly HappenedFrame[], seat: number): CityConnected[] {
    let built: CityConnected[] = [];
    for (const entry of happened) {
        for (const event of entry.events) {
            if (event.event === 'phase_began' || event.event === 'turn_finished') built = [];
            else if (event.event === 'taken_back' && event.seat === seat) built = built.slice(0, -1);
            else if (event.event === 'city_connected' && event.seat === seat) built = [...built, event];
        }
    }
    return built;
}
