/** Animates past moves for the viewer, beat by beat; also an earlier part of the game, as a replay. */
import { bubbles } from '../design/bubbles';
import type { TableStore } from '../game/store.svelte';
import type { Event, HappenedFrame } from '../protocol/api';
import { type Pace, settings } from '../settings/settings.svelte';
import { type Beat, type Item, itemsOf, type Last, lastOf, type Mark } from './beats';
import { type Clock, CLOCK } from './clock';
import { type Plan, planOf, type Terms, timeOf } from './plan';
import { BUDGET, HURRY } from './times';

/** The table that is followed. */
export interface Followed {
    readonly store: TableStore | null;
    /** The seats of people on this device. */
    readonly held: readonly number[];
    /** The pending order. */
    readonly pending: unknown;
    /** Called with new entries just before the store takes them. */
    onHappened(listener: (frames: readonly HappenedFrame[]) => void): () => void;
}

/** Draws movements. */
export interface Stage {
    /** Start the movement of a beat; returns the milliseconds until it has landed, 0 if nothing moves. */
    lift(beat: Beat, time: number): number;
    /** The movement has landed, or was cancelled. */
    clear(): void;
}

/** Events at the moment at which the table begins to show them. Skipped events are not among them. */
export interface Shown {
    readonly events: readonly Event[];
    readonly isReplay: boolean;
    /** True if events are not shown one by one: many may come within a moment. */
    readonly isImmediate: boolean;
}

/** The current beat, with a number that distinguishes two of a kind. */
export interface Playing {
    readonly beat: Beat;
    readonly number: number;
    /** Milliseconds that it is shown. */
    readonly time: number;
    readonly factor: number;
    /** The viewer's own clock runs. */
    readonly isHurried: boolean;
}

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds up to which a clock counts as live; longer ones belong to turn-based tables. */
const LIVE_CLOCK = 3_600_000;
/** Number of entries of a replay that are loaded together. */
const CHAPTER = 40;

export class Playback {
    now = $state.raw<Playing | null>(null);
    /** Number of events that wait behind the current one. */
    waiting = $state(0);
    isPaused = $state(false);
    /** True while an earlier part of the game is replayed. */
    isReplay = $state(false);
    speed = $state<Speed>(1);
    /** Number of moves that the last skip left out, for screen readers. */
    skipped = $state.raw({ count: 0, number: 0 });
    /** The version after which moves were digested, not shown. */
    away = $state.raw<number | null>(null);
    /** Set by the part that draws flights. */
    stage: Stage | null = null;

    readonly isOn: boolean = $derived(this.now !== null);

    /** True if a key or a click would skip something. */
    get maySkip(): boolean {
        return this.isOn && !this.isReplay && (this.live.store?.isPlaying ?? false);
    }

    readonly #listeners = new Set<(shown: Shown) => void>();
    #items: Item[] = [];
    #store: TableStore | null = null;
    #last: Last | null = null;
    #began = 0;
    #pausedAt = 0;
    #number = 0;
    /** Smoothed milliseconds from the moment at which a beat is due until it is drawn. */
    #drawing = 0;
    #hasBudget = true;
    #stop: (() => void)[] = [];

    constructor(
        readonly live: Followed,
        readonly clock: Clock = CLOCK,
    ) {}

