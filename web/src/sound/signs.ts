/** Sounds and pulses of a table: the sound of each event, and the pulse of a phone for it. */
import type { Event } from '../protocol/api';

export const SOUNDS = [
    'turn',
    'bid',
    'sale',
    'fuel',
    'city',
    'income',
    'card',
    'step',
    'over',
    'commit',
    'refused',
    'undone',
    'tick',
] as const;
export type Sound = (typeof SOUNDS)[number];

/** A sound with its parameters. */
export interface Sign {
    readonly sound: Sound;
    /** Money: a higher bid sounds higher. */
    readonly bid?: number;
    /** Money: a longer link has a longer sound. */
    readonly way?: number;
}

/** Short, twice short, or long. */
export type Pulse = 'short' | 'twice' | 'long';

/** The pulse of a phone for a sound; with `mine`, only if the viewer acted. */
export const PULSES: Readonly<Partial<Record<Sound, { readonly pulse: Pulse; readonly of: 'all' | 'mine' }>>> = {
    turn: { pulse: 'twice', of: 'all' },
    sale: { pulse: 'short', of: 'mine' },
    city: { pulse: 'short', of: 'mine' },
    income: { pulse: 'short', of: 'mine' },
    step: { pulse: 'long', of: 'all' },
    over: { pulse: 'long', of: 'all' },
    commit: { pulse: 'short', of: 'all' },
    refused: { pulse: 'twice', of: 'all' },
    undone: { pulse: 'short', of: 'mine' },
};

/** Events with a sound. All others are silent. */
const SOUND_OF: Readonly<Partial<Record<Event['event'], Sound>>> = {
    plant_offered: 'bid',
    bid_made: 'bid',
    plant_bought: 'sale',
    trust_took_plant: 'sale',
    resources_bought: 'fuel',
    fuel_card_bought: 'fuel',
    trust_took_fuel: 'fuel',
    trust_took_cards: 'fuel',
    city_connected: 'city',
    trust_built: 'city',
    cities_supplied: 'income',
    electricity_produced: 'income',
    card_joined: 'card',
    contractor_advanced: 'card',
    fuel_dealt: 'card',
    taken_back: 'undone',
    step_began: 'step',
    last_round_set: 'step',
};
/** Sounds that are played once for a whole order, however many events it has. */
const ONCE: ReadonlySet<Sound> = new Set<Sound>(['fuel', 'card', 'step']);

/** Sounds of events that are shown together. */
export function signsOf(events: readonly Event[]): Sign[] {
    const signs: Sign[] = [];
    for (const event of events) {
        const sound = SOUND_OF[event.event];
        if (!sound || !isEarned(event)) continue;
        if (ONCE.has(sound) && signs.some((sign) => sign.sound === sound)) continue;
        signs.push(signOf(sound, event));
    }
    return signs;
}

/**
 * True if an event brings income: a seat may be paid without running a plant, and without income there are no coins.
 */
function isEarned(event: Event): boolean {
    return !('income' in event) || event.income > 0;
}

function signOf(sound: Sound, event: Event): Sign {
    switch (event.event) {
        case 'plant_offered':
            return { sound, bid: event.bid };
        case 'bid_made':
            return { sound, bid: event.amount };
        case 'city_connected':
            return { sound, way: event.connection };
        default:
            return { sound };
    }
}

/** Pulse for events that are shown together: only the longest. */
export function pulseOf(events: readonly Event[], viewer: number): Pulse | null {
    const found = events.flatMap((event) => {
        const sound = SOUND_OF[event.event];
        const row = sound && isEarned(event) ? PULSES[sound] : undefined;
        const isMine = viewer >= 0 && 'seat' in event && event.seat === viewer && event.event !== 'trust_built';
        return row && (row.of === 'all' || isMine) ? [row.pulse] : [];
    });
    return (['long', 'twice', 'short'] as const).find((pulse) => found.includes(pulse)) ?? null;
}
