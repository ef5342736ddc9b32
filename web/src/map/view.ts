// The visible part of the sheet, and the size of symbols on it.
import type { BoardDrawing, DrawnCity, DrawnRegion } from './data/board';
import { type Box, CAPSULE, NAME, SHEET } from './metrics';
import type { CityLook } from './looks';

export interface Window {
    readonly width: number;
    readonly height: number;
}

export interface View {
    readonly k: number;
    readonly x: number;
    readonly y: number;
}

/** A narrower map is a phone's: it opens at the viewer's network. A wider one is shown as a whole. */
export const NARROW = 480;

/** Above this many pixels per unit, capsules and names grow more slowly than the land. */
const GROWS = 1.2;
/** Names of 11 pixels: what they are drawn with from here down, as long as symbols can grow beside the land. */
const READABLE = 11 / NAME.size;
const LARGEST_SYMBOL = 1.25;
/** A wide map is drawn for names of its own size; beside smaller land they grow a little. */
const WIDE = { readable: 0.97, largest: 1.12 };
/** The smallest scale at which symbols that have grown still show names of 11 pixels. */
const LEGIBLE = READABLE / LARGEST_SYMBOL;
/** Below this, names and costs are too small to read and are left out. */
export const FAR_AWAY = 0.6;
/** Maximum zoom of a view of few places; names have 14 pixels there. */
const NEAREST = 1.5;
/** The strip at the top of a narrow map for its buttons, and that at the bottom of a wide one for the legend. */
const BUTTONS = 60;
const LEGEND = 22;
/** Number of cities in reach that a narrow map tries to show where not all fit. */
const MAX_IN_REACH = 10;
const EDGE = 4;
/** Average width of a letter of a name. */
const LETTER = 5.8;

export const fitScale = ({ width, height }: Window): number => Math.min(width / SHEET.width, height / SHEET.height);

export function symbolScale(k: number, isNarrow: boolean): number {
    const { readable, largest } = isNarrow ? { readable: READABLE, largest: LARGEST_SYMBOL } : WIDE;
    if (k < readable) return Math.min(largest, readable / k);
    return k <= GROWS ? 1 : (k / GROWS) ** -0.55;
}

/** The room that a city takes with capsule, price and name, from its middle. */
function roomOf({ label }: DrawnCity): Box {
    const width = Math.max(...label.lines.map((line) => line.length)) * LETTER;
    const height = NAME.height + (label.lines.length - 1) * NAME.lineHeight;
    const left = label.side === 'left' ? label.x - width : label.side === 'right' ? label.x : label.x - width / 2;
    return {
        left: Math.min(left, -CAPSULE.halfWidth),
        right: Math.max(left + width, CAPSULE.cap),
        top: Math.min(label.y - NAME.height, -CAPSULE.halfHeight),
        bottom: Math.max(label.y - NAME.height + height + 3, CAPSULE.halfHeight),
    };
}

/** Extent of the letters of a region's name above and below its place. */
const REGION_NAME = { above: 9, below: 4 };

/** Area of the sheet covered by cities and by the names of regions above and below them, at a scale. */
function extentOf(
    cities: readonly DrawnCity[],
    k: number,
    isNarrow: boolean,
    regions: readonly DrawnRegion[] = [],
): Box {
    const s = symbolScale(k, isNarrow);
    const names = regions.map(({ label }) => label[1]);
    const rooms = cities.map((city) => ({ city, room: roomOf(city) }));
    return {
        left: Math.min(...rooms.map(({ city, room }) => city.x + room.left * s)) - EDGE,
        right: Math.max(...rooms.map(({ city, room }) => city.x + room.right * s)) + EDGE,
        top:
            Math.min(
                ...rooms.map(({ city, room }) => city.y + room.top * s),
                ...names.map((y) => y - REGION_NAME.above * s),
            ) - EDGE,
        bottom:
            Math.max(
                ...rooms.map(({ city, room }) => city.y + room.bottom * s),
                ...names.map((y) => y + REGION_NAME.below * s),
            ) + EDGE,
    };
}

