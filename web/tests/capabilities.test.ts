// @vitest-environment jsdom
/** What a page cannot do is absent from its places and screens; a page of a server has everything. */
import { afterEach, expect, test } from 'vitest';

import { places } from '../src/people/frame';
import { openerOf } from '../src/screens/open';
import { CAPABILITIES, can, setTransport, transport, type Transport } from '../src/transport';

const server = transport();
const lonely: Transport = { ...server, can: new Set() };
const EVERYWHERE = [
    '/',
    '/new',
    '/boards',
    '/boards/usa',
    '/bots',
    '/puzzles',
    '/puzzles/usa-1',
    '/learn',
    '/settings',
];
const AT_A_SERVER = [
    '/lobby',
    '/j',
    '/j/abc',
    '/watch',
    '/people',
    '/people/Ada',
    '/me',
    '/host',
    '/import',
    '/signin',
];

afterEach(() => setTransport(server));

test('a page of a server can do everything', () => {
    expect(CAPABILITIES.filter((each) => !can(each))).toEqual([]);
    expect([...EVERYWHERE, ...AT_A_SERVER].filter((path) => !openerOf(path))).toEqual([]);
    expect(places().map(({ path }) => path)).toEqual(['/', '/watch', '/learn', '/bots']);
});

test('a page without a server has no screen and no place that needs one', () => {
    setTransport(lonely);
    expect(EVERYWHERE.filter((path) => !openerOf(path))).toEqual([]);
    expect(AT_A_SERVER.filter(openerOf)).toEqual([]);
    expect(places().map(({ path }) => path)).toEqual(['/', '/puzzles', '/learn', '/bots']);
});
