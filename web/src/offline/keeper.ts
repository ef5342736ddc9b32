/** Saves the latest table after a quiet moment, and immediately when the page is left. */
import { keepTable, type KeptTable } from './lastTable';

/** Milliseconds without a change before a save: copying a late game takes as long as rendering a move. */
const CALM = 1_500;

export class TableSaver {
    #timer: ReturnType<typeof setTimeout> | undefined;
    #isDue = false;

    constructor(readonly look: () => KeptTable | null) {
        addEventListener('pagehide', this.#now);
    }

    /** Schedule a save after a change. */
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
