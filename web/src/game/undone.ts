// Undone orders: the effective entries of the log, and the words for what was undone.

import type { Do, HappenedFrame } from '../protocol/api.js';
import type { Part } from './sentences.js';

/** The effective entries. Moves from an undone order on are left out; players who sat down meanwhile are kept. */
export function counting(happened: readonly HappenedFrame[]): readonly HappenedFrame[] {
    if (!happened.some((frame) => frame.undone)) return happened;
    let counted: HappenedFrame[] = [];
    for (const frame of happened) {
        const since = frame.undone?.version;
        if (since !== undefined) counted = counted.filter((each) => each.version < since || each.events.length === 0);
        counted.push(frame);
    }
    return counted;
}

/** Name of an undone kind of action: a key below `told.part.undone`. */
const CALLED: Readonly<Record<Do['do'], string>> = {
    draft: 'region',
    offer: 'bid',
    bid: 'bid',
    pass: 'pass',
    drop: 'drop',
    scrap: 'plant',
    buy: 'fuel',
    'buy-card': 'fuel',
    'change-market': 'fuel',
    'finish-buying': 'fuel',
    connect: 'building',
    extend: 'building',
    'place-trust': 'building',
    'finish-building': 'building',
    run: 'power',
    produce: 'power',
    'decline-sale': 'power',
    'take-back': 'last',
};

/** An order in a word: a city by its name, anything else by its last action. */
export function undoneWord(cities: readonly string[], actions: readonly Do[]): Part {
    const [first] = actions;
    const last = actions.at(-1);
    if (actions.length === 1 && first && 'city' in first) return { city: cities.indexOf(first.city) };
    return { word: `told.part.undone.${last ? CALLED[last.do] : 'last'}` };
}