    /** Follow the table until the returned function is called. */
    start(): () => void {
        const forget = this.live.onHappened((frames) => this.#hear(frames));
        const hide = (): void => {
            if (this.clock.isHidden()) this.#leave();
        };
        this.clock.onHidden(hide);
        return () => {
            forget();
            this.clock.offHidden(hide);
            this.#clear();
        };
    }

    /** Calls the listener with shown events until the returned function is called. */
    onShown(listener: (shown: Shown) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    #notify(events: readonly Event[], isImmediate = false): void {
        for (const listener of this.#listeners) listener({ events, isReplay: this.isReplay, isImmediate });
    }

    /** Speed at which others' moves are shown at this table. */
    get pace(): Pace {
        if (this.live.held.length > 1) return 'now';
        if ((this.live.store?.viewer ?? -1) < 0) return settings.pace === 'now' ? 'now' : 'brisk';
        return settings.pace || (this.#liveClock() ? 'brisk' : 'calm');
    }

    /** Show all moves immediately; returns the number of skipped ones. */
    skip(): number {
        const count = this.waiting + (this.now ? 1 : 0);
        this.#number += 1;
        this.skipped = { count, number: this.#number };
        this.#end();
        return count;
    }

    pause(): void {
        if (!this.isOn || this.isPaused) return;
        if (!this.isReplay && (this.#store?.viewer ?? 0) < 0) return this.#travel();
        this.isPaused = true;
        this.#pausedAt = this.clock.now();
    }

    resume(): void {
        if (!this.isPaused) return;
        this.isPaused = false;
        this.#began += this.clock.now() - this.#pausedAt;
        if (this.#stop.length === 0) this.#next();
    }

    /** While paused: one event. */
    step(): void {
        if (this.isPaused && this.#stop.length === 0) this.#next(true);
    }

    /** Stop the animation and show the moment before it. */
    back(): void {
        const store = this.#store;
        if (!store?.played || !store.hasWholeLog) return;
        const at = store.played.version;
        this.#clear();
        store.show(at - 1);
    }

    /** Show what happened after a version, move by move, however long it takes. */
    showFrom(version: number): void {
        const store = this.live.store;
        this.away = null;
        this.#clear();
        if (!store?.rewind(version)) return;
        this.#store = store;
        this.#hasBudget = false;
        this.#items = itemsOf(store.entriesAfter(version), () => false);
        // Draw that state before anything is played.
        this.#stop.push(this.clock.drawn(() => this.#next()));
    }

    /** Play from the moment of the slider, or from the beginning. */
    replay(): void {
        const store = this.live.store;
        if (!store?.hasWholeLog) return;
        this.#clear();
        if (!store.isPast) store.show(0);
        store.hold();
        this.#store = store;
        this.isReplay = true;
        this.#stop.push(this.clock.drawn(() => this.#next()));
    }

    /** Stop a replay where it is. */
    halt(): void {
        if (!this.isReplay) return;
        this.#end();
    }

    // The queue

    #hear(frames: readonly HappenedFrame[]): void {
        const store = this.live.store;
        if (!store?.view?.observation || store.isPast) return;
        if (this.#store && this.#store !== store) this.#clear();
        if (this.clock.isHidden()) return;
        if (this.pace === 'now') {
            const counted = frames.filter((frame) => !frame.undone);
            return this.#notify(
                counted.flatMap(({ events }) => events),
                true,
            );
        }
        // Undone moves are not played.
        if (frames.some((frame) => frame.undone)) return this.#end();
        if (frames.every((frame) => frame.events.length === 0) && !store.isPlaying) return;
        store.hold();
        // The store applies the frames right after its listeners.
        queueMicrotask(() => this.#take(store, frames));
    }

    #take(store: TableStore, frames: readonly HappenedFrame[]): void {
        if (store !== this.live.store || !store.played) return this.#clear();
        const known = frames.filter((frame) => frame.version <= store.version);
        const isOwn = (frame: HappenedFrame): boolean =>
            this.live.pending !== null && frame.seat !== null && frame.seat === store.viewer;
        const first = known.find(isOwn);
        // The viewer's own order is next: earlier moves are shown immediately.
        if (first) {
            this.#clear();
            this.isPaused = false;
            const before = this.#before(store, first);
            if (before) store.playTo(before.version, before.place);
            this.#items = itemsOf(
                known.filter((frame) => frame.version >= first.version),
                isOwn,
            );
        } else this.#items.push(...itemsOf(known, isOwn));
        this.#store = store;
        if (!this.now || first) {
            this.#began = this.clock.now();
            this.#next();
        } else this.#look();
    }

    /** Handle events that arrive during a beat. */
    #look(): void {
        const plan = this.#plan();
        this.waiting = plan.moves;
        if (plan.isTooLong) this.#tooLong();
        else if (plan.isHurried && this.now && this.now.factor > HURRY.factor) this.#hurry();
    }

    #next(isStep = false): void {
        this.#stop = [];
        if (this.isPaused && !isStep) return;
        if (!this.#isHeld()) return this.#clear();
        if (this.isReplay) this.#read();
        const plan = this.#plan();
        if (plan.isTooLong) return this.#tooLong();
        const beat = plan.beats[0];
        if (!beat) return this.#finish();
        this.#items.splice(0, beat.items);
        this.#last = lastOf(beat, this.#last);
        this.waiting = this.#plan().moves;
        this.#show(beat, plan);
    }

    #show(beat: Beat, plan: Plan): void {
        const time = timeOf(beat, plan.factor, plan.isHurried || this.isReplay);
        const store = this.#store!;
        if (beat.from) store.playTo(beat.from.version, beat.from.place);
        this.#number += 1;
        const number = this.#number;
        bubbles.isOn = true;
        this.now = { beat, number, time, factor: plan.factor, isHurried: plan.isHurried };
        const landing = time > 0 ? Math.min(this.stage?.lift(beat, time) ?? 0, time) : 0;
        const land = (): void => {
            this.stage?.clear();
            store.playTo(beat.to.version, beat.to.place);
            this.#notify(beat.events);
        };
        const isRoll = beat.kind === 'roll';
        const first = isRoll ? beat.steps[0]! : beat.to;
        if (landing === 0) {
            store.playTo(first.version, first.place);
            this.#notify(isRoll ? beat.events.slice(0, 1) : beat.events);
        }
        if (time === 0) return this.#next();
        // Its time begins when it can be seen, however busy the page is, and ends when the next one can be.
        const due = this.clock.now();
        const draw = this.clock.drawn(() => {
            this.#stop = [];
            this.#recordDelay(this.clock.now() - due);
            const until = Math.max(time - this.#drawing, time / 2);
            if (isRoll) this.#roll(beat, until);
            else if (landing > 0) this.#after(Math.min(landing, until), land);
            this.#after(until, () => this.#next());
        });
        if (this.now?.number === number) this.#stop.push(draw);
    }

    /** Record the time until a beat was drawn. A fast one counts fully, a slow one gradually: no beat is cut short. */
    #recordDelay(took: number): void {
        this.#drawing = Math.min(took, this.#drawing + (took - this.#drawing) / 4);
    }

    #roll({ steps, events }: Beat, time: number): void {
        const each = time / steps.length;
        const show = (place: number, { version, place: to }: Mark): void => {
            this.#store?.playTo(version, to);
            this.#notify(events.slice(place, place + 1));
        };
        for (const [place, mark] of steps.entries()) if (place > 0) this.#after(place * each, () => show(place, mark));
    }

    /** The viewer's clock runs: the running beat ends immediately, the others are short. */
    #hurry(): void {
        const { beat } = this.now!;
        this.#cancel();
        this.stage?.clear();
        this.#store!.playTo(beat.to.version, beat.to.place);
        this.#next();
    }

    /** Moves beyond the limit are digested. */
    #tooLong(): void {
        const from = this.#store?.played?.version ?? null;
        this.#end();
        this.away = this.away ?? from;
    }

    /** The page is hidden. */
    #leave(): void {
        const from = this.isReplay ? null : (this.#store?.played?.version ?? null);
        if (this.isReplay) this.halt();
        else this.#end();
        this.away = this.away ?? from;
    }

    /** For spectators a pause opens the past. */
    #travel(): void {
        const store = this.#store!;
        const at = store.played?.version ?? store.version;
        this.#clear();
        store.show(at);
    }

