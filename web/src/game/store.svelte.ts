// State of one table in this page: the latest view, the log, the progress of the animation, and any earlier moment.

import type { Event, Frame, HappenedFrame, Observation, Offer, RefusedFrame, TableView } from '../protocol/api.js';
import { foldAll } from './fold.js';
import { OVER } from './ids.js';
import { counting } from './undone.js';
import { type RulesSheet, type TableFacts, factsOf, openingFor } from './sheet.js';

/**
 * Result of applying a frame. After `gap`, request the entries from `version` on. After `broken`, which an event of a
 * newer server can cause, request the whole table.
 */
export type Applied = 'taken' | 'double' | 'gap' | 'broken' | 'refused' | 'done';

/** Where a round begins, for the slider over the whole game. */
export interface RoundStart {
    version: number;
    round: number;
}

/** Progress of the animation: the first `place` events of entry `version`, and all entries before it. */
export interface Played {
    version: number;
    place: number;
    observation: Observation | null;
}

/** Folding back starts at the nearest kept position, at most this number of versions away. */
const KEYFRAME_EVERY = 24;

export class TableStore {
    readonly facts: TableFacts;
    /** A seat, or -3 for a spectator. */
    readonly viewer: number;

    /** The current table; events have updated its observation. */
    view = $state.raw<TableView | null>(null);
    /** Entries without a gap up to the latest version; from the first one if `hasWholeLog`. */
    happened = $state.raw<readonly HappenedFrame[]>([]);
    /** The last command that was not carried out; the next one that is clears it. */
    refused = $state.raw<RefusedFrame | null>(null);
    /** True if entries were missed: the table is consistent, but not the latest. */
    needsResync = $state(false);
    /** The version of the time slider; null is now. */
    shownVersion = $state<number | null>(null);
    /** Position of the animation; null if all moves are shown. */
    played = $state.raw<Played | null>(null);

