/**
 * True while a changed amount of money belongs to a shown move; a jump through time changes it too, without a bubble.
 */
export const bubbles = { isOn: false };
