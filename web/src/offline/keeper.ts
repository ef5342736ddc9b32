/** Saves the latest table after a quiet moment, and immediately when the page is left. */
import { keepTable, type KeptTable } from './lastTable';

/** Copying a late game takes as long as drawing a move of it: not in between two moves of a lively table. */
const CALM = 1_500;

export class Keeper {
    #timer: ReturnType<typeof setTimeout> | undefined;
    #isDue = false;

    constructor(readonly look: () => KeptTable | null) {
        addEventListener('pagehide', this.#now);
    }

    /** Something changed. */
    note(): void {
        this.#isDue = true;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(this.#now, CALM);
    }

    stop(): void {
        removeEventListener('pagehide', this.#now);
        this.#now();
    }

    #now = (): void => {
        if (!this.#isDue) return;
        clearTimeout(this.#timer);
        this.#isDue = false;
        const table = this.look();
        if (table) void keepTable(table);
    };
}
