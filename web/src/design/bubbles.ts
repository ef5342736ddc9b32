/** Whether a change of money is a move that is being shown; a jump through time changes it too, and needs no bubble. */
export const bubbles = { isOn: false };
