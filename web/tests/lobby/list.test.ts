/** The lobby refreshes without moving rows. */
import { expect, test } from 'vitest';

import { queryOf, readSought } from '../../src/lobby/filters';
import { LobbyList } from '../../src/lobby/list.svelte';
import type { ListedTable, LobbyPage } from '../../src/protocol/api';
import { joinTarget } from '../../src/screens/joinTarget';
import { WireProblem } from '../../src/wire/problem';

const table = (id: string, at: number, seats = ['', '']): ListedTable => ({
    game_id: id,
    status: 'gathering',
    spec: { edition: 'card', preset: 'p', board: 'none', seats: 2 },
    terms: {},
    created_at: at,
    seats,
    bots: ['', ''],
    kept: ['', ''],
});
const ids = (list: LobbyList): string[] => (list.tables ?? []).map((each) => each.game_id);

/** No table is quarantined unless a test says so. */
type Page = Omit<LobbyPage, 'set_aside'> & Partial<LobbyPage>;

function lobby(pages: (Page | Error)[]): { list: LobbyList; asked: string[] } {
    const asked: string[] = [];
    const list = new LobbyList((query) => {
        asked.push(query.toString());
        const page = pages.shift() ?? new Error('no page left');
        return page instanceof Error ? Promise.reject(page) : Promise.resolve({ set_aside: [], ...page });
    });
    return { list, asked };
}

test('what is shown stays in its place; new tables wait, and those that are gone are marked', async () => {
    const { list } = lobby([
        { tables: [table('b', 2), table('a', 1)], next: '' },
        { tables: [table('c', 3), table('a', 1, ['Ada', ''])], next: '' },
    ]);
    await list.open(new URLSearchParams());
    await list.refresh();
    expect(ids(list)).toEqual(['b', 'a']);
    expect([...list.gone]).toEqual(['b']);
    expect(list.tables?.[1]?.seats).toEqual(['Ada', '']);
    expect(list.fresh.map((each) => each.game_id)).toEqual(['c']);
    list.showFresh();
    expect(ids(list)).toEqual(['c', 'a']);
});

test('older pages are added below, and a refresh does not call them gone', async () => {
    const first = { tables: [table('c', 3), table('b', 2)], next: '2.b' };
    const { list, asked } = lobby([first, { tables: [table('a', 1)], next: '' }, first]);
    await list.open(new URLSearchParams('edition=card'));
    await list.more();
    expect(asked[1]).toBe('edition=card&limit=20&after=2.b');
    await list.refresh();
    expect(ids(list)).toEqual(['c', 'b', 'a']);
    expect(list.gone.size).toBe(0);
});

test('a server that is away leaves the list, and the next answer clears the trouble', async () => {
    const page = { tables: [table('a', 1)], next: '' };
    const { list } = lobby([page, new WireProblem(0, ''), new WireProblem(429, ''), page]);
    await list.open(new URLSearchParams());
    await list.refresh();
    expect([list.trouble, ids(list)]).toEqual(['away', ['a']]);
    await list.refresh();
    expect(list.trouble).toBe('too-many');
    await list.refresh();
    expect(list.trouble).toBe('');
});

test('an empty list shows the first table immediately', async () => {
    const { list } = lobby([
        { tables: [], next: '' },
        { tables: [table('a', 1)], next: '' },
    ]);
    await list.open(new URLSearchParams());
    await list.refresh();
    expect(ids(list)).toEqual(['a']);
});

test('an address keeps what is looked for, and nothing else', () => {
    expect(readSought('?edition=card&clock=never&free=2&status=running&more=1')).toEqual({
        edition: 'card',
        free: '2',
        status: 'running',
    });
    expect(queryOf({ edition: '', free: '2' }).toString()).toBe('free=2');
});

test('a link or an id names a table; another page does not', () => {
    expect(joinTarget(' https://games.example/t/Ab_9-x/?v=3#log ')).toEqual({ table: 'Ab_9-x' });
    expect(joinTarget('Ab_9-x')).toEqual({ table: 'Ab_9-x' });
    expect(joinTarget('https://games.example/lobby')).toBeNull();
    expect(joinTarget('a table, please')).toBeNull();
});

test('a room code is read without capitals, spaces and hyphens', () => {
    for (const typed of ['bokatemi', 'BOKATEMI', ' Boka-Temi ', 'bo ka te mi', 'https://games.example/j/boka-temi'])
        expect(joinTarget(typed)).toEqual({ code: 'bokatemi' });
    expect(joinTarget('bokatem')).toEqual({ code: 'bokatem' });
    expect(joinTarget('')).toBeNull();
});

test('tables that the server cannot read are counted on the first page', async () => {
    const { list } = lobby([
        { tables: [table('b', 2)], next: 'more', set_aside: ['x'] },
        { tables: [table('a', 1)], next: '', set_aside: [] },
        { tables: [table('b', 2)], next: 'more', set_aside: [] },
    ]);
    await list.open(new URLSearchParams());
    expect(list.aside).toBe(1);
    await list.more();
    expect(list.aside).toBe(1);
    await list.refresh();
    expect(list.aside).toBe(0);
});
