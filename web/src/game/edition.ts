// Properties of an edition. All other code reads this record, never the edition's name.

import type { Observation } from '../protocol/api.js';

/** The tabs of a phone; `map` is the middle of the table, for cards too. */
export type Tab = 'map' | 'plants' | 'fuel' | 'seats' | 'log';

/** A chart of the end screen; `paid` leaves out a last round without income. */
export interface Chart {
    readonly name: 'cities' | 'powered' | 'income' | 'money' | 'capacity' | 'fuel';
    readonly paid?: boolean;
}

export interface Edition {
    /** Which parts of the desk and of the guide belong to it. */
    readonly parts: 'board' | 'card';
    /** True if a table is named after its board; otherwise after its edition. */
    readonly isNamedByBoard: boolean;
    readonly hasSteps: boolean;
    /** A turn can be planned before it begins: cities are quoted, cities and fuel kept ready. */
    readonly hasPlans: boolean;
    /** Plants print what they earn, not how many cities they supply. */
    readonly coin: boolean;
    /** Unit of the score. */
    readonly unit: 'cities' | 'points';
    /** Meaning of the scores in the last round, which ends before income is paid. */
    readonly scored: 'powered' | null;
    readonly charts: readonly Chart[];
    readonly tabs: readonly Tab[];
    /** The symbol of the middle of the table, and its words `tabs.<centre>`. */
    readonly centreIcon: string;
    readonly centre: 'map' | 'resources';
    /** The tab that a phone opens when plants run. */
    readonly runs: Tab;
    /** Note next to a seat's money. */
    readonly note: (seen: Observation, seat: number) => string;
}

const BOARD: Edition = {
    parts: 'board',
    isNamedByBoard: true,
    hasSteps: true,
    hasPlans: true,
    coin: false,
    unit: 'cities',
    scored: 'powered',
    charts: [{ name: 'cities' }, { name: 'powered' }, { name: 'income' }, { name: 'money' }],
    tabs: ['map', 'plants', 'fuel', 'seats', 'log'],
    centreIcon: 'tabmap',
    centre: 'map',
    runs: 'plants',
    note: () => '',
};

const CARD: Edition = {
    parts: 'card',
    isNamedByBoard: false,
    hasSteps: false,
    hasPlans: false,
    coin: true,
    unit: 'points',
    scored: null,
    charts: [{ name: 'income', paid: true }, { name: 'money' }, { name: 'capacity' }, { name: 'fuel' }],
    tabs: ['map', 'plants', 'seats', 'log'],
    centreIcon: 'ph-fuel',
    centre: 'resources',
    runs: 'plants',
    note: (seen, seat) => `+${seen.parts['incomes']?.[seat] ?? 0}`,
};

/** By their names in a table's spec; all others are played on a board. */
const EDITIONS: Readonly<Record<string, Edition>> = { card: CARD };

/** All editions, in the order in which they are offered. */
export const EDITION_NAMES = ['classic', 'deluxe', 'card'] as const;

export const editionOf = (name: string): Edition => EDITIONS[name] ?? BOARD;
