/** Themes of puzzles; the empty one is all of them. */
export const THEMES = ['', 'auction', 'overbidding', 'last-plant', 'fuel', 'building', 'end-game', 'card'] as const;
export type Theme = (typeof THEMES)[number];
