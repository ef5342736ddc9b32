// The decisions that changed a seat's chance the most.

import type { Analysis, Finding } from '../../protocol/api';
import { N_LISTED, placeOf } from '../analysis/course';

export interface TurningPoint {
    readonly finding: Finding;
    /** The chance before and after the decision. */
    readonly before: number;
    readonly after: number;
}

/** The findings of all seats with the largest steps of one seat's chance, in the order of the game. */
export function turningPoints(record: Analysis, seat: number, most = N_LISTED): TurningPoint[] {
    return record.findings
        .flatMap((finding) => {
            const place = placeOf(record, finding.move);
            const [before, after] = [record.course[place], record.course[place + 1]];
            if (!before || !after) return [];
            return [{ finding, before: before.chances[seat] ?? 0, after: after.chances[seat] ?? 0 }];
        })
        .sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before))
        .slice(0, most)
        .sort((one, other) => one.finding.move - other.finding.move);
}
