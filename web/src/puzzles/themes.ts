/** Themes of puzzles; the empty one is all of them. */
export const THEMES = ['', 'auction', 'fuel', 'building', 'end-game', 'card'] as const;
export type Theme = (typeof THEMES)[number];
