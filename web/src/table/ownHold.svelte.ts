/** The own undo window: bots and cards wait after an order that ended the player's part, as long as the pace says. */
import type { TableView } from '../protocol/api';
import type { Pace } from '../settings/settings.svelte';

/** Milliseconds that an own order can be undone before the others continue. */
export const HOLD_MS: Readonly<Record<Pace, number>> = { calm: 2500, brisk: 1500, now: 800 };
/** The server ends a window that is this close to its end; an order would be late. */
const SPARE_MS = 200;

/** The table with the window. */
export interface Held {
    readonly store: {
        readonly view: TableView | null;
        readonly isPast: boolean;
        readonly happened: readonly { readonly at: number }[];
    } | null;
    readonly pending: unknown;
    endUndoWindow(): Promise<void>;
}

export class OwnHold {
    /** When the page noticed the current window. */
    #seenAt = $state(0);
    /** The end of the window that was ended early. */
    #ended = $state(0);

    constructor(
        readonly live: Held,
        readonly now: () => number = Date.now,
    ) {}

    /** End of the server's window; null if none is open. */
    get until(): number | null {
        const view = this.live.store?.isPast ? null : this.live.store?.view;
        return view?.undo ? (view.hold_until ?? null) : null;
    }

    /** Milliseconds of the server's window. */
    get #serverMs(): number {
        return (this.until ?? 0) - (this.live.store?.happened.at(-1)?.at ?? 0);
    }

    get isOn(): boolean {
        return this.until !== null && this.until !== this.#ended;
    }

    /** Milliseconds of the window at a pace. */
    lengthAt(pace: Pace): number {
        return Math.min(HOLD_MS[pace], this.#serverMs);
    }

    /** Milliseconds until its end at a pace. */
    leftAt(pace: Pace): number {
        return this.isOn ? Math.max(0, this.#seenAt + this.lengthAt(pace) - this.now()) : 0;
    }

    /** Follow the window that opened just now. Ends it after the time of the pace, until the function is called. */
    watch(pace: Pace): (() => void) | undefined {
        if (!this.isOn) return undefined;
        this.#seenAt = this.now();
        if (this.lengthAt(pace) > this.#serverMs - SPARE_MS) return undefined;
        const timer = setTimeout(() => this.end(), this.lengthAt(pace));
        return () => clearTimeout(timer);
    }

    /** End it: the others continue. */
    end(): void {
        if (!this.isOn || this.live.pending) return;
        this.#ended = this.until!;
        void this.live.endUndoWindow();
    }
}
