/** The bar of a table: the own turn, moves that are shown, an earlier moment, or a digest of missed moves. */
import type { Component } from 'svelte';
import type { TableStore } from '../game/store.svelte';
import type { Scene } from '../table/scene';
import { withWords } from '../words/late';
import { type Digest, digestOf, FEWEST_LINES, linesIn } from './digest';
import type { Playback } from './playback.svelte';

type Bar = 'turn' | 'playing' | 'time' | 'away';
type Lazy<Props extends object> = Component<Props> | undefined;

interface At {
    scene: Scene;
    store: TableStore;
    playback: Playback;
}
type TimeProps = At & { onshare?: (() => void) | undefined; onresult?: (() => void) | undefined };

export class Showing {
    PlaybackBar = $state.raw<Lazy<At & { limit: number | null }>>();
    ReplayBar = $state.raw<Lazy<TimeProps>>();
    AwayBar = $state.raw<Lazy<{ scene: Scene; playback: Playback; since: number }>>();
    AwayPanel = $state.raw<Lazy<{ scene: Scene; digest: Digest }>>();

    /** Entries that were not shown; their lines are marked until something else happens. */
    fresh = $state.raw<{ after: number; until: number } | null>(null);

    /** The missed moves, if there are enough for a card. */
    readonly digest: Digest | null = $derived.by(() => this.#digest());
    readonly bar: Bar = $derived.by(() => {
        const scene = this.scene();
        const { playback } = this;
        if (scene.isPast || (scene.isOver && !scene.isPlaying)) return 'time';
        if (playback.now && !playback.now.beat.isOwn) return 'playing';
        return this.digest ? 'away' : 'turn';
    });
    /** `data-*` attributes read by the browser tests: position, number of entries and the running beat. */
    readonly testAttributes = $derived.by(() => {
        const store = this.#store;
        const now = this.playback.now;
        const played = store?.played;
        return {
            'data-played': played ? `${played.version}.${played.place}` : `${store?.shown ?? -1}.all`,
            'data-head': store?.version ?? -1,
            'data-beat': now ? now.beat.kind : undefined,
            'data-beat-seat': now?.beat.seat,
            'data-beat-number': now?.number,
            'data-beat-time': now ? Math.round(now.time) : undefined,
            'data-beat-factor': now?.factor.toFixed(3),
            'data-beat-moves': now?.beat.steps.length,
            'data-beat-hurried': now?.isHurried ? '' : undefined,
            'data-beat-own': now?.beat.isOwn ? '' : undefined,
        };
    });

    constructor(
        readonly playback: Playback,
        readonly scene: () => Scene,
    ) {}

    get #store(): TableStore | null {
        return this.playback.live.store;
    }

    /** Follow the table: record what was seen and load the parts that are needed. Call it in an effect. */
    follow(): () => void {
        const gameId = this.scene().view.game_id;
        const comeBack = (): void => {
            const seen = seenOf(gameId);
            const store = this.#store;
            if (document.hidden || !store || store.viewer < 0 || seen === null) return;
            if (seen < store.version && !this.playback.isOn) this.playback.away ??= seen;
        };
        comeBack();
        document.addEventListener('visibilitychange', comeBack);
        return () => document.removeEventListener('visibilitychange', comeBack);
    }

    /** Store the shown version as seen, unless it needs a digest. */
    markSeen(): void {
        const store = this.#store;
        const isAllShown = store !== null && !store.isPlaying && this.playback.away === null;
        if (isAllShown && !document.hidden && store.version > 0) keepSeen(this.scene().view.game_id, store.version);
    }

    /** Mark a few missed lines in the log as new instead of a digest. */
    skipShortDigest(): void {
        const { playback } = this;
        const store = this.#store;
        if (playback.away === null || this.digest !== null || !store?.hasWholeLog) return;
        this.fresh = { after: playback.away, until: store.version };
        playback.away = null;
    }

    /** Lines of the log after this version are new; null where none is. */
    get newAfter(): number | null {
        return this.fresh && this.fresh.until === this.#store?.version ? this.fresh.after : null;
    }

    fetch(): void {
        const bar = this.bar;
        // The bar of moves may be needed at any time, unless moves are shown immediately.
        if (!this.PlaybackBar && this.playback.pace !== 'now')
            void withWords(import('./PlaybackBar.svelte'), 'playback').then(
                (part) => (this.PlaybackBar = part.default),
            );
        if (bar === 'time' && !this.ReplayBar)
            void withWords(import('./ReplayBar.svelte'), 'playback').then((part) => (this.ReplayBar = part.default));
        if (bar === 'away' && !this.AwayBar) {
            void withWords(import('./AwayBar.svelte'), 'playback').then((part) => (this.AwayBar = part.default));
            void withWords(import('./AwayPanel.svelte'), 'playback').then((part) => (this.AwayPanel = part.default));
        }
    }

    #digest(): Digest | null {
        const store = this.#store;
        const since = this.playback.away;
        if (since === null || !store?.hasWholeLog || store.viewer < 0) return null;
        const before = store.observationAt(since);
        const after = store.view?.observation;
        if (!before || !after) return null;
        const lastAt = store.entriesAfter(since - 1)[0]?.at ?? 0;
        const digest = digestOf(store.facts, this.scene().sheet, store.entriesAfter(since), before, after, lastAt);
        return linesIn(digest) >= FEWEST_LINES ? digest : null;
    }
}

/** Key of the last seen version of each table on this device. */
const KEPT = 'gridwright.seen';
/** Maximum number of tables; the oldest are removed. */
const MAX_TABLES = 60;

type Seen = Record<string, number>;

function read(): Seen {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
        return typeof found === 'object' && found !== null ? (found as Seen) : {};
    } catch {
        return {};
    }
}

/** The last version that was seen; null if the table was never open here. */
function seenOf(gameId: string): number | null {
    const version = read()[gameId];
    return typeof version === 'number' ? version : null;
}

function keepSeen(gameId: string, version: number): void {
    const { [gameId]: before, ...others } = read();
    if (before === version) return;
    const latest = Object.entries(others).slice(1 - MAX_TABLES);
    localStorage.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(latest), [gameId]: version }));
}
