// One table as this page knows it: the latest view, the log, and any earlier moment of the game.

import type { Event, Frame, HappenedFrame, Observation, Offer, RefusedFrame, TableView } from '../protocol/api.js';
import { foldAll } from './fold.js';
import { OVER } from './ids.js';
import { type RulesSheet, type TableFacts, factsOf, openingFor } from './sheet.js';

/**
 * What became of a frame. After a gap, ask the server again from `version` on. What is broken cannot be
 * folded, as when a newer server tells what this page does not know: ask for the whole table.
 */
export type Applied = 'taken' | 'double' | 'gap' | 'broken' | 'refused' | 'done';

/** Where a round begins, for the slider over the whole game. */
export interface RoundStart {
    version: number;
    round: number;
}

/** Going back folds from the nearest kept position, at most so many versions away. */
const KEYFRAME_EVERY = 24;

export class TableStore {
    readonly facts: TableFacts;
    /** A seat, or -3 for a spectator. */
    readonly viewer: number;

    /** The table as it stands; events have brought its observation up to date. */
    view = $state.raw<TableView | null>(null);
    /** Entries without a gap up to the latest version; from the first one if `hasWholeLog`. */
    happened = $state.raw<readonly HappenedFrame[]>([]);
    /** The last command that was not carried out; the next one that is clears it. */
    refused = $state.raw<RefusedFrame | null>(null);
    /** Something was missed: nothing is shown wrongly, but the table is not the latest. */
    needsResync = $state(false);
    /** The version at which the slider stands; null is now. */
    shownVersion = $state<number | null>(null);

    readonly version: number = $derived(this.view?.version ?? -1);
    readonly isPast: boolean = $derived(this.shownVersion !== null && this.shownVersion < this.version);
    readonly isOver: boolean = $derived(this.view?.observation?.phase === OVER);
    /** What the viewer may do now. Whoever looks at the past may do nothing there. */
    readonly offers: readonly Offer[] = $derived(this.isPast ? [] : (this.view?.offers ?? []));
    readonly hasWholeLog: boolean = $derived(
        this.version === 0 || (this.happened.length > 0 && this.happened[0]!.version === 1),
    );
    /** The observation at the version that is shown. */
    readonly observation: Observation | null = $derived(
        this.isPast ? this.observationAt(this.shownVersion!) : (this.view?.observation ?? null),
    );
    /** The version that is shown. */
    readonly shown: number = $derived(this.isPast ? this.shownVersion! : this.version);
    /** What had happened by then. */
    readonly told: readonly HappenedFrame[] = $derived(
        this.isPast ? this.happened.filter((frame) => frame.version <= this.shown) : this.happened,
    );
    readonly roundStarts: readonly RoundStart[] = $derived.by(() => roundStarts(this.facts, this.happened));

    /** Kept positions by version. `#open` is the same with everybody's money, after the end. */
    readonly #kept = new Map<number, Observation | null>();
    readonly #open = new Map<number, Observation | null>();

    constructor(sheet: RulesSheet, viewer: number) {
        this.facts = factsOf(sheet);
        this.viewer = viewer;
        this.#kept.set(0, null);
        this.#open.set(0, null);
    }

    /** Take what the server says. */
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
                // What is said and who is here are no part of the game.
                return 'taken';
        }
    }

    /** Add entries from before those that are known, as the door of the log gives them. */
    addPast(frames: readonly HappenedFrame[]): boolean {
        const first = this.happened[0]?.version ?? this.version + 1;
        const older = frames.filter((frame) => frame.version < first);
        const isWhole = older.every((frame, place) => frame.version === first - older.length + place);
        if (older.length === 0 || !isWhole) return false;
        this.happened = [...older, ...this.happened];
        return true;
    }

    /** The game as it was; null before its first card. With the whole log every version is there. */
    observationAt(version: number): Observation | null {
        if (version >= this.version) return this.view?.observation ?? null;
        const isOpen = this.isOver && this.hasWholeLog;
        const kept = isOpen ? this.#open : this.#kept;
        let from = version;
        while (!kept.has(from) && from >= 0) from -= 1;
        if (from < 0) return null;
        let seen = kept.get(from) ?? null;
        const offset = this.happened[0]?.version ?? this.version + 1;
        for (let each = from + 1; each <= version; each++) {
            const entry = this.happened[each - offset];
            if (!entry) return null;
            seen = this.#folded(seen, entry.events, isOpen);
            if (each % KEYFRAME_EVERY === 0) kept.set(each, seen);
        }
        return seen;
    }

    /** Show an earlier moment, or now. */
    show(version: number | null): void {
        this.shownVersion = version === null || version >= this.version ? null : Math.max(0, version);
    }

    #begin(view: TableView): void {
        // A table with an older version was restored from a backup: what was beyond never happened.
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
            observation = this.#folded(view.observation, frame.events, false);
        } catch {
            this.needsResync = true;
            return 'broken';
        }
        // Between two entries of a row nobody knows what may be done; the last one says it.
        const now = frame.table ?? { ...view, version: frame.version, offers: [] };
        this.view = { ...now, observation };
        this.happened = [...this.happened, frame];
        if (frame.version % KEYFRAME_EVERY === 0) this.#kept.set(frame.version, observation);
        this.needsResync = false;
        return 'taken';
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
