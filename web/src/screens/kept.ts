/** The last choices, as defaults of the next game. */
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

const FIRST: KeptChoice = { edition: 'classic', preset: '', board: '', opponents: 3, bot: 'normal' };

export function keptChoice(): KeptChoice {
    const kept = { ...FIRST, ...read<Partial<KeptChoice>>(CHOICE, {}) };
    return kept.opponents >= 1 && kept.opponents <= 5 ? kept : { ...kept, opponents: FIRST.opponents };
}

export const keepChoice = (choice: KeptChoice): void => localStorage.setItem(CHOICE, JSON.stringify(choice));

export interface KeptDevice {
    /** True if the last table was for people on this device. */
    isWanted: boolean;
    places: Place[];
}

export function keptDevice(): KeptDevice {
    const kept = read<Partial<KeptDevice>>(DEVICE, {});
    const places = Array.isArray(kept.places) ? kept.places : [];
    return { isWanted: kept.isWanted === true, places: places.filter((each) => typeof each.name === 'string') };
}

export const keepDevice = (device: KeptDevice): void => localStorage.setItem(DEVICE, JSON.stringify(device));

/** A table as it was chosen, without the people at it. */
export interface KeptTable {
    edition: string;
    preset: string;
    board: string;
    seats: number;
    clock: 'none' | 'bank' | 'turns';
    numbers: Record<string, number>;
    hiddenMoney: boolean;
    contractor: boolean;
    rules: string[];
    listed: boolean;
}

const TABLES = 'gridwright.tables';
const MAX_TABLES = 3;

/** The tables that were made here lately, each kind once, the latest first. */
export function keptTables(): KeptTable[] {
    const kept = read<{ tables?: KeptTable[] }>(TABLES, {});
    const tables = Array.isArray(kept.tables) ? kept.tables : [];
    return tables.filter((each) => typeof each?.board === 'string' && Array.isArray(each.rules)).slice(0, MAX_TABLES);
}

export function keepTable(table: KeptTable): void {
    const same = JSON.stringify(table);
    const others = keptTables().filter((each) => JSON.stringify(each) !== same);
    localStorage.setItem(TABLES, JSON.stringify({ tables: [table, ...others].slice(0, MAX_TABLES) }));
}

function read<Value>(key: string, other: Value): Value {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return typeof found === 'object' && found !== null ? (found as Value) : other;
    } catch {
        return other;
    }
}
