// Small pictures of the boards for the chooser: the regions with few corners, the links and a dot for every city.

import { type PackedBoard, UNIT, linesOf } from '../../src/map/data/packed';
import { SCALE, type PackedThumbnail } from '../../src/map/data/thumbnail';
import { textOf } from './pack';

type Line = readonly (readonly [number, number])[];

/** Corners nearer than this to the line between others are left out, and rings smaller than this. */
const STRAIGHT = [0.95, 1.3, 1.7, 2.2] as const;
const SMALLEST = 9;
/** A picture that takes more letters than this is drawn with fewer corners. */
const MOST = 1500;
/** Maximum distance from the sheet; nothing is visible beyond. */
const EDGE = { left: -8, top: -8, right: 190, bottom: 138 } as const;

export function thumbnailsOf(boards: readonly PackedBoard[]): Record<string, PackedThumbnail> {
    return Object.fromEntries(boards.map((board) => [board.id, thumbnailOf(board)]));
}

function thumbnailOf(board: PackedBoard): PackedThumbnail {
    const tries = STRAIGHT.map((flat) => withCorners(board, flat));
    return tries.find((picture) => JSON.stringify(picture).length <= MOST) ?? tries[tries.length - 1]!;
}

function withCorners({ regions, land, cities, links }: PackedBoard, flat: number): PackedThumbnail {
    const kept = Object.entries(land).flatMap(([beside, text]): [string, string][] => {
        const owners = beside.split(' ').filter((owner) => /^\d+$/.test(owner));
        if (owners.length === 0) return [];
        const lines = linesOf(text)
            .map((line) => small(line, flat))
            .filter(isSeen);
        return lines.length > 0 ? [[owners.join(' '), textOf(lines)]] : [];
    });
    const joined: Record<string, string> = {};
    // Land beside a neighbour and land by the sea are drawn alike.
    for (const [beside, text] of kept) {
        joined[beside] = joined[beside] === undefined ? text : textOf([...linesOf(joined[beside]), ...linesOf(text)]);
    }
    return {
        tints: regions.map(([, tint]) => tint).join(''),
        land: joined,
        cities: textOf([cities.map(([, , , x, y]) => [Math.round(x / SCALE), Math.round(y / SCALE)])]),
        // As a line whose places are the two ends.
        links: textOf([Array.from({ length: links.length / 4 }, (_, link) => links.slice(link * 4, link * 4 + 2))]),
    };
}

function small(line: Line, flat: number): Line {
    const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
    const scaled = line.map(([x, y]): [number, number] => [
        clamp(Math.round(x / UNIT / SCALE), EDGE.left, EDGE.right),
        clamp(Math.round(y / UNIT / SCALE), EDGE.top, EDGE.bottom),
    ]);
    const last = scaled[scaled.length - 1]!;
    const isRing = scaled[0]![0] === last[0] && scaled[0]![1] === last[1];
    if (!isRing || scaled.length < 4) return straightened(scaled, flat);
    // The far point of a ring stays, or it would be straightened to nothing.
    const far = scaled.reduce(
        (best, at, index) => (distance(at, last) > distance(scaled[best]!, last) ? index : best),
        0,
    );
    return [...straightened(scaled.slice(0, far + 1), flat).slice(0, -1), ...straightened(scaled.slice(far), flat)];
}

const distance = (a: readonly [number, number], b: readonly [number, number]): number =>
    Math.hypot(a[0] - b[0], a[1] - b[1]);

function straightened(line: Line, flat: number): Line {
    if (line.length < 3) return line;
    const [first, last] = [line[0]!, line[line.length - 1]!];
    const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
    const length = Math.hypot(dx, dy);
    let [most, at] = [flat, -1];
    line.slice(1, -1).forEach(([x, y], index) => {
        const off =
            length === 0
                ? Math.hypot(x - first[0], y - first[1])
                : Math.abs((x - first[0]) * dy - (y - first[1]) * dx) / length;
        if (off > most) [most, at] = [off, index + 1];
    });
    if (at < 0) return [first, last];
    return [...straightened(line.slice(0, at + 1), flat).slice(0, -1), ...straightened(line.slice(at), flat)];
}

/** A ring of some size, or a line between other lines. */
function isSeen(line: Line): boolean {
    const [first, last] = [line[0]!, line[line.length - 1]!];
    if (first[0] !== last[0] || first[1] !== last[1]) return true;
    let area = 0;
    for (let i = 0; i + 1 < line.length; i += 1) area += line[i]![0] * line[i + 1]![1] - line[i + 1]![0] * line[i]![1];
    return Math.abs(area / 2) >= SMALLEST;
}
