// Which part of the sheet is seen, and how large things are drawn on it.

import { SHEET } from './metrics';

export interface Window {
    readonly width: number;
    readonly height: number;
}

interface At {
    readonly x: number;
    readonly y: number;
}

export interface View {
    readonly k: number;
    readonly x: number;
    readonly y: number;
}

/** Above this many pixels per unit, capsules and names grow more slowly than the land. */
const GROWS = 1.2;
/** Below this, names and costs are too small to read and are left out. */
export const FAR_AWAY = 0.66;
/** From here on a board is opened as a whole; a narrower one opens at the viewer's network. */
const WIDE = 560;

/** The smallest scale at which names are still comfortable to read. */
const READABLE = 1;
/** Room for a capsule with its name at the side, above or below. */
const BESIDE = 66;
const ABOVE = 34;
/** How near a view of few places comes. */
const NEAREST = 1.5;
/** The strip at the top of a narrow map where its buttons stand. */
const BUTTONS = 60;

export const fitScale = ({ width, height }: Window): number => Math.min(width / SHEET.width, height / SHEET.height);

export function symbolScale(k: number): number {
    if (k < FAR_AWAY) return Math.min(1.35, FAR_AWAY / k);
    return k <= GROWS ? 1 : (k / GROWS) ** -0.55;
}

/** The whole board: the sheet where there is room, else its cities from edge to edge. */
export function wholeMap(window: Window, cities: readonly At[] = []): View {
    if (window.width < WIDE && cities.length > 0) return around(cities, window, 0);
    const k = fitScale(window);
    return { k, x: (window.width - SHEET.width * k) / 2, y: (window.height - SHEET.height * k) / 2 };
}

/** The view of these places as large as they fit, but readable and not too near. */
export function viewOf(places: readonly At[], window: Window, covered = 0): View {
    return places.length === 0 ? wholeMap(window) : around(places, window, covered, READABLE);
}

/** Places in the middle of what is free, with room for capsules and names around them. */
function around(places: readonly At[], window: Window, covered: number, least = 0): View {
    const left = Math.min(...places.map(({ x }) => x)) - BESIDE;
    const right = Math.max(...places.map(({ x }) => x)) + BESIDE;
    const top = Math.min(...places.map(({ y }) => y)) - ABOVE;
    const bottom = Math.max(...places.map(({ y }) => y)) + ABOVE;
    const free = window.height - covered - BUTTONS;
    const fitting = Math.min(window.width / (right - left), free / (bottom - top));
    const k = Math.min(NEAREST, Math.max(fitting, least));
    return {
        k,
        x: window.width / 2 - (k * (left + right)) / 2,
        y: BUTTONS + free / 2 - (k * (top + bottom)) / 2,
    };
}

/** How a board opens: whole where there is room, else at what concerns the viewer. */
export function openingView(window: Window, concerns: readonly At[], covered = 0): View {
    return window.width >= WIDE ? wholeMap(window) : viewOf(concerns, window, covered);
}
