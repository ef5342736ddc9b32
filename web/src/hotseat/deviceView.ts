/** Viewer of a shared device, and the player it must be handed to first. */
export const STRANGER = -1;

/** No person has said that the device is theirs. */
export const NO_ONE = -2;

/** Phases whose decisions need no hidden knowledge: plants, fuel and regions are public, and nothing is paid. */
const PUBLIC_PHASES: ReadonlySet<string> = new Set(['bureaucracy', 'regions']);

export interface DeviceView {
    /** The seat from which the table is shown; a stranger sees public information. */
    look: number;
    /** The seat that the device must be handed to; `STRANGER` if to none. */
    waitsFor: number;
    /** True if the money of the seat stays hidden: its person has not said that the device is theirs. */
    hidesMoney: boolean;
}

export interface Situation {
    /** The seats of people on this device. */
    held: readonly number[];
    looking: number;
    /** The seat whose person has said that the device is theirs. */
    owner: number;
    /** The actor: a seat, chance, or none. */
    actor: number;
    phase: string;
    isOver: boolean;
    /** True if a seat sees information hidden from the others. */
    hasSecrets: boolean;
}

export function deviceViewOf({ held, looking, owner, actor, phase, isOver, hasSecrets }: Situation): DeviceView {
    const seenBy = (look: number, waitsFor = STRANGER): DeviceView => ({
        look,
        waitsFor,
        hidesMoney: hasSecrets && !isOver && look !== owner,
    });
    // At the end nothing is hidden any more.
    if (isOver) return seenBy(STRANGER);
    if (!held.includes(actor)) return seenBy(looking);
    if (!hasSecrets || actor === owner || PUBLIC_PHASES.has(phase)) return seenBy(actor);
    return seenBy(STRANGER, actor);
}
