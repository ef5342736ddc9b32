// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { foldAll } from '../../src/game/fold.js';
import { factsOf, openingFor } from '../../src/game/sheet.js';
import { TableStore } from '../../src/game/store.svelte.js';
import { happenedOf, tableFrame, viewOf } from '../frames.js';
import { type RecordedGame, sample } from '../games.js';

const from = sample();
const hidden = from.games.find((game) => from.sheets[game.rules]!.rules.options.hidden_money);
const chosen: RecordedGame[] = [from.games[0]!, from.games.find((game) => game.name.startsWith('deluxe'))!];

function started(game: RecordedGame, viewer = -3): TableStore {
    const store = new TableStore(from.sheets[game.rules]!, viewer);
    store.apply(tableFrame(viewOf(from, game)));
    return store;
}

describe.each(chosen.map((game) => [game.name, game] as const))('a store of %s', (_name, game) => {
    const frames = happenedOf(from, game);

    it('follows every frame to the end', () => {
        const store = started(game);
        for (const frame of frames) expect(store.apply(frame)).toBe('taken');
        expect(store.observation).toEqual(game.last);
        expect(store.version).toBe(frames.length);
        expect(store.isOver).toBe(true);
        expect(store.roundStarts.map((start) => start.round)).toEqual(
            Array.from({ length: game.last.round }, (_, place) => place + 1),
        );
    });

    it('ignores what it has and asks after a gap', () => {
        const store = started(game);
        for (const frame of frames.slice(0, 10)) store.apply(frame);
        const before = store.observation;
        expect(store.apply(frames[4]!)).toBe('double');
        expect(store.apply(frames[11]!)).toBe('gap');
        expect(store.needsResync).toBe(true);
        expect(store.observation).toBe(before);
        expect(store.apply({ type: 'stale', version: 12, missing: frames.slice(8, 12) })).toBe('taken');
        expect(store.needsResync).toBe(false);
        expect(store.version).toBe(12);
    });

    it('has no digest of the log at a version whose digest was not sent', () => {
        const store = started(game);
        const before = viewOf(from, game);
        store.apply(tableFrame({ ...before, chain: 'c0' }));
        store.apply({ ...frames[0]!, table: null });
        expect(store.view).toMatchObject({ version: 1, chain: '' });
        store.apply({ ...frames[1]!, table: { ...before, version: 2, chain: 'c2' } });
        expect(store.view).toMatchObject({ version: 2, chain: 'c2' });
    });

    it('shows any earlier version, whichever way the slider moves', () => {
        const store = started(game);
        for (const frame of frames) store.apply(frame);
        const facts = factsOf(from.sheets[game.rules]!);
        let seen = openingFor(facts.sheet, -3);
        const expected = frames.map((frame) => (seen = foldAll(facts, seen, frame.events)));
        const versions = frames.map((frame) => frame.version);
        for (const version of [...versions.slice().reverse(), ...versions]) {
            store.show(version);
            expect(store.observation).toEqual(expected[version - 1]);
        }
        store.show(0);
        expect(store.observation).toBeNull();
        expect(store.offers).toEqual([]);
        store.show(null);
        expect(store.observation).toEqual(game.last);
    });

    it('learns the past of a page that was opened late', () => {
        const whole = started(game);
        for (const frame of frames) whole.apply(frame);
        const at = frames.length - 5;
        const late = new TableStore(from.sheets[game.rules]!, -3);
        late.apply(tableFrame({ ...viewOf(from, game), version: at, observation: whole.observationAt(at) }));
        for (const frame of frames.slice(at)) late.apply(frame);
        expect(late.hasWholeLog).toBe(false);
        expect(late.observationAt(7)).toBeNull();
        expect(late.addPast(frames.slice(3, at - 1))).toBe(false);
        expect(late.addPast(frames)).toBe(true);
        expect(late.hasWholeLog).toBe(true);
        expect(late.observationAt(7)).toEqual(whole.observationAt(7));
        expect(late.observation).toEqual(game.last);
    });

    it('forgets what a restored server does not know', () => {
        const store = started(game);
        for (const frame of frames.slice(0, 30)) store.apply(frame);
        const older = store.observationAt(20);
        store.apply(tableFrame({ ...viewOf(from, game), version: 20, observation: older }));
        expect(store.version).toBe(20);
        expect(store.happened).toEqual([]);
        expect(store.apply(frames[20]!)).toBe('taken');
    });
});

it('a refusal stays until something is done', () => {
    const store = started(chosen[0]!);
    store.apply({
        type: 'refused',
        code: 'raise_too_low',
        problem: '',
        clause: 'c3.4',
        numbers: {},
        version: 0,
        place: 0,
    });
    expect(store.refused?.clause).toBe('c3.4');
    expect(store.apply({ type: 'done', version: 0, command_id: 'a' })).toBe('done');
    expect(store.refused).toBeNull();
});

it('opens all hands of the past after the end', () => {
    const game = hidden!; // The sample has one: else this fails.
    const frames = happenedOf(from, game);
    const store = started(game);
    for (const frame of frames.slice(0, -1)) store.apply(frame);
    expect(store.observationAt(20)!.money.every((money) => money === -1)).toBe(true);
    store.apply(frames.at(-1)!);
    const open = store.observationAt(frames.length - 1)!;
    expect(open.money.every((money) => money >= 0)).toBe(true);
});

it('asks for the whole table after an unknown event', () => {
    const game = chosen[0]!;
    const frames = happenedOf(from, game);
    const store = started(game);
    for (const frame of frames.slice(0, 5)) store.apply(frame);
    const before = store.view;
    const strange = { ...frames[5]!, events: [{ event: 'dragon_came' }] } as unknown as (typeof frames)[number];
    expect(store.apply(strange)).toBe('broken');
    expect(store.needsResync).toBe(true);
    expect(store.view).toBe(before);
    expect(store.apply({ type: 'stale', version: 6, missing: [strange] })).toBe('broken');
    const whole = started(game);
    for (const frame of frames.slice(0, 8)) whole.apply(frame);
    expect(store.apply(tableFrame(whole.view!))).toBe('taken');
    expect(store.needsResync).toBe(false);
    expect(store.apply(frames[8]!)).toBe('taken');
});
