/** The course as a line on a board: a station for each lesson, and the first game as the last stop. */
import type { Side } from '../map/data/board';

export const BOARD = 'usa';

export interface Station {
    readonly city: string;
    /** Where its name is written. */
    readonly side: Side;
}

/** In the order of the lessons; the last one is the first game. */
export const LINE: readonly Station[] = [
    { city: 'san-francisco', side: 'above' },
    { city: 'las-vegas', side: 'below' },
    { city: 'santa-fe', side: 'above' },
    { city: 'oklahoma-city', side: 'above' },
    { city: 'memphis', side: 'below' },
    { city: 'st-louis', side: 'left' },
    { city: 'cincinnati', side: 'below' },
    { city: 'detroit', side: 'left' },
    { city: 'buffalo', side: 'above' },
    { city: 'new-york', side: 'right' },
];
