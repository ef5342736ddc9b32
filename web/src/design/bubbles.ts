/** True while a change of money is a move being shown; a jump through time changes it too, without a bubble. */
export const bubbles = { isOn: false };
