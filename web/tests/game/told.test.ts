// @vitest-environment node
/** An event needs words and no code, unless it tells more than its own fields. */
import { expect, test } from 'vitest';

import { factsOf } from '../../src/game/sheet.js';
import { tell } from '../../src/game/told.js';
import type { Event } from '../../src/protocol/api.js';
import { sample } from '../games.js';

const facts = factsOf(Object.values(sample().sheets)[0]!);
const madeUp = (fields: object): Event => fields as unknown as Event;

test('an event without a row is told by its fields', () => {
    const event = madeUp({ event: 'dam_built', seat: 2, city: 5, plant: 0, cost: 9, path: [1, 5] });
    expect(tell(facts, event)).toEqual({
        key: 'told.dam_built',
        seat: 2,
        values: { plant: facts.cardNames[0], cost: 9 },
        parts: { city: [{ city: 5 }] },
    });
    expect(tell(facts, madeUp({ event: 'dam_burst', seat: -1 }))?.seat).toBeNull();
});

test('what another event says better is silent', () => {
    expect(tell(facts, madeUp({ event: 'turn_passed', actor: 1, takebacks: 0 }))).toBeNull();
    expect(tell(facts, madeUp({ event: 'part_changed', place: 0, row: [1], to_supply: [] }))).toBeNull();
});
