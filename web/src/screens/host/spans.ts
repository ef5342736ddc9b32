/** Durations and file sizes in words. */
import { chosen } from '../../words/language.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Part {
    readonly value: string;
    readonly unit: string;
}

const shown = (value: number, unit: string, digits = 0): Part[] => {
    const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const;
    const parts = new Intl.NumberFormat(chosen.language, style).formatToParts(value);
    const told = (isUnit: boolean): string =>
        parts
            .filter(({ type }) => (type === 'unit') === isUnit && type !== 'literal')
            .map((part) => part.value)
            .join('');
    return [{ value: told(false), unit: told(true) }];
};

/** A span in its two largest units. */
export function spanParts(span: number): Part[] {
    if (span < 1_000) return shown(Math.max(0, span) / 1_000, 'second', 1);
    if (span < MINUTE) return shown(span / 1_000, 'second');
    if (span < HOUR) return shown(Math.floor(span / MINUTE), 'minute');
    if (span < DAY)
        return [...shown(Math.floor(span / HOUR), 'hour'), ...shown(Math.floor((span % HOUR) / MINUTE), 'minute')];
    const hours = Math.floor((span % DAY) / HOUR);
    return [...shown(Math.floor(span / DAY), 'day'), ...(hours > 0 ? shown(hours, 'hour') : [])];
}

export const spanWords = (span: number): string =>
    spanParts(span)
        .map(({ value, unit }) => `${value} ${unit}`)
        .join(' ');

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function sizeParts(bytes: number): Part {
    const step = Math.min(SIZES.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
    const value = bytes / 1_000 ** step;
    return shown(value, SIZES[step] ?? 'byte', value < 10 && step > 0 ? 1 : 0)[0] ?? { value: '', unit: '' };
}

export const sizeWords = (bytes: number): string => {
    const { value, unit } = sizeParts(bytes);
    return `${value} ${unit}`;
};

export const clockWords = (at: number): string =>
    new Intl.DateTimeFormat(chosen.language, { timeStyle: 'short' }).format(at);

/** Start of the current day in local time. */
export function dayBegan(now = Date.now()): number {
    const day = new Date(now);
    day.setHours(0, 0, 0, 0);
    return day.getTime();
}
