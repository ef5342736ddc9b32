// @vitest-environment node
import { expect, it } from 'vitest';

import { chaptersOf } from '../../src/game/chapters.js';
import { entrySentences } from '../../src/game/eventText.js';
import { factsOf } from '../../src/game/sheet.js';
import { happenedOf } from '../frames.js';
import { sample } from '../games.js';

const from = sample();
const game = from.games.find((each) => each.name === 'card-4')!;
const facts = factsOf(from.sheets[game.rules]!);
const happened = happenedOf(from, game);

it('puts every sentence of the log under the round and phase in which it happened', () => {
    const chapters = chaptersOf(facts, happened);
    const told = chapters.flatMap((chapter) => chapter.told.map(({ sentence }) => sentence));
    expect(told).toEqual(happened.flatMap((frame) => entrySentences(facts, frame)));
    const auctions = chapters.filter((chapter) => facts.sheet.phases[chapter.phase] === 'auction');
    expect(auctions.map((chapter) => chapter.round)).toEqual(auctions.map((_, place) => place + 1));
    for (const { told: lines } of auctions)
        expect(
            lines.some(
                ({ sentence }) => sentence.key === 'told.plant_offered' || sentence.key === 'told.auction_passed',
            ),
        ).toBe(true);
});

it('numbers every line once, and begins each chapter at a version of its own phase', () => {
    const chapters = chaptersOf(facts, happened);
    const ids = chapters.flatMap((chapter) => chapter.told.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const chapter of chapters.filter(({ phase }) => phase >= 0)) {
        const began = happened.find((frame) => frame.version === chapter.version)!;
        expect(
            began.events.some(
                (event) =>
                    event.event === 'phase_began' && event.phase === chapter.phase && event.round === chapter.round,
            ),
        ).toBe(true);
    }
});

it('keeps the number of a line when earlier entries come in', () => {
    const idsOf = (from: number): string[] =>
        chaptersOf(facts, happened.slice(from)).flatMap((chapter) => chapter.told.map(({ id }) => id));
    const whole = idsOf(0);
    for (const from of [1, 7, 20, 55]) {
        const part = idsOf(from);
        expect(part.length).toBeGreaterThan(0);
        expect(whole.slice(-part.length)).toEqual(part);
    }
});
