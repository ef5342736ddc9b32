/** Who is away, who may be asked about it, and what the table must be told. */
import type { TableView, VoteView } from '../protocol/api';

/** Whoever is not there for so long in a live game is away, and the others may decide; the server counts too. */
export const AWAY_AFTER = 180_000;
/** By turns somebody is away who let so many turns pass, whether a page is open or not. */
export const MISSED_TURNS = 2;
/** So long a closed page is no news. */
export const UNNOTICED = 60_000;

/** What a page knows of who is at the table. */
export interface Attendance {
    /** The seats that somebody watches from; null while that is not known. */
    here: ReadonlySet<number> | null;
    /** Since when a seat is not; of those that this page or the server saw leave. */
    since: ReadonlyMap<number, number>;
}

const isOver = (view: TableView): boolean => view.result !== null;
const plays = (view: TableView, seat: number): boolean => {
    const holder = view.seats[seat];
    return Boolean(holder?.is_person && !holder.bot);
};

export const isByTurns = (view: TableView): boolean => view.terms.clock?.type === 'turns';

/** People who play themselves, the viewer among them. */
export function playing(view: TableView): number[] {
    return view.seats.flatMap((_, seat) => (plays(view, seat) ? [seat] : []));
}

/** Whether nobody but bots sits there with the viewer. */
export function isAlone(view: TableView): boolean {
    return !view.seats.some((each, seat) => seat !== view.viewer && each.is_person && each.left !== 'resigned');
}

/** Whether the viewer has a seat that can be left. */
export function canLeave(view: TableView): boolean {
    const holder = view.seats[view.viewer];
    const isRunning = view.status === 'running' || view.status === 'paused';
    return isRunning && !isOver(view) && Boolean(holder?.is_person) && holder?.left !== 'resigned';
}

/** The vote about a seat; an empty one before anybody has spoken. */
export function voteOf(view: TableView, about: number): VoteView {
    const found = view.votes.find((each) => each.about === about);
    return found ?? { about, wait: [], bot: [], end: [], wait_until: 0 };
}

/** The seat that the viewer is asked about; null if nobody is away for long enough. */
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

/** What stands above the action bar, if anything. */
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
