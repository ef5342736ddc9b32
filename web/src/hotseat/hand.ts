/** In whose hands the device is: who looks at the table, and who must be handed it first. */
export const STRANGER = -1;

export interface Hand {
    /** The seat from which the table is shown; a stranger sees what everybody may see. */
    look: number;
    /** The seat that the curtain waits for; nobody, if there is no curtain. */
    waitsFor: number;
}

export interface Situation {
    /** The seats of people on this device. */
    held: readonly number[];
    looking: number;
    /** Who has to act: a seat, chance, or nobody. */
    actor: number;
    isOver: boolean;
    /** Whether a seat sees what the others may not. */
    hasSecrets: boolean;
}

export function handOf({ held, looking, actor, isOver, hasSecrets }: Situation): Hand {
    // The end is for all: nobody's eyes are needed, and nothing is hidden any more.
    if (isOver) return { look: STRANGER, waitsFor: STRANGER };
    if (!held.includes(actor) || actor === looking) return { look: looking, waitsFor: STRANGER };
    return hasSecrets ? { look: STRANGER, waitsFor: actor } : { look: actor, waitsFor: STRANGER };
}
