import { expect, test } from 'vitest';
import type { BoardChoice, Choices } from '../../src/protocol/api';
import { CLOCKS, numbersOf, TableChoice } from '../../src/screens/tableChoice.svelte';

const REGIONS = ['north', 'east', 'south', 'west'].map((id) => ({ id, name: id }));
// Two of four regions that lie around a lake: neighbours touch, opposite ones do not.
const AROUND = [0b0011, 0b0110, 0b1100, 0b1001];
const board = (id: string, more: Partial<BoardChoice> = {}): BoardChoice => ({
    id,
    name: id,
    regions: REGIONS,
    region_sets: [2, 3].map((seats) => ({ seats, masks: AROUND })),
    house_rules: [
        { id: 'plain-two-players', seats: [2] },
        { id: 'opens-at-minimum', seats: [2, 3] },
    ],
    words: [],
    n_own_rules: 0,
    n_cities: 42,
    end_cities: [21, 17, 17, 15, 14],
    ...more,
});
const CHOICES: Choices = {
    editions: [
        {
            id: 'deluxe',
            seats: [2, 3],
            presets: [{ id: 'europe', name: 'Europe', boards: [board('europe'), board('asia', { house_rules: [] })] }],
        },
        {
            id: 'card',
            seats: [2, 3],
            presets: [
                {
                    id: 'standard',
                    name: 'Cards',
                    boards: [board('none', { regions: [], region_sets: [], house_rules: [] })],
                },
            ],
        },
    ],
    options: [],
    terms: [],
    clocks: [],
};

function choosing(edition = 'deluxe', seats = 3): TableChoice {
    const choice = new TableChoice({ edition, preset: '', board: '', seats, substitute: 'normal' });
    choice.choices = CHOICES;
    return choice;
}

test('the plainest table is what the server has by default', () => {
    expect(choosing().spec()).toEqual({
        edition: 'deluxe',
        preset: 'europe',
        board: 'europe',
        seats: 3,
        hidden_money: false,
        contractor: false,
        house_rules: [],
        order: 'random',
        regions: 'random',
    });
    expect(choosing().terms()).toEqual({ clock: { type: 'none' }, hold: null, take_over: 259_200_000 });
});

test('a game without regions names none', () => {
    expect(choosing('card').spec()).not.toHaveProperty('regions');
});

test('given regions can only become a set that a table can have', () => {
    const choice = choosing();
    choice.regionsBy = 'given';
    expect(choice.spec()).toBeNull();
    expect(choice.nRegions).toBe(2);
    choice.toggleRegion('north');
    expect(['east', 'south', 'west'].filter((each) => choice.canAdd(each))).toEqual(['east', 'west']);
    choice.toggleRegion('east');
    expect(choice.isUnfinished).toBe(false);
    expect(choice.spec()?.regions).toEqual(['north', 'east']);
    choice.toggleRegion('north');
    expect(choice.spec()).toBeNull();
});

test('a given order has each seat once, for any number of seats chosen later', () => {
    const choice = choosing();
    choice.orderBy = 'given';
    expect(choice.spec()?.order).toEqual([0, 1, 2]);
    choice.moveUp(2);
    expect(choice.spec()?.order).toEqual([0, 2, 1]);
    choice.moveUp(0);
    expect(choice.spec()?.order).toEqual([0, 2, 1]);
    choice.seats = 2;
    expect(choice.spec()?.order).toEqual([0, 1]);
    choice.seats = 3;
    expect(choice.spec()?.order).toEqual([0, 2, 1]);
});

test('a house rule is sent only where it changes something', () => {
    const choice = choosing('deluxe', 2);
    choice.toggleRule('plain-two-players');
    choice.toggleRule('opens-at-minimum');
    expect(choice.spec()?.house_rules).toEqual(['plain-two-players', 'opens-at-minimum']);
    choice.seats = 3;
    expect(choice.offeredRules).toEqual(['opens-at-minimum']);
    expect(choice.spec()?.house_rules).toEqual(['opens-at-minimum']);
    choice.wantedBoard = 'asia';
    expect(choice.spec()?.house_rules).toEqual([]);
});

test('every clock sends all its fields, in milliseconds and days', () => {
    const choice = choosing();
    for (const clock of CLOCKS) {
        choice.clock = clock;
        const sent = choice.terms().clock as Record<string, unknown>;
        expect(Object.keys(sent).sort()).toEqual(['type', ...numbersOf(clock).map(([field]) => field)].sort());
    }
    choice.setNumber('most_sleep', 6);
    choice.setNumber('vacation_days', 3);
    choice.timeOut = 'pause';
    expect(choice.terms()).toEqual({
        clock: { type: 'turns', turn: 86_400_000, most_sleep: 21_600_000, vacation_days: 3 },
        hold: null,
        take_over: 259_200_000,
        time_out: 'pause',
        stand_in: 'normal',
    });
});

test('a table is chosen again as it was', () => {
    const first = choosing('deluxe', 2);
    first.clock = 'turns';
    first.setNumber('turn', 12);
    first.hiddenMoney = true;
    first.toggleRule('opens-at-minimum');
    const again = choosing();
    again.restore({ ...first.snapshot() });
    expect(again.spec()).toEqual(first.spec());
    expect(again.terms()).toEqual(first.terms());
});
