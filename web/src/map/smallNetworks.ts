// Networks in a small picture: lines between two cities of one seat, and a ring with markers at each city that has houses.

export interface SmallLine {
    readonly seat: number;
    readonly path: string;
}

export interface SmallCity {
    readonly city: number;
    readonly x: number;
    readonly y: number;
    readonly seats: readonly number[];
}

/** One seat's network among the others, for a comparison of two games. */
export interface Looked {
    readonly seat: number;
    /** Cities that a dotted ring points out. */
    readonly ringed: readonly number[];
    /** Cities that the shown part of the map includes. */
    readonly around: readonly number[];
    /** Regions out of play. */
    readonly off: readonly number[];
}

type Point = readonly [number, number];

/** The lines of all seats; where several share a link they are side by side. */
export function smallLines(
    places: readonly Point[],
    ends: readonly Point[],
    houses: readonly (readonly number[])[],
    lane = 1.6,
): SmallLine[] {
    const owned = houses.map((cities) => new Set(cities));
    return ends.flatMap(([a, b]) => {
        const [from, to] = [places[a], places[b]];
        if (!from || !to) return [];
        const seats = owned.flatMap((cities, seat) => (cities.has(a) && cities.has(b) ? [seat] : []));
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
        return seats.map((seat, place) => {
            const aside = ((place - (seats.length - 1) / 2) * lane) / length;
            const [x, y] = [-(to[1] - from[1]) * aside, (to[0] - from[0]) * aside];
            const at = ([left, top]: Point): string => `${rounded(left + x)} ${rounded(top + y)}`;
            return { seat, path: `M${at(from)}L${at(to)}` };
        });
    });
}

/** The cities with at least one house. */
export function smallCities(places: readonly Point[], houses: readonly (readonly number[])[]): SmallCity[] {
    return places.flatMap(([x, y], city) => {
        const seats = houses.flatMap((cities, seat) => (cities.includes(city) ? [seat] : []));
        return seats.length > 0 ? [{ city, x, y, seats }] : [];
    });
}

/**
 * Part of a sheet to show: around the given cities, with a margin, and never smaller than a share of the sheet, in the
 * caller's proportions. With `isInside` it moves into the sheet, as far as it is not larger.
 */
export function cropTo(
    points: readonly Point[],
    sheet: { readonly width: number; readonly height: number },
    ratio: number,
    least = 0.5,
    isInside = false,
): string {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const room = sheet.width * 0.09;
    const [left, right] = points.length ? [Math.min(...xs) - room, Math.max(...xs) + room] : [0, sheet.width];
    const [top, bottom] = points.length ? [Math.min(...ys) - room, Math.max(...ys) + room] : [0, sheet.height];
    let width = Math.max(right - left, sheet.width * least);
    let height = Math.max(bottom - top, sheet.height * least);
    if (width / height < ratio) width = height * ratio;
    else height = width / ratio;
    const into = (start: number, length: number, all: number): number =>
        isInside && length <= all ? Math.min(Math.max(start, 0), all - length) : start;
    const x = into((left + right - width) / 2, width, sheet.width);
    const y = into((top + bottom - height) / 2, height, sheet.height);
    return [x, y, width, height].map(rounded).join(' ');
}

const rounded = (value: number): string => String(Math.round(value * 10) / 10);
