/** A seat's deeds since its turn began, from the log. */
import type { CityConnected, HappenedFrame } from '../protocol/api';

/** Cities built by a seat since it was last done with something else, the first one first. */
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
