/** Filters of the lobby. The address has them, so that a reload or a link shows the same. */
import { EDITION_NAMES } from '../game/edition';

export interface Filter {
    readonly name: 'edition' | 'clock' | 'free' | 'seats' | 'bots';
    /** The empty value matches every table. */
    readonly values: readonly string[];
}

export const STATUSES = ['gathering', 'running', 'finished'] as const;
export const FILTERS: readonly Filter[] = [
    { name: 'edition', values: ['', ...EDITION_NAMES] },
    { name: 'clock', values: ['', 'bank', 'turns', 'none'] },
    { name: 'free', values: ['', '1', '2', '3'] },
    { name: 'seats', values: ['', '2', '3', '4', '5', '6'] },
    { name: 'bots', values: ['', 'false', 'true'] },
];

export type Sought = Record<string, string>;

/** Filters in an address; unknown values are left out. */
export function readSought(search: string): Sought {
    const said = new URLSearchParams(search);
    const sought: Sought = {};
    const all: readonly { name: string; values: readonly string[] }[] = [
        ...FILTERS,
        { name: 'status', values: STATUSES },
    ];
    for (const { name, values } of all) {
        const value = said.get(name) ?? '';
        if (value && values.includes(value)) sought[name] = value;
    }
    return sought;
}

export function queryOf(sought: Sought): URLSearchParams {
    return new URLSearchParams(Object.entries(sought).filter(([, value]) => value !== ''));
}
