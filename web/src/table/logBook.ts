/** The log of a table in the reader's language, the latest first. */
import type { LogChapter, LogLine } from '../design/logLine';
import { chaptersOf } from '../game/chapters';
import { say, type Sentence, sayAround, type Speaker } from '../game/sentences';
import type { TableFacts } from '../game/sheet';
import { BY_LIMIT, eventSentence } from '../game/eventText';
import type { Event, HappenedFrame } from '../protocol/api';
import { t, tOr, translate } from '../words';
import { chosen } from '../words/language.svelte';
import type { Scene } from './scene';

/** The latest lines up to a maximum, and the number of the others. */
export function logBook(
    scene: Scene,
    facts: TableFacts,
    happened: readonly HappenedFrame[],
    most: number,
): { chapters: LogChapter[]; older: number } {
    const speaker = speakerOf(scene);
    const names = scene.view.seats.map((_, seat) => speaker.seatName(seat));
    const to = JSON.stringify([speaker.language, speaker.viewer, names]);
    const chapters: LogChapter[] = [];
    let left = most;
    let older = 0;
    for (const chapter of chaptersOf(facts, happened).reverse()) {
        const told = left > 0 ? chapter.told.slice(-left).reverse() : [];
        older += chapter.told.length - told.length;
        left -= told.length;
        if (told.length === 0) continue;
        const lines = told.map(({ id, sentence, by }) => {
            const line = lineOf(sentence, id, speaker, to);
            // The last buyer of an auction did not always move last.
            const isBots = by !== null && by === sentence.seat && Boolean(scene.view.seats[by]?.bot);
            return isBots && by !== scene.viewer ? { ...line, move: Number.parseInt(id, 10) } : line;
        });
        // Several phases of the set-up begin together, under one name.
        chapters.push({
            id: `${chapter.version}.${chapter.phase}.${chapter.told[0]!.id}`,
            version: chapter.version,
            title: titleOf(scene, chapter),
            lines,
        });
    }
    return { chapters, older };
}

/** Sentence of an event; empty if it has none. */
export function sentenceOf(facts: TableFacts, event: Event, speaker: Speaker, isByLimit: boolean): string {
    const told = eventSentence(facts, event, isByLimit);
    return told ? say(told, speaker) : '';
}

function titleOf(scene: Scene, { round, phase }: { round: number; phase: number }): string {
    const name = scene.sheet.phases[phase];
    if (name === undefined) return t('time.setup');
    const where = tOr(`phase.${name}`, name);
    return round > 0 ? `${t('time.round', { round })}, ${where}` : where;
}

/** Entries for hints and the guide have an icon. */
const HELP: ReadonlySet<string> = new Set(['told.deed.hinted', 'told.deed.guided']);

/** Cached lines with their last sentence; rebuilt only for another reader or other names. */
const said = new WeakMap<Sentence, { to: string; line: LogLine }>();

function lineOf(sentence: Sentence, id: string, speaker: Speaker, to: string): LogLine {
    const known = said.get(sentence);
    if (known?.to === to) return known.line;
    const isByLimit = sentence.key === BY_LIMIT;
    const icon = HELP.has(sentence.key) ? 'bulb' : '';
    const line = { id, seat: sentence.seat ?? -1, isByLimit, icon, ...sayAround(sentence, speaker) };
    said.set(sentence, { to, line });
    return line;
}

export function speakerOf(scene: Scene): Speaker {
    return {
        t: translate,
        language: chosen.language,
        // On a shared device no seat is "you".
        viewer: scene.isShared ? -1 : scene.viewer,
        seatName: (seat) => scene.seatName(seat),
        cityName: (city) => scene.cityName(city),
        regionName: (region) => scene.regionName(region),
    };
}