    readonly version: number = $derived(this.view?.version ?? -1);
    readonly isPast: boolean = $derived(this.shownVersion !== null && this.shownVersion < this.version);
    /** True while past moves are animated. */
    readonly isPlaying: boolean = $derived(this.played !== null && !this.isPast);
    /** True if the game has ended, by its rules or by its players. */
    readonly isOver: boolean = $derived(this.view?.observation?.phase === OVER || Boolean(this.view?.result));
    /** Offers to the viewer. Empty while the past or others' moves are shown. */
    readonly offers: readonly Offer[] = $derived(this.isPast || this.isPlaying ? [] : (this.view?.offers ?? []));
    readonly hasWholeLog: boolean = $derived(
        this.version === 0 || (this.happened.length > 0 && this.happened[0]!.version === 1),
    );
    /** The observation at the moment that is shown. */
    readonly observation: Observation | null = $derived(
        this.played
            ? this.played.observation
            : this.isPast
              ? this.observationAt(this.shownVersion!)
              : (this.view?.observation ?? null),
    );
    /** The version that is shown. */
    readonly shown: number = $derived(this.played?.version ?? (this.isPast ? this.shownVersion! : this.version));
    /** The log without undone entries. */
    readonly counted: readonly HappenedFrame[] = $derived(counting(this.happened));
    /** Entries up to the shown moment. */
    readonly told: readonly HappenedFrame[] = $derived.by(() => this.#entriesBy(this.played));
    readonly roundStarts: readonly RoundStart[] = $derived.by(() => roundStarts(this.facts, this.counted));

    /** Cached positions by version. `#open` is the same with the money of all seats, after the end. */
    readonly #kept = new Map<number, Observation | null>();
    readonly #open = new Map<number, Observation | null>();

    constructor(sheet: RulesSheet, viewer: number) {
        this.facts = factsOf(sheet);
        this.viewer = viewer;
        this.#kept.set(0, null);
        this.#open.set(0, null);
    }

    /** Apply a frame of the server. */
    apply(frame: Frame): Applied {
        switch (frame.type) {
            case 'table':
                this.#begin(frame.table);
                return 'taken';
            case 'happened':
                return this.#follow(frame);
            case 'stale': {
                const applied = frame.missing.map((each) => this.#follow(each));
                return applied.find((each) => each === 'gap' || each === 'broken') ?? 'taken';
            }
            case 'refused':
                this.refused = frame;
                return 'refused';
            case 'done':
                this.refused = null;
                return 'done';
            case 'chat':
            case 'presence':
                // Chat and presence are not part of the game.
                return 'taken';
        }
    }

    /** Prepend earlier entries, as the log route returns them. */
    addPast(frames: readonly HappenedFrame[]): boolean {
        const first = this.happened[0]?.version ?? this.version + 1;
        const older = frames.filter((frame) => frame.version < first);
        const isWhole = older.every((frame, place) => frame.version === first - older.length + place);
        if (older.length === 0 || !isWhole) return false;
        this.happened = [...older, ...this.happened];
        return true;
    }

    /** The game at a version; null before its first card. With the whole log every version is available. */
    observationAt(version: number): Observation | null {
        if (version >= this.version) return this.view?.observation ?? null;
        const isOpen = this.#isOpen;
        const kept = isOpen ? this.#open : this.#kept;
        const offset = this.happened[0]?.version ?? this.version + 1;
        // Back to a cached position, past all undone entries on the way: so each entry is folded once at most.
        const way: HappenedFrame[] = [];
        let from = version;
        while (!kept.has(from)) {
            const entry = this.happened[from - offset];
            if (!entry) return null;
            if (entry.undone) from = entry.undone.version - 1;
            else {
                way.push(entry);
                from -= 1;
            }
        }
        let seen = kept.get(from) ?? null;
        for (const entry of way.reverse()) {
            seen = this.#folded(seen, entry.events, isOpen);
            if (entry.version % KEYFRAME_EVERY === 0) kept.set(entry.version, seen);
        }
        return seen;
    }

    /** Show an earlier moment, or now. */
    show(version: number | null): void {
        this.shownVersion = version === null || version >= this.version ? null : Math.max(0, version);
        this.played = null;
    }

    /** Begin an animation: the table keeps its current state and then advances event by event. */
    hold(): void {
        if (this.played || this.version < 0) return;
        const version = this.shown;
        // An entry that is prepended later counts as shown.
        const place = this.#entry(version)?.events.length ?? Infinity;
        this.played = { version, place, observation: this.observation };
    }

    /** Move the animation back to the end of an entry; false if that is unknown. */
    rewind(version: number): boolean {
        const observation = this.observationAt(version);
        if (!observation || !this.#entry(version + 1)) return false;
        this.shownVersion = null;
        this.played = { version, place: Infinity, observation };
        return true;
    }

    /** Entries after a version. */
    entriesAfter(version: number): readonly HappenedFrame[] {
        return this.happened.filter((frame) => frame.version > version);
    }

    /** Show everything up to an event. */
    playTo(version: number, place: number): void {
        const played = this.played;
        if (!played || version < played.version || (version === played.version && place <= played.place)) return;
        let observation = played.observation;
        for (let each = played.version; each <= version; each++) {
            const { events, undone } = this.#entry(each) ?? { events: [], undone: null };
            const from = each === played.version ? played.place : 0;
            const to = each === version ? place : events.length;
            if (undone && each > played.version) observation = this.observationAt(undone.version - 1);
            else observation = this.#folded(observation, events.slice(from, to), this.#isOpen);
        }
        if (this.isPast) this.shownVersion = Math.min(version, this.version - 1);
        this.played = { version, place, observation };
    }

    /** End the animation: show all entries, or the moment at which the slider is. */
    release(): void {
        const played = this.played;
        if (this.isPast && played) this.show(played.version);
        else this.played = null;
    }

    #begin(view: TableView): void {
        // An older version means a restore from a backup: later entries never happened.
        const isNext = view.version === this.version;
        if (!isNext) {
            this.happened = [];
            this.#kept.clear();
            this.#kept.set(0, null);
            this.#open.clear();
            this.#open.set(0, null);
        }
        this.#kept.set(view.version, view.observation);
        this.view = view;
        this.played = null;
        this.needsResync = false;
        if (this.shownVersion !== null && this.shownVersion >= view.version) this.shownVersion = null;
    }

    #follow(frame: HappenedFrame): Applied {
        const view = this.view;
        if (!view || frame.version > view.version + 1) {
            this.needsResync = true;
            return 'gap';
        }
        if (frame.version <= view.version) return 'double';
        let observation: Observation | null;
        try {
            observation = this.#after(view, frame);
        } catch {
            this.needsResync = true;
            return 'broken';
        }
        // Within a batch only the last entry has offers and a digest of the log.
        const now = frame.table ?? {
            ...view,
            version: frame.version,
            chain: '',
            offers: [],
            warnings: [],
            fuel: null,
            power: null,
        };
        this.view = { ...now, observation, terms: view.terms, imported: view.imported };
        this.happened = [...this.happened, frame];
        if (frame.version % KEYFRAME_EVERY === 0) this.#kept.set(frame.version, observation);
        this.needsResync = false;
        return 'taken';
    }

    /** The game after an entry; an undo leads to the position before its order, or to an error. */
    #after(view: TableView, frame: HappenedFrame): Observation | null {
        if (!frame.undone) return this.#folded(view.observation, frame.events, false);
        const before = this.observationAt(frame.undone.version - 1);
        if (!before) throw new Error(`the position before ${frame.undone.version} is not known`);
        return before;
    }

    /** After the end the money of all seats is known at every moment. */
    get #isOpen(): boolean {
        return this.isOver && this.hasWholeLog;
    }

    #entry(version: number): HappenedFrame | undefined {
        return this.happened[version - (this.happened[0]?.version ?? this.version + 1)];
    }

    #entriesBy(played: Played | null): readonly HappenedFrame[] {
        if (!played && !this.isPast) return this.counted;
        const upTo = this.happened.filter((frame) => frame.version <= this.shown);
        if (!played) return counting(upTo);
        return counting(
            upTo.map((frame) => {
                const isWhole = frame.version < played.version || played.place >= frame.events.length;
                return isWhole ? frame : { ...frame, events: frame.events.slice(0, played.place) };
            }),
        );
    }

    #folded(seen: Observation | null, events: readonly Event[], isOpen: boolean): Observation | null {
        if (events.length === 0) return seen;
        return foldAll(this.facts, seen ?? openingFor(this.facts.sheet, this.viewer, isOpen), events);
    }
}

function roundStarts(facts: TableFacts, happened: readonly HappenedFrame[]): RoundStart[] {
    const found: RoundStart[] = [];
    for (const frame of happened) {
        for (const event of frame.events) {
            const begins = event.event === 'phase_began' && event.phase === facts.sheet.first_of_round;
            if (begins) found.push({ version: frame.version, round: event.round });
        }
    }
    return found;
}
