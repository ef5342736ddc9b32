/** The line of phases shows what is played in this round. */
import { expect, test } from 'vitest';

import { OVER } from '../../src/game/ids';
import type { TableSheet } from '../../src/protocol/api';
import { roundLine } from '../../src/table/roundLine';

const phases = ['regions', 'player-order', 'auction', 'resources', 'building', 'bureaucracy'];
const table = (firstBuilding?: number): TableSheet =>
    ({ phases, first_of_round: 1, rules: { first_building_round: firstBuilding } }) as unknown as TableSheet;
const whole = ['player-order', 'auction', 'resources', 'building', 'bureaucracy'];
const without = ['player-order', 'auction', 'resources', 'bureaucracy'];

test('a round has its phases, and the current one has its place', () => {
    expect(roundLine(table(1), { phase: 3, round: 1 })).toEqual({ phases: whole, now: 2 });
    expect(roundLine(table(), { phase: 5, round: 4 })).toEqual({ phases: whole, now: 4 });
});

test('a round without building has no building in its line', () => {
    expect(roundLine(table(2), { phase: 3, round: 1 })).toEqual({ phases: without, now: 2 });
    expect(roundLine(table(2), { phase: 5, round: 1 })).toEqual({ phases: without, now: 3 });
    expect(roundLine(table(2), { phase: 4, round: 2 })).toEqual({ phases: whole, now: 3 });
});

test('the set-up has no place in the line, and a finished game the end of it', () => {
    expect(roundLine(table(2), { phase: 0, round: 0 })).toEqual({ phases: whole, now: -1 });
    expect(roundLine(table(1), { phase: OVER, round: 9 })).toEqual({ phases: whole, now: 5 });
});
