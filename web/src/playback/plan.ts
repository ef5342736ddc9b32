/** Fits a queue into its budget: joined, then faster, and if that is not enough, digested. */
import type { Pace } from '../settings/settings.svelte';
import { type Beat, beatsOf, type Item, type Last } from './beats';
import { HURRY, LEAST_FACTOR, LEAST_TIME, MAX_EVENTS, ROLL, TIMES } from './times';

export interface Terms {
    readonly pace: Exclude<Pace, 'now'>;
    /** Milliseconds until the viewer's next decision is due; null without a budget. */
    readonly room: number | null;
    /** True if other seats still act: a part of the budget is kept for their moves. */
    readonly isMoreToCome: boolean;
    /** True if the viewer's own clock runs. */
    readonly isHurried: boolean;
    /** Spectators see every event separately; a quick replay joins all events that can be joined. */
    readonly joins: 'never' | 'if-needed' | 'always';
    /** Divides all times, in a replay. */
    readonly speed: number;
    readonly last: Last | null;
}

export interface Plan {
    readonly beats: readonly Beat[];
    readonly factor: number;
    readonly isHurried: boolean;
    /** True if the queue cannot be shown within its budget. */
    readonly isTooLong: boolean;
    /** Number of events at the end that belong to an incomplete beat. */
    readonly tail: number;
    /** Number of events to show. */
    readonly moves: number;
}

/** Share of the budget that is used while others still act. */
const SHARE = 0.6;
const HALVINGS = 10;

export function planOf(items: readonly Item[], terms: Terms): Plan {
    const { beats: plain, tail } = beatsOf(items, terms.pace, terms.last);
    const moves = movesIn(plain);
    const isMuch = (beats: readonly Beat[]): boolean => terms.joins === 'if-needed' && movesIn(beats) > MAX_EVENTS;
    const shared = { tail, moves, isHurried: terms.isHurried };
    const join = (): readonly Beat[] => (terms.joins === 'never' ? plain : joined(plain, terms.pace));
    if (terms.isHurried) {
        const beats = join();
        const factor = Math.min(HURRY.factor, HURRY.most / Math.max(sum(beats), 1));
        return { ...shared, beats, factor, isTooLong: isMuch(beats) };
    }
    if (terms.room === null) {
        const beats = terms.joins === 'always' ? join() : plain;
        return { ...shared, beats, factor: 1 / terms.speed, isTooLong: false };
    }
    const wanted = terms.room * (terms.isMoreToCome ? SHARE : 1);
    const beats = whole(plain, 1) <= wanted ? plain : join();
    const isOver = whole(beats, LEAST_FACTOR) > terms.room;
    return {
        ...shared,
        beats,
        factor: factorFor(beats, wanted),
        isTooLong: isMuch(beats) || (terms.joins === 'if-needed' && isOver),
    };
}

/** The milliseconds of all beats at a factor. */
function whole(beats: readonly Beat[], factor: number): number {
    return beats.reduce((total, beat) => total + timeOf(beat, factor), 0);
}

/**
 * The factor at which beats fit; the smallest one if none does. No beat goes below its minimum time, so it is found by
 * bisection.
 */
function factorFor(beats: readonly Beat[], wanted: number): number {
    if (whole(beats, 1) <= wanted) return 1;
    let [low, high] = [LEAST_FACTOR, 1];
    for (let step = 0; step < HALVINGS; step += 1) {
        const middle = (low + high) / 2;
        if (whole(beats, middle) <= wanted) low = middle;
        else high = middle;
    }
    return low;
}

/** The milliseconds of a beat at a factor. */
export function timeOf(beat: Beat, factor: number, isHurried = false): number {
    if (beat.time === 0) return 0;
    const time = beat.time * factor;
    return isHurried ? time : Math.max(LEAST_TIME, time);
}

/** Rolling bids, the cities of a seat, and neighbouring passes as one beat each. */
export function joined(beats: readonly Beat[], pace: Exclude<Pace, 'now'>): Beat[] {
    const found: Beat[] = [];
    for (const beat of beats) {
        const last = found.at(-1);
        const kind = last && !last.isOwn && !beat.isOwn ? jointKind(last, beat) : null;
        if (last && kind) found[found.length - 1] = joint(last, beat, kind, pace);
        else found.push(beat);
    }
    return found;
}

const BIDS = new Set(['bid', 'out', 'roll']);
const PASSES = new Set(['pass', 'idle', 'passes']);
const CITIES = new Set(['city', 'cities']);

function jointKind(last: Beat, beat: Beat): 'roll' | 'passes' | 'cities' | null {
    if (BIDS.has(last.kind) && BIDS.has(beat.kind)) return 'roll';
    if (PASSES.has(last.kind) && PASSES.has(beat.kind)) return 'passes';
    if (CITIES.has(last.kind) && CITIES.has(beat.kind) && last.seat === beat.seat) return 'cities';
    return null;
}

function joint(last: Beat, beat: Beat, kind: 'roll' | 'passes' | 'cities', pace: Exclude<Pace, 'now'>): Beat {
    const steps = [...last.steps, ...beat.steps];
    const time =
        kind === 'roll' ? Math.min(ROLL.most, Math.max(ROLL.least, steps.length * ROLL.step)) : TIMES[kind][pace];
    return {
        kind,
        // A rolling bid belongs to the last bidder.
        seat: beat.seat,
        time,
        from: last.from,
        to: beat.to,
        events: [...last.events, ...beat.events],
        steps,
        isOwn: false,
        items: last.items + beat.items,
    };
}

/** Number of events that take time. */
export function movesIn(beats: readonly Beat[]): number {
    return beats.filter(({ time }) => time > 0).length;
}

function sum(beats: readonly Beat[]): number {
    return beats.reduce((total, beat) => total + beat.time, 0);
}
