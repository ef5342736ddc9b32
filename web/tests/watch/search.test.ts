import { expect, test } from 'vitest';

import { isUnfiltered, NOTHING, parseSearch, partOf, queryOf, without } from '../../src/watch/search';

const KNOWN = {
    editions: [
        { id: 'classic', titles: ['Classic'] },
        { id: 'card', titles: ['Card game', 'card'] },
    ],
    boards: [
        { id: 'usa', titles: ['USA'] },
        { id: 'europe', titles: ['Europe'] },
        { id: 'central-europe', titles: ['Central Europe', 'Mitteleuropa'] },
    ],
    seatWords: ['seats', 'Plätze'],
};
const parse = (text: string): ReturnType<typeof parseSearch> => parseSearch(text, KNOWN);

test('boards, editions and seats are known, the rest is a name', () => {
    expect(parse('USA, 6 seats, Marie Curie')).toEqual({ edition: '', board: 'usa', seats: 6, name: 'marie curie' });
    expect(parse('card game ada')).toEqual({ edition: 'card', board: '', seats: 0, name: 'ada' });
    expect(parse('3 PLÄTZE classic')).toEqual({ edition: 'classic', board: '', seats: 3, name: '' });
});

test('the longest name of a board wins, and a part of a word is none', () => {
    expect(parse('central europe').board).toBe('central-europe');
    expect(parse('mitteleuropa').board).toBe('central-europe');
    expect(parse('europe').board).toBe('europe');
    expect(parse('europeans')).toEqual({ edition: '', board: '', seats: 0, name: 'europeans' });
});

test('a number alone is part of a name', () => {
    expect(parse('player 7')).toEqual({ edition: '', board: '', seats: 0, name: 'player 7' });
});

test('what is left out is not asked', () => {
    expect(queryOf(NOTHING, 0).toString()).toBe('');
    const search = { ...NOTHING, board: 'usa', seats: 4, close: true, week: true };
    const query = queryOf(search, 1_790_000_000_000);
    expect([...query.keys()]).toEqual(['board', 'seats', 'close', 'since']);
    expect(Number(query.get('since'))).toBeGreaterThan(1_789_000_000_000);
    expect(queryOf(search, 1_790_000_000_500).toString()).toBe(query.toString());
});

test('a part of a search can be left out', () => {
    const search = { ...NOTHING, board: 'usa', week: true };
    expect(without(search, partOf('since'))).toEqual({ ...NOTHING, board: 'usa' });
    expect(isUnfiltered(without(without(search, 'board'), 'week'))).toBe(true);
    expect(isUnfiltered(search)).toBe(false);
});
