/** Synthesis of each sound: short, dry notes out of one chord, so that two together do not hurt. */
import type { Sign, Sound } from './signs';

export interface Note {
    /** A wave with a pitch, or a breath of noise around it. */
    readonly voice: 'sine' | 'triangle' | 'square' | 'noise';
    /** Tone of the chord, from the lowest; a fraction is a pitch between two of them. */
    readonly tone: number;
    /** The tone to which it glides. */
    readonly to?: number;
    /** Seconds from the beginning. */
    readonly at: number;
    readonly long: number;
    /** Beside the others, 0 to 1. */
    readonly loud: number;
    /** It lasts as long as the link, and what comes after it waits. */
    readonly isWay?: true;
}

/** D major over six octaves, in hertz. */
export const CHORD: readonly number[] = [0, 1, 2, 3, 4, 5].flatMap((octave) =>
    [73.416, 92.499, 110].map((pitch) => pitch * 2 ** octave),
);
/** Places in the chord. */
const D2 = 0;
const A2 = 2;
const D3 = 3;
const F3 = 4;
const A3 = 5;
const D4 = 6;
const A4 = 8;
const D5 = 9;
const F5 = 10;
const A5 = 11;
const D6 = 12;
const F6 = 13;
const A6 = 14;

export const RECIPES: Readonly<Record<Sound, readonly Note[]>> = {
    // Two notes up.
    turn: [
        { voice: 'triangle', tone: D5, at: 0, long: 0.11, loud: 0.8 },
        { voice: 'triangle', tone: A5, at: 0.11, long: 0.13, loud: 0.9 },
    ],
    // Wood. Its tone is that of the lowest bid.
    bid: [
        { voice: 'sine', tone: A3, at: 0, long: 0.06, loud: 0.8 },
        { voice: 'noise', tone: D6, at: 0, long: 0.015, loud: 0.3 },
    ],
    // A soft gavel.
    sale: [
        { voice: 'sine', tone: D3, at: 0, long: 0.14, loud: 0.9 },
        { voice: 'triangle', tone: A3, at: 0, long: 0.05, loud: 0.35 },
        { voice: 'noise', tone: D5, at: 0, long: 0.03, loud: 0.35 },
    ],
    // Grain.
    fuel: [
        { voice: 'noise', tone: A4, at: 0, long: 0.05, loud: 0.5 },
        { voice: 'noise', tone: D5, at: 0.035, long: 0.05, loud: 0.4 },
        { voice: 'noise', tone: A4, at: 0.075, long: 0.06, loud: 0.45 },
    ],
    // The link is drawn, then a peg drops.
    city: [
        { voice: 'noise', tone: D4, to: A5, at: 0, long: 0.02, loud: 0.14, isWay: true },
        { voice: 'sine', tone: A4, to: D4, at: 0.02, long: 0.08, loud: 0.85 },
        { voice: 'noise', tone: F5, at: 0.02, long: 0.015, loud: 0.3 },
    ],
    // Three coins.
    income: [
        { voice: 'sine', tone: A5, at: 0, long: 0.09, loud: 0.5 },
        { voice: 'sine', tone: D6, at: 0.07, long: 0.09, loud: 0.5 },
        { voice: 'sine', tone: F6, at: 0.14, long: 0.14, loud: 0.5 },
    ],
    // Paper.
    card: [{ voice: 'noise', tone: D6, to: A6, at: 0, long: 0.11, loud: 0.35 }],
    // A low chord.
    step: [
        { voice: 'triangle', tone: D3, at: 0, long: 0.7, loud: 0.55 },
        { voice: 'triangle', tone: A3, at: 0.02, long: 0.66, loud: 0.4 },
        { voice: 'sine', tone: F3, at: 0.04, long: 0.62, loud: 0.4 },
    ],
    over: [
        { voice: 'triangle', tone: D5, at: 0, long: 0.18, loud: 0.6 },
        { voice: 'triangle', tone: F5, at: 0.14, long: 0.18, loud: 0.6 },
        { voice: 'triangle', tone: A5, at: 0.28, long: 0.45, loud: 0.7 },
    ],
    commit: [{ voice: 'square', tone: D5, at: 0, long: 0.022, loud: 0.25 }],
    // Dull, twice.
    refused: [
        { voice: 'triangle', tone: A2, at: 0, long: 0.09, loud: 0.9 },
        { voice: 'triangle', tone: A2, at: 0.13, long: 0.11, loud: 0.9 },
    ],
    // The click, downward.
    undone: [{ voice: 'square', tone: D5, to: D4, at: 0, long: 0.06, loud: 0.22 }],
    tick: [{ voice: 'sine', tone: A6, at: 0, long: 0.025, loud: 0.5 }],
};

/** The lowest tone of all; nothing is below it. */
export const LOWEST = D2;

/** Number of tones between no money and the most possible. */
const RISE = 9;
/** The bid that is half as high as bids can sound. */
const MIDDLE = 40;
/** Seconds for each piece of money that a link costs, up to a long one. */
const WAY = 0.008;
const LONGEST_WAY = 0.24;
/** Seconds between the sounds of one moment, which are played one after the other. */
export const APART = 0.09;

/** The hertz of a tone. */
export function pitchOf(tone: number): number {
    const place = Math.min(Math.max(tone, 0), CHORD.length - 1);
    const low = CHORD[Math.floor(place)]!;
    const high = CHORD[Math.ceil(place)]!;
    return low * (high / low) ** (place - Math.floor(place));
}

/** The notes of a sign: a bid as high as it is, a city after its link. */
export function notesOf({ sound, bid = 0, way = 0 }: Sign): Note[] {
    const rise = (RISE * bid) / (bid + MIDDLE);
    const wait = Math.min(way * WAY, LONGEST_WAY);
    return RECIPES[sound].map((note) => ({
        ...note,
        ...(note.voice === 'noise' ? {} : { tone: note.tone + rise }),
        at: note.isWay ? note.at : note.at + wait,
        long: note.isWay ? note.long + wait : note.long,
    }));
}
