// The engine's reserved numbers.

/** No card, no seat, no city. */
export const NONE = -1;
/** The actor of random outcomes. */
export const CHANCE = -1;
/** No seat has to act. */
export const NO_ACTOR = -2;
/** The viewer who holds no seat. */
export const SPECTATOR = -3;
/** The Trust as the owner of a house. */
export const TRUST = 7;
/** Money that the viewer may not see. */
export const HIDDEN = -1;
/** The phase of a finished game. */
export const OVER = -1;
