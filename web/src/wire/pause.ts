/** Pauses between retries: longer each time, with jitter, and cut short when the network is back. */
const SPREAD = 0.5;

/** Milliseconds to wait before the try after `tried` others. */
export function pauseAfter(tried: number, first: number, longest: number, random: () => number = Math.random): number {
    const plain = Math.min(first * 2 ** tried, longest);
    return plain * (1 - SPREAD / 2 + SPREAD * random());
}

/** Waiting that can be ended early. */
export class Rest {
    readonly #sleepers = new Set<() => void>();

    wait = (milliseconds: number): Promise<void> =>
        new Promise((done) => {
            const wake = (): void => {
                clearTimeout(timer);
                this.#sleepers.delete(wake);
                done();
            };
            const timer = setTimeout(wake, milliseconds);
            this.#sleepers.add(wake);
        });

    /** Ends the pause immediately. */
    wake(): void {
        for (const wake of [...this.#sleepers]) wake();
    }
}