    /** Everything has been shown; a replay is then at its end. */
    #finish(): void {
        const store = this.#store;
        const isReplay = this.isReplay;
        this.#end();
        if (isReplay) store?.show(null);
    }

    #end(): void {
        const store = this.#store;
        this.#clear();
        store?.release();
    }

    #clear(): void {
        this.#cancel();
        this.stage?.clear();
        this.#items = [];
        this.#hasBudget = true;
        this.#store = null;
        bubbles.isOn = false;
        this.now = null;
        this.waiting = 0;
        this.isPaused = false;
        this.isReplay = false;
    }

    #cancel(): void {
        for (const stop of this.#stop) stop();
        this.#stop = [];
    }

    #after(time: number, run: () => void): void {
        this.#stop.push(this.clock.after(time, run));
    }

    #isHeld(): boolean {
        return this.#store !== null && this.#store === this.live.store && this.#store.played !== null;
    }

    /** Continue a replay with further entries of the log. */
    #read(): void {
        const store = this.#store!;
        const from = this.#items.at(-1)?.at.version ?? store.shown;
        if (this.#items.length > CHAPTER) return;
        this.#items.push(...itemsOf(store.entriesAfter(from).slice(0, CHAPTER), () => false));
    }

    #before(store: TableStore, frame: HappenedFrame): { version: number; place: number } | null {
        const last = store.happened.find((each) => each.version === frame.version - 1);
        return last ? { version: last.version, place: last.events.length } : null;
    }

    #plan(): Plan {
        const store = this.#store!;
        const head = store.view;
        const isMine = head?.observation?.actor === store.viewer;
        const isWatcher = store.viewer < 0;
        const hasBudget = this.#hasBudget && !this.isReplay;
        const pace = this.isReplay ? 'calm' : !this.#hasBudget || isWatcher ? 'brisk' : this.#shownPace();
        const terms: Terms = {
            pace,
            room: !hasBudget ? null : BUDGET[pace] - (isWatcher ? 0 : this.#spent()),
            isMoreToCome: !isMine && !store.isOver,
            isHurried: hasBudget && isMine && this.#liveClock(),
            joins: this.isReplay
                ? this.speed > 1
                    ? 'always'
                    : 'never'
                : isWatcher || !hasBudget
                  ? 'never'
                  : 'if-needed',
            speed: this.isReplay ? this.speed : 1,
            last: this.#last,
        };
        return planOf(this.#items, terms);
    }

    /** Milliseconds of the budget; a pause costs nothing. */
    #spent(): number {
        return (this.isPaused ? this.#pausedAt : this.clock.now()) - this.#began;
    }

    #shownPace(): Exclude<Pace, 'now'> {
        const pace = this.pace;
        return pace === 'now' ? 'brisk' : pace;
    }

    /** True if a clock runs that counts minutes, not days. */
    #liveClock(): boolean {
        const view = this.live.store?.view;
        if (!view || view.deadline_at === null) return false;
        return view.deadline_at - this.clock.wall() < LIVE_CLOCK;
    }
}
