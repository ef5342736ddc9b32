/** Whether somebody is at a seat. */
import type { SeatView } from '../protocol/api';

/** Empty: nobody sits there, or the server has not said. */
export type Presence = 'here' | 'away' | 'bot' | '';

export function presenceOf(holder: SeatView | undefined, seat: number, here: ReadonlySet<number> | null): Presence {
    if (!holder?.name) return '';
    if (!holder.is_person) return 'bot';
    if (here === null) return '';
    return here.has(seat) ? 'here' : 'away';
}
