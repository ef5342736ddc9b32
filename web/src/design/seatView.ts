/** Data drawn of a seat, in its panel and in the strip on phones. */
import type { PlantFace } from '../protocol/api';
import type { Presence } from './presence';

export interface HeldPlant {
    plant: PlantFace;
    stored: readonly number[];
    /** Word for a plant that supplies no city. */
    tag?: string;
    /** Fuel by kind that is chosen for it and not yet bought. */
    chosen?: readonly number[];
}

export interface SeatLook {
    seat: number;
    /** Its place in the turn order, from 1; 0 before there is one. */
    place: number;
    /** Round and phase that are shown; changes of an earlier phase are hidden. */
    phase: string;
    /** It acts after the seat that acts now. */
    isNext: boolean;
    /** Reason for its place in the order. */
    orderWhy: string;
    name: string;
    isYou: boolean;
    /** "bot: hard", "plays for you" and the like; empty for a person. */
    kind: string;
    /** True for a character: its plate replaces the words of its kind. */
    isCharacter: boolean;
    /** Number of hints taken from a strong bot. */
    hints: number;
    chip: string;
    isActing: boolean;
    isAway: boolean;
    /** Undefined if unknown. */
    presence?: Presence;
    /** Milliseconds left, or null if no clock runs. */
    clock: number | null;
    /** The seat acts and has little time left. */
    isClockLow: boolean;
    /** -1 if hidden. */
    money: number;
    cities: number;
    /** Replaces the cities in editions without them. */
    note: string;
    powers: number;
    plants: readonly HeldPlant[];
    room: number;
}

/** 8:40, or 2 d, or an empty text. */
export function clockText(left: number | null): string {
    if (left === null) return '';
    const seconds = Math.max(Math.floor(left / 1000), 0);
    const days = Math.floor(seconds / 86400);
    if (days > 1) return `${days} d`;
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const rest = String(seconds % 60).padStart(2, '0');
    return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
