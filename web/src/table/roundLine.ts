/** The phases of a round as a line: those that are played in it, and the place of the current one. */
import { rulesOf } from '../game/sheet';
import { OVER } from '../game/ids';
import type { Observation, TableSheet } from '../protocol/api';

export interface RoundLine {
    phases: readonly string[];
    /** -1 before the first round; the number of phases once the game is over. */
    now: number;
}

/** No building before the first round in which cities are built (c6.10); during set-up all phases are there. */
export function roundLine(sheet: TableSheet, { phase, round }: Pick<Observation, 'phase' | 'round'>): RoundLine {
    const first = sheet.first_of_round;
    const hasBuilding = round === 0 || round >= (rulesOf(sheet).first_building_round ?? 1);
    const isPlayed = (name: string): boolean => hasBuilding || name !== 'building';
    const phases = sheet.phases.slice(first).filter(isPlayed);
    if (phase === OVER) return { phases, now: phases.length };
    return { phases, now: phase < first ? -1 : sheet.phases.slice(first, phase).filter(isPlayed).length };
}
