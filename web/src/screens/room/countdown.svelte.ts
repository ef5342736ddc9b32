/** Countdown (3, 2, 1) before the last player is ready and the game begins; any key stops it. */
export class Countdown {
    /** Seconds left; 0 if it does not run. */
    left = $state(0);
    #timer: ReturnType<typeof setInterval> | undefined;

    start(from: number, done: () => void): void {
        this.stop();
        this.left = from;
        this.#timer = setInterval(() => {
            this.left -= 1;
            if (this.left > 0) return;
            this.stop();
            done();
        }, 1000);
    }

    stop(): void {
        clearInterval(this.#timer);
        this.left = 0;
    }
}
