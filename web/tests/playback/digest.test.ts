// @vitest-environment node
/** Missed moves: by phase a line for each seat, with sums that agree with the seats' money. */
import { describe, expect, it } from 'vitest';

import { TableStore } from '../../src/game/store.svelte';
import { digestOf, linesIn } from '../../src/playback/digest';
import type { Observation, TableSheet } from '../../src/protocol/api';
import { happenedOf, tableFrame, viewOf } from '../frames';
import { sample } from '../games';

const from = sample();
const open = from.games.filter(({ rules }) => !from.sheets[rules]!.rules.options.hidden_money);

describe.each(open.map((game) => [game.name, game] as const))('a digest of %s', (_, game) => {
    const frames = happenedOf(from, game);
    const store = new TableStore(from.sheets[game.rules]!, -3);
    store.apply(tableFrame(viewOf(from, game)));
    for (const frame of frames) store.apply(frame);
    const sheet = { kinds: store.facts.kinds, ladders: [], step_ladders: [], rules: {} } as unknown as TableSheet;

    it('adds up to what each seat has', () => {
        const middle = Math.floor(frames.length / 2);
        for (const [since, until] of [
            [10, middle],
            [middle, frames.length - 1],
        ] as const) {
            const before = store.observationAt(since) as Observation;
            const after = store.observationAt(until) as Observation;
            const stretch = frames.filter(({ version }) => version > since && version <= until);
            // Undone moves, and payments by parts of a board, are not in a digest.
            const isPlain = stretch.every(({ events }) =>
                events.every(({ event }) => !['taken_back', 'part_changed', 'plant_scrapped'].includes(event)),
            );
            const digest = digestOf(store.facts, sheet, stretch, before, after, 0);
            expect(linesIn(digest)).toBeGreaterThan(0);
            for (const { lines } of digest.phases)
                expect(new Set(lines.map(({ seat }) => seat)).size).toBe(lines.length);
            for (const card of digest.fresh) expect(before.market).not.toContain(card);
            if (!isPlain) continue;
            before.money.forEach((money, seat) => {
                const changed = digest.phases
                    .flatMap(({ lines }) => lines)
                    .filter((line) => line.seat === seat)
                    .reduce((sum, { amount }) => sum + amount, 0);
                expect(money + changed).toBe(after.money[seat]);
            });
        }
    });
});
