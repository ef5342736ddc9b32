/** One window of the browser writes: the one that holds a web lock, which another may take over. */
const LOCK = 'gridwright-writer';

export class WriterLock {
    /** Ends the wait for the lock. */
    #waiting: AbortController | null = null;

    constructor(
        readonly changed: (isWriter: boolean) => void,
        /** Absent where the page is not a secure context; then conflicts of storage decide, entry by entry. */
        readonly locks: Pick<LockManager, 'request'> | undefined = navigator.locks,
    ) {}

    /** Write if no other window does, else as soon as it is closed. */
    ask(): void {
        void this.locks
            ?.request(LOCK, { ifAvailable: true }, (lock) => {
                if (lock) return this.#hold();
                this.changed(false);
                this.#wait();
                return undefined;
            })
            .catch(this.#stolen);
    }

    /** Write from now on, instead of the window that does. */
    take(): Promise<void> {
        this.#waiting?.abort();
        return new Promise((taken) => {
            const hold = (): Promise<never> => {
                taken();
                return this.#hold();
            };
            void this.locks?.request(LOCK, { steal: true }, hold).catch(this.#stolen);
        });
    }

    #wait(): void {
        const waiting = new AbortController();
        this.#waiting = waiting;
        void this.locks
            ?.request(LOCK, { signal: waiting.signal }, () => this.#hold())
            .catch((error: unknown) => {
                if (!waiting.signal.aborted) this.#stolen(error);
            });
    }

    #hold(): Promise<never> {
        this.changed(true);
        return new Promise(() => undefined);
    }

    /** Another window has taken it over. */
    #stolen = (_error: unknown): void => {
        this.changed(false);
        this.#wait();
    };
}
