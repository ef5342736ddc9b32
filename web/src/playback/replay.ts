/** Controls of a replay, by button, key and address. */
import type { TableStore } from '../game/store.svelte';
import { addressHere, momentOf } from '../router.svelte';
import { rowOf } from '../table/keyRow';
import { REPLAY_KEYS, type ReplayKey } from './keys';
import { type Playback, type Speed, SPEEDS } from './playback.svelte';

export class Replay {
    readonly speeds = SPEEDS;

    constructor(
        readonly store: TableStore,
        readonly playback: Playback,
        readonly share: (() => void) | undefined,
    ) {}

    /** Go to a moment; the previous one stays in the browser's history. */
    go(version: number): void {
        this.look(version);
        address(this.store, 'push');
    }

    /** Show a moment while the slider moves. */
    look(version: number): void {
        this.playback.halt();
        this.store.show(Math.max(version, 0));
    }

    leave(): void {
        this.playback.halt();
        this.store.show(null);
    }

    toggle(): void {
        const { playback } = this;
        if (!playback.isReplay) playback.replay();
        else if (playback.isPaused) playback.resume();
        else playback.halt();
    }

    nextSpeed(by = 1): void {
        const place = SPEEDS.indexOf(this.playback.speed) + by;
        this.playback.speed = SPEEDS[(place + SPEEDS.length) % SPEEDS.length] as Speed;
    }

    press(event: KeyboardEvent, letters: boolean): void {
        const isTyping =
            event.target instanceof Element &&
            event.target.closest('input:not([type="range"]), textarea, select, dialog, .map') !== null;
        const row = isTyping || event.defaultPrevented ? null : rowOf(REPLAY_KEYS, event, letters);
        if (!row) return;
        event.preventDefault();
        this.#effects[row.name]();
    }

    readonly #effects: Readonly<Record<ReplayKey, () => void>> = {
        play: () => this.toggle(),
        back: () => this.go(this.store.shown - 1),
        on: () => this.go(this.store.shown + 1),
        roundBack: () => this.go(this.#round(-1)),
        roundOn: () => this.go(this.#round(1)),
        first: () => this.go(0),
        last: () => this.go(this.store.version),
        slower: () => this.playback.speed !== SPEEDS[0] && this.nextSpeed(-1),
        faster: () => this.playback.speed !== SPEEDS.at(-1) && this.nextSpeed(1),
        copy: () => this.share?.(),
    };

    /** The version at which the round before or after begins. */
    #round(by: 1 | -1): number {
        const { shown, version, roundStarts } = this.store;
        const starts = roundStarts.map((start) => start.version);
        return by > 0
            ? (starts.find((start) => start > shown) ?? version)
            : (starts.findLast((start) => start < shown) ?? 0);
    }
}

/** Write the shown moment into the URL. */
export function address(store: TableStore, how: 'push' | 'replace'): void {
    const wanted = store.isPast ? store.shown : null;
    if (momentOf(location.search) === wanted) return;
    const path = addressHere(wanted === null ? '' : `?at=${wanted}`);
    if (how === 'push') history.pushState(null, '', path);
    else history.replaceState(null, '', path);
}
