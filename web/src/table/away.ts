/** Absent seats, votes about them, and orders that report absence. */
import type { TableView, VoteView } from '../protocol/api';

/** In a live game a seat is away after this time and the others may decide; the server counts too. */
export const AWAY_AFTER = 180_000;
/** In a game by turns a seat is away after this number of missed turns, with or without an open page. */
export const MISSED_TURNS = 2;
/** Milliseconds for which a closed page is not reported. */
export const UNNOTICED = 60_000;

/** Presence at the table, as a page knows it. */
export interface Attendance {
    /** The seats with a connected page; null if unknown. */
    here: ReadonlySet<number> | null;
    /** Since when a seat is absent, for those that this page or the server saw leave. */
    since: ReadonlyMap<number, number>;
}

const isOver = (view: TableView): boolean => view.result !== null;
const plays = (view: TableView, seat: number): boolean => {
    const holder = view.seats[seat];
    return Boolean(holder?.is_person && !holder.bot);
};

export const isByTurns = (view: TableView): boolean => view.terms.clock?.type === 'turns';

/** Seats of people who are still playing, the viewer among them. */
export function playing(view: TableView): number[] {
    return view.seats.flatMap((_, seat) => (plays(view, seat) ? [seat] : []));
}

/** True if only bots play with the viewer. */
export function isAlone(view: TableView): boolean {
    return !view.seats.some((each, seat) => seat !== view.viewer && each.is_person && each.left !== 'resigned');
}

/** True if the viewer has a seat that can be left. */
export function canLeave(view: TableView): boolean {
    const holder = view.seats[view.viewer];
    const isRunning = view.status === 'running' || view.status === 'paused';
    return isRunning && !isOver(view) && Boolean(holder?.is_person) && holder?.left !== 'resigned';
}

/** The vote about a seat; empty before the first vote. */
export function voteOf(view: TableView, about: number): VoteView {
    const found = view.votes.find((each) => each.about === about);
    return found ?? { about, wait: [], bot: [], end: [], wait_until: 0 };
}

/** The absent seat that the viewer votes about; null if there is none. */
export function askedAbout(view: TableView, { here, since }: Attendance, now: number): number | null {
    if (isOver(view) || !plays(view, view.viewer)) return null;
    const others = playing(view).filter((seat) => seat !== view.viewer);
    const open = view.votes.find(
        (each) =>
            each.wait_until <= now &&
            others.includes(each.about) &&
            each.wait.length + each.bot.length + each.end.length > 0,
    );
    if (open) return open.about;
    if (isByTurns(view)) {
        const missing = others.find(
            (seat) => view.seats[seat]!.missed >= MISSED_TURNS && voteOf(view, seat).wait_until <= now,
        );
        return missing ?? null;
    }
    if (here === null) return null;
    const gone = others.find((seat) => {
        const left = since.get(seat);
        const isLong = left !== undefined && now - left >= AWAY_AFTER;
        return !here.has(seat) && isLong && voteOf(view, seat).wait_until <= now;
    });
    return gone ?? null;
}

/** Notice above the action bar. */
export type Notice =
    { kind: 'bot'; left: string } | { kind: 'vote'; about: number } | { kind: 'end'; seats: number[] } | null;

export function noticeOf(view: TableView, attendance: Attendance, now: number): Notice {
    const mine = view.seats[view.viewer];
    if (!mine?.is_person || isOver(view)) return null;
    if (mine.bot) return { kind: 'bot', left: mine.left };
    const about = askedAbout(view, attendance, now);
    if (about !== null) return { kind: 'vote', about };
    const seats = view.agreed;
    return seats.length > 0 ? { kind: 'end', seats } : null;
}
