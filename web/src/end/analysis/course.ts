/** The course of a game by its decisions: starts of rounds and steps, and the values at a move. */
import type { Analysis, Finding } from '../../protocol/api';

export interface Begun {
    /** The place in the course. */
    readonly at: number;
    readonly number: number;
}

/** Findings that are listed first and named in the headline. */
export const N_LISTED = 3;

/** The place of the last decision at or before a move. */
export function placeOf(record: Analysis, move: number): number {
    const after = record.course.findIndex((point) => point.move > move);
    return after < 0 ? record.course.length - 1 : Math.max(after - 1, 0);
}

/** The place of the first decision at or after a move. */
function firstFrom(record: Analysis, move: number): number {
    const found = record.course.findIndex((point) => point.move >= move);
    return found < 0 ? record.course.length - 1 : found;
}

export function roundsOf(record: Analysis): Begun[] {
    return record.marks
        .filter(({ what }) => what === 'round')
        .map(({ move, round }) => ({ at: firstFrom(record, move), number: round }));
}

export function stepsOf(record: Analysis): Begun[] {
    return record.marks
        .filter(({ what }) => what === 'step')
        .map(({ move, step }) => ({ at: firstFrom(record, move), number: step ?? 0 }));
}

/** A seat's costliest decisions. */
export function findingsOf(record: Analysis, seat: number, most = Infinity): Finding[] {
    return record.findings.filter((finding) => finding.seat === seat).slice(0, most);
}

/** The steps of the course at some of a seat's decisions, added up. */
export function stepsAt(record: Analysis, seat: number, findings: readonly Finding[]): number {
    return findings.reduce((sum, { move }) => {
        const place = placeOf(record, move);
        const [before, after] = [record.course[place], record.course[place + 1]];
        return sum + (after?.chances[seat] ?? 0) - (before?.chances[seat] ?? 0);
    }, 0);
}

/** The version of the table that shows the position before a move. */
export const versionAt = (versions: readonly number[], move: number): number =>
    versions[Math.min(move, versions.length - 1)] ?? 0;
