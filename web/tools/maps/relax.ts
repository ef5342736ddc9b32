// Pushes cities apart until a capsule, its name and the plates of its links find room. Everything
// moves as little as it can, and neighbours move together, so that the land can follow smoothly.

import { type Box, SHEET } from '../../src/map/metrics';
import type { Point } from './warp';

/** Minimum distance of two cities, across and down; a link needs room for its plate. */
const APART = { across: 62, down: 37 } as const;
const LINKED = { across: 76, down: 42 } as const;
/** Distance of a city from links of others. */
const CLEAR = { across: 31, down: 17 } as const;
const MARGIN = { left: 34, right: 38, top: 20, bottom: 24 } as const;
const ROUNDS = 1500;

export interface Room {
    readonly links: readonly (readonly [number, number, number])[];
    /** Multiplies what each city wants around it. */
    readonly scales: readonly number[];
    /** Where no city may stand. */
    readonly taken: readonly Box[];
}

export function relax(from: readonly Point[], room: Room): Point[] {
    const places = from.map(([x, y]): [number, number] => [x, y]);
    const linked = new Set(room.links.map(([a, b]) => a * 1000 + b));
    const near = neighbours(from, 5);
    for (let round = 0; round < ROUNDS; round += 1) {
        const heat = 1 - round / ROUNDS;
        if (round % 2 === 0) settle(from, places, near, 0.06 * heat);
        pushPairs(places, linked, room.scales);
        pushFromLinks(places, room.links, room.scales);
        for (const place of places) {
            for (const box of room.taken) leave(place, box);
            place[0] = clamp(place[0], MARGIN.left, SHEET.width - MARGIN.right);
            place[1] = clamp(place[1], MARGIN.top, SHEET.height - MARGIN.bottom);
        }
    }
    return places;
}

/** Moves a city out of a box by the shortest way that stays on the sheet. */
function leave(place: [number, number], box: Box): void {
    const ways: [number, number][] = [];
    const [x, y] = place;
    if (x <= box.left - 30 || x >= box.right + 28 || y <= box.top - 22 || y >= box.bottom + 22) return;
    if (box.left > 0) ways.push([box.left - 30 - x, 0]);
    if (box.right < SHEET.width) ways.push([box.right + 28 - x, 0]);
    if (box.top > 0) ways.push([0, box.top - 22 - y]);
    if (box.bottom < SHEET.height) ways.push([0, box.bottom + 22 - y]);
    ways.sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
    place[0] += (ways[0]?.[0] ?? 0) * 0.3;
    place[1] += (ways[0]?.[1] ?? 0) * 0.3;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

function neighbours(from: readonly Point[], n: number): number[][] {
    return from.map((here, city) =>
        from
            .map((there, other) => ({ other, far: Math.hypot(there[0] - here[0], there[1] - here[1]) }))
            .filter(({ other }) => other !== city)
            .sort((one, two) => one.far - two.far || one.other - two.other)
            .slice(0, n)
            .map(({ other }) => other),
    );
}

/** Lets each city move a little with its neighbours, and a little towards where it belongs. */
function settle(from: readonly Point[], places: [number, number][], near: readonly number[][], part: number): void {
    const moved = places.map(([x, y], city): [number, number] => [x - from[city]![0], y - from[city]![1]]);
    places.forEach((place, city) => {
        let [x, y] = [0, 0];
        for (const other of near[city]!) {
            x += moved[other]![0];
            y += moved[other]![1];
        }
        const n = near[city]!.length;
        place[0] += part * (x / n - moved[city]![0]) - part * 0.12 * moved[city]![0];
        place[1] += part * (y / n - moved[city]![1]) - part * 0.12 * moved[city]![1];
    });
}

function pushPairs(places: [number, number][], linked: ReadonlySet<number>, scales: readonly number[]): void {
    for (let one = 0; one < places.length; one += 1) {
        for (let two = one + 1; two < places.length; two += 1) {
            const scale = (scales[one]! + scales[two]!) / 2;
            const wanted = linked.has(one * 1000 + two) ? LINKED : APART;
            const a = places[one]!;
            const b = places[two]!;
            const across = (b[0] - a[0]) / (wanted.across * scale);
            const down = (b[1] - a[1]) / (wanted.down * scale);
            if (across > 1 || across < -1 || down > 1 || down < -1) continue;
            const far = (across ** 4 + down ** 4) ** 0.25;
            if (far >= 1) continue;
            // Push along the line between them, a part of what is missing each time.
            const part = (0.25 * (1 - far)) / Math.max(far, 0.05);
            const x = across * wanted.across * scale * part;
            const y = down * wanted.down * scale * part;
            a[0] -= x / 2;
            a[1] -= y / 2;
            b[0] += x / 2;
            b[1] += y / 2;
        }
    }
}

function pushFromLinks(
    places: [number, number][],
    links: readonly (readonly [number, number, number])[],
    scales: readonly number[],
): void {
    for (const [one, two] of links) {
        const a = places[one]!;
        const b = places[two]!;
        for (let city = 0; city < places.length; city += 1) {
            if (city === one || city === two) continue;
            const c = places[city]!;
            const scale = scales[city]!;
            // Measured in capsules, so that a flat link may pass closer than a steep one.
            const toX = (c[0] - a[0]) / CLEAR.across;
            const toY = (c[1] - a[1]) / CLEAR.down;
            const alongX = (b[0] - a[0]) / CLEAR.across;
            const alongY = (b[1] - a[1]) / CLEAR.down;
            const t = (toX * alongX + toY * alongY) / (alongX ** 2 + alongY ** 2);
            if (t <= 0 || t >= 1) continue;
            const offX = toX - t * alongX;
            const offY = toY - t * alongY;
            const far = Math.sqrt(offX * offX + offY * offY);
            if (far >= scale) continue;
            const part = (0.2 * (scale - far)) / Math.max(far, 0.05);
            const x = offX * CLEAR.across * part;
            const y = offY * CLEAR.down * part;
            c[0] += x * 0.6;
            c[1] += y * 0.6;
            a[0] -= x * 0.4 * (1 - t);
            a[1] -= y * 0.4 * (1 - t);
            b[0] -= x * 0.4 * t;
            b[1] -= y * 0.4 * t;
        }
    }
}
