/** Groups events into beats: one thing to show, its duration, and the event up to which it reaches. */
import type { Event, HappenedFrame } from '../protocol/api';
import type { Pace } from '../settings/settings.svelte';
import { type BeatKind, FULL_CITIES, KIND_OF, TIMES } from './times';

/** The first `place` events of entry `version` have happened, and everything before that entry. */
export interface Mark {
    readonly version: number;
    readonly place: number;
}

/** An event in the queue. */
export interface Item {
    readonly event: Event | null;
    /** After it. */
    readonly at: Mark;
    /** True if it belongs to an order that the viewer sent just now. */
    readonly isOwn: boolean;
}

export interface Beat {
    readonly kind: BeatKind;
    /** The seat that acts; -1 for the table. */
    readonly seat: number;
    /** Unscaled milliseconds. */
    readonly time: number;
    /** Changes before it begins: turn and phase. */
    readonly from: Mark | null;
    /** State shown once it has landed. */
    readonly to: Mark;
    /** Its events, in order. */
    readonly events: readonly Event[];
    /** Position after each of its events. */
    readonly steps: readonly Mark[];
    readonly isOwn: boolean;
    /** Items of the queue that it takes. */
    readonly items: number;
}

/** The last beat shown: the third city of a turn is quicker, and a seat that acted is not idle. */
export interface Last {
    readonly kind: BeatKind;
    readonly seat: number;
    readonly count: number;
}

/** The events of some entries, each with where it leads. An entry without one still has a place in the log. */
export function itemsOf(frames: readonly HappenedFrame[], isOwn: (frame: HappenedFrame) => boolean): Item[] {
    return frames.flatMap((frame): Item[] => {
        const own = isOwn(frame);
        if (frame.events.length === 0) return [{ event: null, at: { version: frame.version, place: 0 }, isOwn: own }];
        return frame.events.map((event, place) => ({
            event,
            at: { version: frame.version, place: place + 1 },
            isOwn: own,
        }));
    });
}

/** The beats of a queue, none joined yet; `tail` counts events of a beat that is not complete. */
export function beatsOf(
    items: readonly Item[],
    pace: Exclude<Pace, 'now'>,
    last: Last | null,
): { beats: Beat[]; tail: number } {
    const beats: Beat[] = [];
    let waiting = 0;
    let before = last;
    for (const [place, item] of items.entries()) {
        const kind = kindOf(item.event, before);
        const current = beats.at(-1);
        if (kind === 'with-last' && current && waiting === 0) beats[beats.length - 1] = longer(current, item);
        else if (kind === null || kind === 'with-last' || kind === 'with-next') waiting += 1;
        else if (current && isSameOrder(current, kind, item)) {
            beats[beats.length - 1] = longer(current, item, item.event, waiting);
            waiting = 0;
        } else {
            const seat = seatOf(item.event!);
            before = countOn(before, kind, seat);
            const from = waiting > 0 ? items[place - 1]!.at : null;
            const time = timeOf(kind, item.isOwn ? 'brisk' : pace, before.count);
            beats.push({
                kind,
                seat,
                time,
                from,
                to: item.at,
                events: [item.event!],
                steps: [item.at],
                isOwn: item.isOwn,
                items: waiting + 1,
            });
            waiting = 0;
        }
    }
    return { beats, tail: waiting };
}

export function lastOf(beat: Beat, before: Last | null): Last {
    if (beat.kind === 'cities') return { kind: 'city', seat: beat.seat, count: beat.steps.length };
    return countOn(before, beat.kind, beat.seat);
}

function kindOf(event: Event | null, before: Last | null): BeatKind | 'with-last' | 'with-next' | null {
    if (!event) return null;
    if (event.event === 'turn_finished') {
        const did = before?.seat === event.seat && (before.kind === 'fuel' || before.kind === 'city');
        return did ? 'with-last' : 'idle';
    }
    // A scrapped plant is reported with the seat that scrapped it.
    if (event.event === 'card_left' && before?.kind === 'scrap') return 'with-last';
    return KIND_OF[event.event] ?? 'with-next';
}

/** One order buys several kinds; one refill deals several cards. */
function isSameOrder(beat: Beat, kind: BeatKind, item: Item): boolean {
    if (kind !== beat.kind || seatOf(item.event!) !== beat.seat) return false;
    if (kind === 'refill') return true;
    return kind === 'fuel' && item.at.version === beat.to.version;
}

function longer(beat: Beat, item: Item, told: Event | null = null, waiting = 0): Beat {
    return {
        ...beat,
        to: item.at,
        events: told ? [...beat.events, told] : beat.events,
        steps: [...(told ? beat.steps : beat.steps.slice(0, -1)), item.at],
        items: beat.items + waiting + 1,
    };
}

function countOn(before: Last | null, kind: BeatKind, seat: number): Last {
    const isMore = before?.kind === kind && before.seat === seat;
    return { kind, seat, count: isMore ? before.count + 1 : 1 };
}

function timeOf(kind: BeatKind, pace: Exclude<Pace, 'now'>, count: number): number {
    const time = TIMES[kind][pace];
    return kind === 'city' && count > FULL_CITIES ? time / 2 : time;
}

/** The seat that acts; the Trust builds automatically, even if a seat chose the city. */
export function seatOf(event: Event): number {
    return 'seat' in event && event.event !== 'trust_built' ? event.seat : -1;
}
