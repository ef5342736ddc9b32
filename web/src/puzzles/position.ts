/** The position of a puzzle as a static table: the same parts draw it. */
import type { PuzzleFace, SeatView, TableView } from '../protocol/api';
import { Scene } from '../table/scene';
import type { Turn } from '../table/turn.svelte';
import { t } from '../words';

/** Choices of the board: none, as they are next to it. */
export const STILL: Pick<Turn, 'may' | 'plant' | 'choosePlant'> = {
    may: () => undefined,
    plant: -1,
    choosePlant: () => undefined,
};

/** Seats are named by their colours only. */
function seatOf(seat: number): SeatView {
    return {
        name: t(`puzzle.seat.${seat}`),
        bot: '',
        is_person: true,
        is_ready: true,
        left: '',
        missed: 0,
        kept_for: '',
        vacation: null,
        vacation_days_left: 0,
        night: null,
        hints: 0,
        guided: false,
        is_program: false,
    };
}

export function sceneOf({ puzzle_id, sheet, observation }: PuzzleFace): Scene {
    const view: TableView = {
        game_id: puzzle_id,
        version: 0,
        status: 'running',
        rules: '',
        commitment: '',
        chain: '',
        seed: '',
        rematch: '',
        viewer: observation.viewer,
        seats: Array.from({ length: sheet.spec.seats }, (_, seat) => seatOf(seat)),
        time_left: [],
        deadline_at: null,
        take_over_at: null,
        host: -1,
        listed: false,
        votes: [],
        agreed: [],
        result: null,
        hold_until: null,
        offers: [],
        warnings: [],
        fuel: null,
        power: null,
        undo: null,
        observation,
        terms: {},
        imported: false,
    };
    return new Scene(view, observation, sheet);
}
