// Movement of the map without a gesture. The build replaces d3-transition and d3-interpolate by this file, because
// d3-zoom needs only that a gesture interrupts a movement; with their colours and easings they are a tenth of the
// table's size.

import { selection } from 'd3-selection';

const TIME = 260;
const moving = new WeakMap<Element, number>();

/** Interrupt the movement of an element. */
export function interrupt(element: Element): void {
    cancelAnimationFrame(moving.get(element) ?? 0);
    moving.delete(element);
}

/** Call `step` in every frame with the progress, up to 1. */
export function glide(element: Element, step: (done: number) => void): void {
    interrupt(element);
    const start = performance.now();
    const next = (now: number): void => {
        const part = Math.min(Math.max((now - start) / TIME, 0), 1);
        if (part < 1) moving.set(element, requestAnimationFrame(next));
        else moving.delete(element);
        step(part * part * (3 - 2 * part));
    };
    moving.set(element, requestAnimationFrame(next));
}

// d3-zoom interrupts a movement before it places the map, which glide itself does in every frame.
Object.assign(selection.prototype, {
    interrupt(this: unknown) {
        return this;
    },
});

/** Required by d3-zoom for transitions; there are none. */
export function interpolateZoom(): never {
    throw new Error('expected the map to glide, not a transition of d3-zoom');
}
