// Moves of the map without a gesture. The build hands this file to d3-zoom in place of d3-transition and d3-interpolate, of which
// d3-zoom needs no more than that a gesture stops what moves; with their colours and easings they are a tenth of the
// table's size.

import { selection } from 'd3-selection';

const TIME = 260;
const moving = new WeakMap<Element, number>();

/** Stops what moves an element. */
export function interrupt(element: Element): void {
    cancelAnimationFrame(moving.get(element) ?? 0);
    moving.delete(element);
}

/** Calls `step` at every frame with how much of the way is done, up to 1. */
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

// d3-zoom stops what moves before it places the map, which glide itself does at every frame.
Object.assign(selection.prototype, {
    interrupt(this: unknown) {
        return this;
    },
});

/** Required by d3-zoom for transitions; there are none. */
export function interpolateZoom(): never {
    throw new Error('expected the map to glide, not a transition of d3-zoom');
}
