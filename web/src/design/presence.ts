/** Presence of a player at a seat. */
import type { SeatView } from '../protocol/api';

/** Empty: the seat is free, or its presence is unknown. */
export type Presence = 'here' | 'away' | 'bot' | 'program' | '';

/** `isUnnoticed`: the page was closed only just now, too recently to report. */
export function presenceOf(
    holder: SeatView | undefined,
    seat: number,
    here: ReadonlySet<number> | null,
    isUnnoticed = false,
): Presence {
    if (!holder?.name) return '';
    if (!holder.is_person) return 'bot';
    // A program shows a plate as a bot does: no person plays there.
    if (holder.is_program) return 'program';
    if (here === null) return '';
    return here.has(seat) || isUnnoticed ? 'here' : 'away';
}
