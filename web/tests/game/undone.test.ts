// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { chaptersOf } from '../../src/game/chapters.js';
import { factsOf } from '../../src/game/sheet.js';
import { TableStore } from '../../src/game/store.svelte.js';
import { counting, undoneWord } from '../../src/game/undone.js';
import type { HappenedFrame } from '../../src/protocol/api.js';
import germanGame from '../../src/words/de/game.json';
import germanPage from '../../src/words/de/page.json';
import english from '../../src/words/en/page.json';
import { happenedOf, tableFrame, viewOf } from '../frames.js';
import { sample } from '../games.js';

const german = { game: germanGame, page: germanPage };
const from = sample();
const game = from.games[0]!;
const sheet = from.sheets[game.rules]!;
const frames = happenedOf(from, game);
const N_PLAYED = 40;
const SINCE = 31;
const N_LATER = 50;

/** The entry after the first forty: it undoes everything from one of them on. */
function undone(version: number, since: number): HappenedFrame {
    const { observation: _none, ...now } = viewOf(from, game);
    return {
        ...frames[N_PLAYED]!,
        version,
        kind: 'undone',
        lines: [],
        events: [],
        table: { ...now, version },
        undone: { version: since, actions: [{ do: 'bid', amount: 7 }] },
    };
}

/** A later entry of the game, as if it had come after an undo. */
function moved(frame: HappenedFrame, version: number): HappenedFrame {
    return { ...frame, version, table: frame.table && { ...frame.table, version } };
}

function played(n: number): TableStore {
    const store = new TableStore(sheet, -3);
    store.apply(tableFrame(viewOf(from, game)));
    for (const frame of frames.slice(0, n)) store.apply(frame);
    return store;
}

describe('an order that was taken back', () => {
    it('leads to the position before it, and the game continues from there', () => {
        const store = played(N_PLAYED);
        const before = store.observationAt(SINCE - 1);
        const after = store.observationAt(N_PLAYED);
        expect(store.apply(undone(N_PLAYED + 1, SINCE))).toBe('taken');
        expect(store.observation).toEqual(before);
        frames.slice(SINCE - 1, N_LATER).forEach((frame, place) => store.apply(moved(frame, N_PLAYED + 2 + place)));
        expect(store.version).toBe(N_PLAYED + 1 + N_LATER - SINCE + 1);
        expect(store.observation).toEqual(played(N_LATER).observation);
        // The history also has the entries that were undone.
        store.show(N_PLAYED);
        expect(store.observation).toEqual(after);
        expect(store.told).toHaveLength(N_PLAYED);
        store.show(N_PLAYED + 1);
        expect(store.observation).toEqual(before);
        store.show(N_PLAYED + 5);
        expect(store.observation).toEqual(played(SINCE + 3).observation);
    });

    it('can be followed by another one that reaches further', () => {
        const store = played(N_PLAYED);
        store.apply(undone(N_PLAYED + 1, SINCE));
        store.apply(undone(N_PLAYED + 2, SINCE - 10));
        expect(store.observation).toEqual(store.observationAt(SINCE - 11));
        expect(store.counted.map((frame) => frame.version)).toEqual([
            ...Array.from({ length: SINCE - 11 }, (_, place) => place + 1),
            N_PLAYED + 1,
            N_PLAYED + 2,
        ]);
    });

    it('is as cheap the twentieth time: every entry is folded once at most', () => {
        const store = played(N_PLAYED);
        let folded = 0;
        const counted = (frame: HappenedFrame): HappenedFrame => ({
            ...frame,
            get events() {
                folded += 1;
                return frame.events;
            },
        });
        const before = store.observation;
        const TIMES = 20;
        for (let time = 0; time < TIMES; time += 1) {
            const version = store.version + 1;
            expect(store.apply(counted(moved(frames[N_PLAYED]!, version)))).toBe('taken');
            expect(store.apply(undone(version + 1, version))).toBe('taken');
        }
        expect(store.observation).toEqual(before);
        expect(folded).toBe(TIMES);
    });

    it('asks for the whole table if the position is not known', () => {
        const late = new TableStore(sheet, -3);
        const whole = played(N_PLAYED);
        late.apply(tableFrame({ ...viewOf(from, game), version: N_PLAYED, observation: whole.observation }));
        expect(late.apply(undone(N_PLAYED + 1, SINCE))).toBe('broken');
        expect(late.needsResync).toBe(true);
        expect(late.version).toBe(N_PLAYED);
    });

    it('leaves the log, and one line says what was taken back', () => {
        const log = [...frames.slice(0, N_PLAYED), undone(N_PLAYED + 1, SINCE)];
        const facts = factsOf(sheet);
        const ids = chaptersOf(facts, counting(log)).flatMap((chapter) => chapter.told.map((told) => told.id));
        expect(ids.every((id) => Number(id.split('.')[0]) < SINCE || id.startsWith(`${N_PLAYED + 1}.`))).toBe(true);
        const last = chaptersOf(facts, counting(log)).at(-1)!.told.at(-1)!.sentence;
        expect(last).toEqual({
            key: 'told.undone',
            seat: frames[SINCE - 1]!.seat,
            values: {},
            parts: { what: [{ word: 'told.part.undone.bid' }] },
        });
    });

    it('keeps who sat down or left meanwhile', () => {
        const seated: HappenedFrame = { ...undone(N_PLAYED + 1, 0), kind: 'handed_over', undone: null };
        const log = [...frames.slice(0, N_PLAYED), seated, undone(N_PLAYED + 2, SINCE)];
        expect(counting(log)).toContain(seated);
        expect(counting(frames)).toBe(frames);
    });

    it('is called by its city, or by what was done last', () => {
        const cities = ['essen', 'fulda'];
        expect(undoneWord(cities, [{ do: 'connect', city: 'fulda' }])).toEqual({ city: 1 });
        expect(undoneWord(cities, [{ do: 'connect', city: 'fulda' }, { do: 'finish-building' }])).toEqual({
            word: 'told.part.undone.building',
        });
        expect(undoneWord(cities, [{ do: 'pass' }])).toEqual({ word: 'told.part.undone.pass' });
    });

    it('has a label of the undo button for each kind of order', () => {
        const kinds = Object.keys(german.game)
            .filter((key) => key.startsWith('told.part.undone.'))
            .map((key) => key.replace('told.part.undone.', 'do.undo.'));
        expect(kinds.filter((key) => !(key in german.page) || !(key in english))).toEqual([]);
        expect(german.page['do.undo.bid']).toBe('Gebot zurücknehmen');
        expect(german.page['do.undo']).toBe('{{what}} zurücknehmen');
    });
});