/** The part of a window that is not covered. */
interface Free {
    readonly isNarrow: boolean;
    readonly width: number;
    readonly top: number;
    readonly height: number;
}

function freeOf({ width, height }: Window, covered: number): Free {
    return width < NARROW
        ? { isNarrow: true, width, top: BUTTONS, height: Math.max(height - covered - BUTTONS, 1) }
        : { isNarrow: false, width, top: 0, height: height - LEGEND };
}

function fits(cities: readonly DrawnCity[], free: Free, k: number, regions: readonly DrawnRegion[] = []): boolean {
    const { left, right, top, bottom } = extentOf(cities, k, free.isNarrow, regions);
    return (right - left) * k <= free.width && (bottom - top) * k <= free.height;
}

/** Cities centred in the free part, as large as they fit, between two scales. */
function around(
    cities: readonly DrawnCity[],
    free: Free,
    least: number,
    most: number,
    regions: readonly DrawnRegion[] = [],
): View {
    let [low, high] = [least, most];
    for (let tried = 0; tried < 12; tried += 1) {
        const k = (low + high) / 2;
        if (fits(cities, free, k, regions)) low = k;
        else high = k;
    }
    const k = low;
    const { left, right, top, bottom } = extentOf(cities, k, free.isNarrow, regions);
    return {
        k,
        x: free.width / 2 - (k * (left + right)) / 2,
        y: free.top + free.height / 2 - (k * (top + bottom)) / 2,
    };
}

type Whole = Pick<BoardDrawing, 'cities' | 'regions'>;

/** The whole board: the sheet, for which names were placed, or in a smaller window all names from edge to edge. */
export function wholeMap(window: Window, { cities, regions }: Whole): View {
    const k = fitScale(window);
    const sheet = { k, x: (window.width - SHEET.width * k) / 2, y: (window.height - SHEET.height * k) / 2 };
    const most = window.width < NARROW ? NEAREST : window.width / SHEET.width;
    if (k === most && k >= 1) return sheet;
    return around(cities, freeOf(window, 0), 0.2, Math.max(most, 0.3), window.width < NARROW ? [] : regions);
}

/** Cities that matter to a viewer. */
export interface Concerns {
    /** Cities of the viewer. */
    readonly own: readonly DrawnCity[];
    /** Cities in reach, the cheapest first. */
    readonly reach: readonly DrawnCity[];
    readonly inPlay: readonly DrawnCity[];
}

/** The network with everything in reach; if that does not fit, the cheapest ten and the own cities, while they fit. */
function inSight({ own, reach }: Concerns, free: Free): readonly DrawnCity[] {
    const all = [...own, ...reach];
    if (fits(all, free, READABLE)) return all;
    const shown: DrawnCity[] = [];
    for (const city of [...reach.slice(0, MAX_IN_REACH), ...own])
        if (fits([...shown, city], free, READABLE)) shown.push(city);
    return shown.length > 0 ? shown : all.slice(0, 1);
}

/** Scales of a narrow map before the first city. */
const FIRST_CITY = { least: 1.2, most: NEAREST };

/** True if a city is shown whole, with capsule, price and name. */
export function isWithin(city: DrawnCity, view: View, { width, height }: Window): boolean {
    const { left, right, top, bottom } = extentOf([city], view.k, width < NARROW);
    const { k, x, y } = view;
    return left * k + x >= 0 && right * k + x <= width && top * k + y >= 0 && bottom * k + y <= height;
}

/** Cities that do not fit from side to side: how many are west and east of the window. */
export function beyond(
    cities: readonly DrawnCity[],
    view: View,
    window: Window,
): { readonly west: number; readonly east: number } {
    const cut = cities.filter((city) => !isWithin(city, view, window));
    const isWest = (city: DrawnCity): boolean => city.x * view.k + view.x < window.width / 2;
    return { west: cut.filter(isWest).length, east: cut.filter((city) => !isWest(city)).length };
}

/** Part of the window that an arrow moves. */
const LEAP = 0.6;

