/** Viewer of a shared device, and the player it must be handed to first. */
export const STRANGER = -1;

export interface DeviceView {
    /** The seat from which the table is shown; a stranger sees public information. */
    look: number;
    /** The seat that the curtain waits for; `STRANGER` without a curtain. */
    waitsFor: number;
}

export interface Situation {
    /** The seats of people on this device. */
    held: readonly number[];
    looking: number;
    /** The actor: a seat, chance, or none. */
    actor: number;
    isOver: boolean;
    /** True if a seat sees information hidden from the others. */
    hasSecrets: boolean;
}

export function deviceViewOf({ held, looking, actor, isOver, hasSecrets }: Situation): DeviceView {
    // At the end nothing is hidden any more, so no curtain is needed.
    if (isOver) return { look: STRANGER, waitsFor: STRANGER };
    if (!held.includes(actor) || actor === looking) return { look: looking, waitsFor: STRANGER };
    return hasSecrets ? { look: STRANGER, waitsFor: actor } : { look: actor, waitsFor: STRANGER };
}
