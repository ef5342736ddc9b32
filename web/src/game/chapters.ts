// The log by rounds and phases, so that a moment can be found in it.

import type { Event, HappenedFrame } from '../protocol/api.js';
import type { Sentence } from './sentences.js';
import { entrySentences } from './eventText.js';
import type { TableFacts } from './sheet.js';

export interface Chapter {
    /** The version at which the phase began; 0 for what was before the first. */
    version: number;
    /** 0 before the first round. */
    round: number;
    /** The phase by its place in the sheet; -1 before the first. */
    phase: number;
    /** Sentences, each with the seat that acted if it is the first of a move. */
    told: { id: string; sentence: Sentence; by: number | null }[];
}

/** Chapters with at least one sentence, the first one first. */
export function chaptersOf(facts: TableFacts, happened: readonly HappenedFrame[]): Chapter[] {
    const chapters: Chapter[] = [{ version: 0, round: 0, phase: -1, told: [] }];
    for (const frame of happened) {
        textsOf(facts, frame).forEach(({ begun, sentences }, place) => {
            if (begun) chapters.push({ version: frame.version, round: begun.round, phase: begun.phase, told: [] });
            const chapter = chapters.at(-1)!;
            // The id is the place of a sentence in its entry, so it stays when earlier entries come in.
            const by = frame.kind === 'acted' && place === 0 ? frame.seat : null;
            sentences.forEach((sentence, at) =>
                chapter.told.push({ id: `${frame.version}.${place}.${at}`, sentence, by: at === 0 ? by : null }),
            );
        });
    }
    return chapters.filter((chapter) => chapter.told.length > 0);
}

/** Sentences of an entry up to the next beginning of a phase. */
interface SceneText {
    begun: Extract<Event, { event: 'phase_began' }> | null;
    sentences: Sentence[];
}

/** Entries never change, so the sentences of each are computed once per table. */
const known = new WeakMap<TableFacts, WeakMap<HappenedFrame, SceneText[]>>();

function textsOf(facts: TableFacts, frame: HappenedFrame): SceneText[] {
    const ofTable = known.get(facts) ?? new WeakMap<HappenedFrame, SceneText[]>();
    known.set(facts, ofTable);
    const texts =
        ofTable.get(frame) ??
        scenesOf(frame).map((events, place) => {
            const first = events[0];
            return {
                begun: first?.event === 'phase_began' ? first : null,
                sentences: entrySentences(facts, { ...frame, kind: place === 0 ? frame.kind : '', events }),
            };
        });
    ofTable.set(frame, texts);
    return texts;
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
