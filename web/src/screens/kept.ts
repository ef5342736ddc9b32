/** What somebody chose last time, so that the next game begins with it. */
import type { Place } from '../hotseat/place';

const CHOICE = 'gridwright.choice';
const DEVICE = 'gridwright.device';

export interface KeptChoice {
    edition: string;
    preset: string;
    board: string;
    opponents: number;
    bot: string;
}

const FIRST: KeptChoice = { edition: 'classic', preset: '', board: '', opponents: 3, bot: 'l1' };

export function keptChoice(): KeptChoice {
    const kept = { ...FIRST, ...read<Partial<KeptChoice>>(CHOICE, {}) };
    return kept.opponents >= 1 && kept.opponents <= 5 ? kept : { ...kept, opponents: FIRST.opponents };
}

export const keepChoice = (choice: KeptChoice): void => localStorage.setItem(CHOICE, JSON.stringify(choice));

export interface KeptDevice {
    /** Whether the last table was for people on this device. */
    isWanted: boolean;
    places: Place[];
}

export function keptDevice(): KeptDevice {
    const kept = read<Partial<KeptDevice>>(DEVICE, {});
    const places = Array.isArray(kept.places) ? kept.places : [];
    return { isWanted: kept.isWanted === true, places: places.filter((each) => typeof each.name === 'string') };
}

export const keepDevice = (device: KeptDevice): void => localStorage.setItem(DEVICE, JSON.stringify(device));

function read<Value>(key: string, other: Value): Value {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return typeof found === 'object' && found !== null ? (found as Value) : other;
    } catch {
        return other;
    }
}
