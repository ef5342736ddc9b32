/** Silence is no news only if somebody asks now and then: a line that stalls says nothing at all. */
const FIRST = 4_000;
const LONGEST = 40_000;

export class Silence {
    #timer: ReturnType<typeof setTimeout> | undefined;
    #pause = FIRST;
    #heardAt = Date.now();
    #stopped = false;

    /** `ask` is called when nothing was heard for a while; each time after a longer one. */
    constructor(readonly ask: () => Promise<void>) {
        document.addEventListener('visibilitychange', this.#look);
        this.#wait();
    }

    heard(): void {
        this.#heardAt = Date.now();
        this.#pause = FIRST;
        this.#wait();
    }

    stop(): void {
        this.#stopped = true;
        clearTimeout(this.#timer);
        document.removeEventListener('visibilitychange', this.#look);
    }

    /** Timers sleep in tabs that nobody sees; whoever comes back wants to know. */
    #look = (): void => {
        if (document.visibilityState === 'visible' && Date.now() - this.#heardAt > FIRST) void this.#ask();
    };

    #wait(): void {
        clearTimeout(this.#timer);
        if (!this.#stopped) this.#timer = setTimeout(() => void this.#ask(), this.#pause);
    }

    async #ask(): Promise<void> {
        clearTimeout(this.#timer);
        const before = this.#heardAt;
        await this.ask();
        if (before === this.#heardAt) this.#pause = Math.min(this.#pause * 2, LONGEST);
        this.#wait();
    }
}
