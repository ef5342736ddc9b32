/** For a moment after the bar has changed, Enter and clicks on it do nothing: they were meant for the bar before. */
export const GUARD = 600;

export class Guard {
    isOn = $state(false);
    #sign = '';
    #timer: ReturnType<typeof setTimeout> | undefined;

    /** Follow a value; a change restarts the guard time. */
    follow(sign: string): void {
        if (sign === this.#sign) return;
        this.#sign = sign;
        this.isOn = true;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => (this.isOn = false), GUARD);
    }

    stop(): void {
        clearTimeout(this.#timer);
    }
}
