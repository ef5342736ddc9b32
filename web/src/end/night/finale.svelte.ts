/** The finale's clock: runs once, and jumps to its end at any key, click or tap. */
import { END_AT, type Frame, frameAt } from './timeline';

/** Events that end the finale and do nothing else. */
const PRESSES = ['keydown', 'pointerdown', 'click'] as const;
/** Milliseconds in which the click that belongs to a press is caught too. */
const CLICK_WITHIN = 500;

export class Finale {
    #time = $state(END_AT);
    #request = 0;

    get isRunning(): boolean {
        return this.#time < END_AT;
    }

    frame(nSeats: number): Frame {
        return frameAt(this.#time, nSeats);
    }

    /** Start from the beginning; returns a function that stops it. */
    play(): () => void {
        const began = performance.now();
        const step = (now: number): void => {
            this.#time = Math.min(Math.max(now - began, 0), END_AT);
            if (this.isRunning) this.#request = requestAnimationFrame(step);
            else this.#stop();
        };
        this.#time = 0;
        for (const name of PRESSES) addEventListener(name, this.#press, { capture: true });
        this.#request = requestAnimationFrame(step);
        return () => this.#stop();
    }

    /** Show what comes before the first frame, while the map loads. */
    hold(): void {
        this.#time = 0;
    }

    skip(): void {
        this.#stop();
        this.#time = END_AT;
    }

    #stop(): void {
        cancelAnimationFrame(this.#request);
        for (const name of PRESSES) removeEventListener(name, this.#press, { capture: true });
    }

    readonly #press = (event: Event): void => {
        const isBrowsers = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || event.altKey);
        if (!isBrowsers) swallow(event);
        this.skip();
        if (event.type === 'pointerdown') swallowClick();
    };
}

function swallow(event: Event): void {
    event.preventDefault();
    event.stopImmediatePropagation();
}

/** Catch the click that follows a press. */
function swallowClick(): void {
    const stop = (): void => removeEventListener('click', caught, { capture: true });
    const caught = (event: Event): void => {
        swallow(event);
        stop();
    };
    addEventListener('click', caught, { capture: true });
    setTimeout(stop, CLICK_WITHIN);
}
