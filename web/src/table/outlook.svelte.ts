/** Next turns and prices, from the server for the shown position. */
import { painted } from '../design/painted';
import type { Outlook } from '../protocol/api';

export type AskOutlook = (signal: AbortSignal) => Promise<Outlook>;

/** Milliseconds of a pause before a request: where others act fast, only the last position is requested. */
const PAUSE = 120;

export class OutlookBook {
    #told = $state.raw<Outlook | null>(null);

    /** The last answer, possibly of the position before. */
    get latest(): Outlook | null {
        return this.#told;
    }

    /** The answer for exactly this version, or null. */
    of(version: number): Outlook | null {
        return this.#told?.version === version ? this.#told : null;
    }

    /** Request the outlook of a version unless it is cached; returns a function that cancels it. */
    fetch(version: number, ask: AskOutlook): () => void {
        const calling = new AbortController();
        if (this.#told?.version !== version) void this.#ask(ask, calling.signal);
        return () => calling.abort();
    }

    async #ask(ask: AskOutlook, signal: AbortSignal): Promise<void> {
        await painted();
        await new Promise((go) => setTimeout(go, PAUSE));
        if (signal.aborted) return;
        try {
            const told = await ask(signal);
            if (!signal.aborted) this.#told = told;
        } catch {
            // Nothing here is needed to play; the next position is requested again.
        }
    }
}