/** The view west (-1) or east (1) of another, no further than where the last city is shown whole. */
export function viewBeside(cities: readonly DrawnCity[], view: View, { width }: Window, side: -1 | 1): View {
    const { left, right } = extentOf(cities, view.k, width < NARROW);
    const moved = view.x - side * width * LEAP;
    const last = side < 0 ? 1 - left * view.k : width - 1 - right * view.k;
    const x = side < 0 ? Math.max(Math.min(moved, last), view.x) : Math.min(Math.max(moved, last), view.x);
    return { ...view, x };
}

/** The strip at the bottom of a narrow map with the arrows. */
export const FOOT = 64;

/** Land from top to bottom, moved to where most of the cities are shown whole. */
function firstCityView(cities: readonly DrawnCity[], window: Window, free: Free): View {
    const { least, most } = FIRST_CITY;
    const tall = around(cities, { ...free, width: Infinity }, least, most);
    const { k } = tall;
    const { left, right } = extentOf(cities, k, true);
    const inside = (x: number): number => cities.filter((city) => isWithin(city, { ...tall, x }, window)).length;
    const middle = window.width / 2 - (k * (left + right)) / 2;
    // A city at one of the edges decides where to stop; the middle wins a tie.
    const stops = cities.flatMap((city) => {
        const room = extentOf([city], k, true);
        return [-room.left * k, window.width - room.right * k];
    });
    const x = [middle, ...stops].reduce((best, each) => (inside(each) > inside(best) ? each : best));
    return { ...tall, x };
}

/** A narrow map at the viewer's cities, with legible names. Before the first city the land fills its height. */
export function viewOf(concerns: Concerns, window: Window, covered = 0): View {
    const free = freeOf(window, covered);
    if (concerns.own.length === 0 && free.isNarrow) {
        const isCut = !fits(concerns.inPlay, free, FIRST_CITY.least);
        const land = { ...free, top: 0, height: Math.max(window.height - covered - FOOT, 1) };
        return isCut ? firstCityView(concerns.inPlay, window, land) : around(concerns.inPlay, free, LEGIBLE, NEAREST);
    }
    if (concerns.own.length === 0) return around(concerns.inPlay, free, LEGIBLE, NEAREST);
    return around(inSight(concerns, free), free, READABLE, NEAREST);
}

/** First view of a board: whole where there is room, else at the viewer's cities. */
export function openingView(window: Window, concerns: Concerns, board: Whole, covered = 0): View {
    return window.width >= NARROW ? wholeMap(window, board) : viewOf(concerns, window, covered);
}

/** Move a view just enough to show the cities; zoom out only where they do not fit. */
export function viewWith(cities: readonly DrawnCity[], from: View, window: Window, covered = 0): View {
    const free = freeOf(window, covered);
    if (!fits(cities, free, from.k)) return viewOf({ own: cities, reach: [], inPlay: [] }, window, covered);
    const { left, right, top, bottom } = extentOf(cities, from.k, free.isNarrow);
    const into = (low: number, high: number, start: number, end: number): number =>
        low < start ? start - low : high > end ? end - high : 0;
    const { k, x, y } = from;
    return {
        k,
        x: x + into(left * k + x, right * k + x, 0, free.width),
        y: y + into(top * k + y, bottom * k + y, free.top, free.top + free.height),
    };
}

/** The viewer's network, and the cities in reach. */
export function concernsOf(board: BoardDrawing, looks: readonly CityLook[]): Concerns {
    const drawn = (wanted: (look: CityLook) => boolean) =>
        looks.filter((look) => look.inPlay && wanted(look)).map(({ city }) => board.cities[city]!);
    const price = (look: CityLook): number => look.quote?.total ?? 0;
    const reach = looks.filter((look) => look.inPlay && look.reach === 'offered' && !look.isPlanned);
    return {
        own: drawn((look) => look.isMine || look.isPlanned),
        reach: reach.toSorted((one, other) => price(one) - price(other)).map(({ city }) => board.cities[city]!),
        inPlay: drawn(() => true),
    };
}
