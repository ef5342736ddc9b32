/** Dots of a strength, filled up to the level. */
export const DOTS = 4;
