// A price that differs on a board has a note at its city, with the clause.

import { expect, test } from 'vitest';
import type { BoardDrawing } from '../../src/map/data/board';
import { loadBoard } from '../../src/map/data/index';
import { observed } from '../../src/map/gallery/scenes';
import { type OwnPlaces, type Quote, TRUST, looksOf } from '../../src/map/looks';
import { withOwnNames, withShortNames } from '../../src/map/names';
import { reportOn, spoken } from '../../src/map/report';

const board = await loadBoard('japan');
const [first, second] = [0, 1];
const spaces = board.cities.flatMap((_, city) => (city === first ? [0, -1, -1] : [-1, -1, -1]));
const WORDS: Record<string, string> = {
    'board.japan.way': 'a way of its own',
    'board.japan.way.rule': 'b-japan.9',
    'board.japan.way.new': 'begins again',
    'board.japan.way.new.rule': 'b-japan.2',
    'board.japan.spaces.2': 'two places',
    'refused.no_start_city': 'no start in {{city}}',
};
const own = (key: string, values: Record<string, string | number> = {}): string =>
    (WORDS[key] ?? '').replace('{{city}}', String(values['city']));

function reportOf(quote: Quote, places: readonly OwnPlaces[] = [], more: object = {}, at: BoardDrawing = board) {
    const observation = observed(at, { regions: -1, spaces, step: 1, n_cities: [1, 0, 0, 0], ...more });
    const looks = looksOf(at, {
        observation,
        offers: [],
        viewer: 0,
        quotes: [quote],
        ownPlaces: places,
        spaceCosts: [10, 15, 20],
    });
    const scene = { board: at, observation, viewer: 0, seatNames: [], say: (key: string) => key, own };
    const look = looks[quote.city]!;
    return { look, report: reportOn(look, scene), spoken: spoken(look, scene), scene };
}
const priced = { city: second, total: 30, house: 10, way: 20 };

test('a connection without a way from the own cities is called so, with its clause', () => {
    const { report, spoken: heard } = reportOf({ ...priced, path: [second] });
    expect(report.rows[1]).toEqual({ label: 'map.starts_separately', value: '20' });
    expect(report.notes).toEqual([{ text: 'begins again', clause: 'b-japan.2' }]);
    expect(heard).toContain('begins again');
});

test('the first city of all starts no separate network', () => {
    const { report } = reportOf({ ...priced, path: [second] }, [], { n_cities: [0, 0, 0, 0] });
    expect(report.rows[1]!.label).toBe('map.first_city');
    expect(report.notes).toEqual([]);
});

test('a connection with its own price has a note with its clause, a free one has none', () => {
    expect(reportOf({ ...priced, path: [first, second] }).report.notes[0]!.clause).toBe('b-japan.9');
    expect(reportOf({ ...priced, way: 0, total: 10, path: [first, second] }).report.notes).toEqual([]);
});

test('places of a city are those it has, open when they are', () => {
    const start: OwnPlaces[] = [[second, [10, 10, 20], [1, 1, 3]]];
    expect(reportOf(priced, start).look.places).toEqual(['free', 'free', 'closed']);
    const closed: OwnPlaces[] = [[second, [15, 20], [2, 3]]];
    expect(reportOf(priced, closed).look.places).toEqual(['closed', 'closed']);
    const small: OwnPlaces[] = [[second, [10, 15], [1, 2]]];
    const { look, report } = reportOf({ ...priced, path: [first, second] }, small);
    expect(look.places).toEqual(['free', 'closed']);
    expect(report.notes.map(({ text }) => text)).toEqual(['a way of its own', 'two places']);
});

test('a refusal of the board is said in its words', () => {
    const name = board.cities[second]!.name;
    const { report } = reportOf({ ...priced, refusal: 'no_start_city', clause: 'b-japan.1' });
    expect(report.sentence).toBe(`no start in ${name}`);
    expect(report.clause).toBe('b-japan.1');
});

test('a blocked space is no seat’s house', () => {
    const blocked = spaces.map((owner, space) => (space === second * 3 ? TRUST : owner));
    const { look, scene } = reportOf({ city: second, refusal: 'no_open_space' }, [[second, [10], [1]]], {
        spaces: blocked,
    });
    expect(reportOn(look, { ...scene, trustBlocks: true }).sentence).toBe('map.why.blocked');
    expect(reportOn(look, scene).sentence).toContain('map.taken_by');
});

test('a word with which all names begin is left out on the map', async () => {
    expect(withShortNames(board)).toBe(board);
    const numbered = withShortNames(await loadBoard('manhattan'));
    expect(numbered.cities.map(({ label }) => label.lines.join())).toContain('77');
    expect(numbered.cities[0]!.name).toMatch(/^Space /);
});

test('numbered spaces are named in the reader’s language, other cities as printed', async () => {
    const own = (key: string, { number = '' } = {}): string => (key === 'board.manhattan.city' ? `Feld ${number}` : '');
    const manhattan = await loadBoard('manhattan');
    const named = withShortNames(withOwnNames(manhattan, own));
    expect(named.cities.map(({ name }) => name)).toEqual(
        manhattan.cities.map(({ name }) => name.replace('Space', 'Feld')),
    );
    expect(named.cities.map(({ label }) => label.lines.join())).toContain('77');
    expect(withOwnNames(board, own)).toBe(board);
    expect(withOwnNames(manhattan, undefined)).toBe(manhattan);
});
