/** Selects the names that fit a small map: one that would overlap a house, another name or the edge is left out. */
import type { DrawnCity } from './data/board';
import type { SmallCity } from './smallNetworks';

type CityLabel = DrawnCity['label'];

/** Average width of a letter, height of a line and of its letters, in px. */
export const SCENE_NAMES = { letter: 5.4, line: 11, ascent: 9 } as const;
/** Names of cities that a sentence is about. */
export const RING_NAMES = { letter: 6.2, line: 12.5, ascent: 10.2 } as const;
type NameSize = typeof SCENE_NAMES | typeof RING_NAMES;
const HOUSE = 10.5;

interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
}

const meet = (one: Box, other: Box): boolean =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function houseBox({ x, y, seats }: SmallCity, unit: number): Box {
    const half = 2 + 8 * seats.length;
    return { left: x / unit - half, right: x / unit + half, top: y / unit - HOUSE, bottom: y / unit + HOUSE };
}

function nameBox({ x, y }: SmallCity, label: CityLabel, unit: number, { letter, line, ascent }: NameSize): Box {
    const width = letter * Math.max(...label.lines.map((text) => text.length));
    const start = x / unit + label.x - (label.side === 'left' ? width : label.side === 'right' ? 0 : width / 2);
    const top = y / unit + label.y - ascent;
    return { left: start, right: start + width, top, bottom: top + line * label.lines.length };
}

/** The cities whose names are written, `unit` being the length on the sheet that is a pixel and `frame` the part that is shown. */
export function roomyNames(
    cities: readonly SmallCity[],
    labelOf: (city: number) => CityLabel | undefined,
    unit: number,
    frame: string,
    size: NameSize = SCENE_NAMES,
): ReadonlySet<number> {
    const [left = 0, top = 0, width = 0, height = 0] = frame.split(' ').map((each) => Number(each) / unit);
    const isWhole = (box: Box): boolean =>
        box.left >= left && box.right <= left + width && box.top >= top && box.bottom <= top + height;
    const taken = cities.map((each) => houseBox(each, unit));
    const named = new Set<number>();
    for (const [number, each] of cities.entries()) {
        const label = labelOf(each.city);
        if (!label) continue;
        const box = nameBox(each, label, unit, size);
        if (!isWhole(box) || taken.some((other, place) => place !== number && meet(box, other))) continue;
        taken.push(box);
        named.add(each.city);
    }
    return named;
}
