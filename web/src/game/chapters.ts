// The log by rounds and phases, so that a moment can be found in it.

import type { Event, HappenedFrame } from '../protocol/api.js';
import type { Sentence } from './sentences.js';
import { tellEntry } from './told.js';
import type { TableFacts } from './sheet.js';

export interface Chapter {
    /** The version at which the phase began; 0 for what was before the first. */
    version: number;
    /** 0 before the first round. */
    round: number;
    /** The phase by its place in the sheet; -1 before the first. */
    phase: number;
    /** Each with the seat that did it, if it is the first thing told of a move. */
    told: { id: string; sentence: Sentence; by: number | null }[];
}

/** Chapters in which something is told, the first one first. */
export function chaptersOf(facts: TableFacts, happened: readonly HappenedFrame[]): Chapter[] {
    const chapters: Chapter[] = [{ version: 0, round: 0, phase: -1, told: [] }];
    for (const frame of happened) {
        toldOf(facts, frame).forEach(({ begun, sentences }, place) => {
            if (begun) chapters.push({ version: frame.version, round: begun.round, phase: begun.phase, told: [] });
            const chapter = chapters.at(-1)!;
            // An id says where in its entry a sentence stands, so it stays when earlier entries come in.
            const by = frame.kind === 'acted' && place === 0 ? frame.seat : null;
            sentences.forEach((sentence, at) =>
                chapter.told.push({ id: `${frame.version}.${place}.${at}`, sentence, by: at === 0 ? by : null }),
            );
        });
    }
    return chapters.filter((chapter) => chapter.told.length > 0);
}

/** What an entry tells up to the next beginning of a phase. */
interface Told {
    begun: Extract<Event, { event: 'phase_began' }> | null;
    sentences: Sentence[];
}

/** Entries never change, so each is told once for a table, not again with every entry after it. */
const known = new WeakMap<TableFacts, WeakMap<HappenedFrame, Told[]>>();

function toldOf(facts: TableFacts, frame: HappenedFrame): Told[] {
    const ofTable = known.get(facts) ?? new WeakMap<HappenedFrame, Told[]>();
    known.set(facts, ofTable);
    const told =
        ofTable.get(frame) ??
        scenesOf(frame).map((events, place) => {
            const first = events[0];
            return {
                begun: first?.event === 'phase_began' ? first : null,
                sentences: tellEntry(facts, { ...frame, kind: place === 0 ? frame.kind : '', events }),
            };
        });
    ofTable.set(frame, told);
    return told;
}

/** The events of an entry, cut where a phase begins. */
function scenesOf(frame: HappenedFrame): Event[][] {
    const scenes: Event[][] = [[]];
    for (const event of frame.events) {
        if (event.event === 'phase_began') scenes.push([event]);
        else scenes.at(-1)!.push(event);
    }
    return scenes;
}
