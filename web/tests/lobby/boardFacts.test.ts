import { expect, test } from 'vitest';

import { learningOf, minutesOn } from '../../src/lobby/boardFacts';

const SEATS = [2, 3, 4, 5, 6];
const board = { end_cities: [21, 17, 17, 15, 14], n_own_rules: 0 };

test('more players and more own rules take longer, in steps of five minutes', () => {
    const minutes = SEATS.map((seats) => minutesOn(board, SEATS, seats));
    expect(minutes).toEqual([50, 65, 85, 95, 110]);
    expect(minutesOn({ ...board, n_own_rules: 8 }, SEATS, 4)).toBe(90);
});

test('no length is shown without cities that end the game', () => {
    expect(minutesOn({ ...board, end_cities: [] }, SEATS, 4)).toBe(0);
    expect(minutesOn(board, SEATS, 7)).toBe(0);
});

test('what there is to learn follows from the number of own rules', () => {
    expect([0, 1, 5, 6].map((n_own_rules) => learningOf({ n_own_rules }))).toEqual(['none', 'some', 'some', 'many']);
});
