/** Detects a stalled connection: sends a request after a time without frames, because a dead socket reports nothing. */
const FIRST_PAUSE_MS = 4_000;
const MAX_PAUSE_MS = 40_000;

export class StalenessTimer {
    #timer: ReturnType<typeof setTimeout> | undefined;
    #pause = FIRST_PAUSE_MS;
    #heardAt = Date.now();
    #stopped = false;

    /** `ask` is called after a time without frames, repeatedly after growing pauses. */
    constructor(readonly ask: () => Promise<void>) {
        document.addEventListener('visibilitychange', this.#look);
        this.#wait();
    }

    heard(): void {
        this.#heardAt = Date.now();
        this.#pause = FIRST_PAUSE_MS;
        this.#wait();
    }

    stop(): void {
        this.#stopped = true;
        clearTimeout(this.#timer);
        document.removeEventListener('visibilitychange', this.#look);
    }

    /** Timers sleep in hidden tabs, so a tab that becomes visible checks immediately. */
    #look = (): void => {
        if (document.visibilityState === 'visible' && Date.now() - this.#heardAt > FIRST_PAUSE_MS) void this.#ask();
    };

    #wait(): void {
        clearTimeout(this.#timer);
        if (!this.#stopped) this.#timer = setTimeout(() => void this.#ask(), this.#pause);
    }

    async #ask(): Promise<void> {
        clearTimeout(this.#timer);
        const before = this.#heardAt;
        await this.ask();
        if (before === this.#heardAt) this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS);
        this.#wait();
    }
}
