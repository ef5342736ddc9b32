// @vitest-environment node
/** An event needs words and no code, unless its sentence uses more than its own fields. */
import { expect, test } from 'vitest';

import { factsOf } from '../../src/game/sheet.js';
import { eventSentence, entrySentences } from '../../src/game/eventText.js';
import type { Event } from '../../src/protocol/api.js';
import { sample } from '../games.js';

const facts = factsOf(Object.values(sample().sheets)[0]!);
const madeUp = (fields: object): Event => fields as unknown as Event;

test('an event without a row is described by its fields', () => {
    const event = madeUp({ event: 'dam_built', seat: 2, city: 5, plant: 0, cost: 9, path: [1, 5] });
    expect(eventSentence(facts, event)).toEqual({
        key: 'told.dam_built',
        seat: 2,
        values: { plant: facts.cardNames[0], cost: 9 },
        parts: { city: [{ city: 5 }] },
    });
    expect(eventSentence(facts, madeUp({ event: 'dam_burst', seat: -1 }))?.seat).toBeNull();
});

test('what another event says better is silent', () => {
    expect(eventSentence(facts, madeUp({ event: 'turn_passed', actor: 1, takebacks: 0 }))).toBeNull();
    expect(eventSentence(facts, madeUp({ event: 'part_changed', place: 0, row: [1], to_supply: [] }))).toBeNull();
});

test('where there are two fuel markets, a purchase names its market', () => {
    const { rules } = facts;
    const two: typeof facts = { ...facts, rules: { ...rules, market: { ...rules.market, second: { part: 0 } } } };
    const bought = madeUp({ event: 'resources_bought', seat: 1, resource: 0, amount: 2, cost: 5 });
    const left = madeUp({ event: 'part_changed', place: 0, row: [3], to_supply: [2] });
    const sides = madeUp({ event: 'part_changed', place: 1, row: [0, 1], to_supply: [0] });
    const keys = (events: Event[], at = two) =>
        entrySentences(at, { events, kind: 'act', seat: 1 }).map(({ key }) => key);
    expect(keys([left, bought])).toEqual(['market.bought_second']);
    expect(keys([sides, bought])).toEqual(['market.bought_first']);
    expect(keys([bought], facts)).toEqual(['told.resources_bought']);
});
