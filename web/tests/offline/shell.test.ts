/** The worker caches the client and nothing else. */
import { expect, test } from 'vitest';

import { outdated, wayOf } from '../../src/offline/shell';

const HERE = 'https://table.example';
const files = new Set(['/icon.svg', '/gridwright.webmanifest']);
const way = (path: string, mode = 'cors', method = 'GET') =>
    wayOf({ url: new URL(path, HERE).href, mode, method }, HERE, files);

test('screens come from the network first', () => {
    for (const path of ['/', '/new', '/t/abc', '/t/abc?x=1', '/any-path']) expect(way(path, 'navigate')).toBe('page');
});

test('files of the build are kept', () => {
    for (const path of ['/assets/index-0a1b.js', '/icon.svg', '/gridwright.webmanifest'])
        expect(way(path)).toBe('kept');
});

test('the API, the pages of the server, other hosts and orders are left alone', () => {
    for (const path of [
        '/api/tables/x',
        '/api/tables/x/entries?since=3',
        '/docs',
        '/openapi.json',
        '/metrics',
        'https://other.example/assets/x.js',
        '/sw.js',
    ]) {
        expect([path, way(path)]).toEqual([path, 'leave']);
    }
    expect(way('/docs', 'navigate')).toBe('leave');
    expect(way('/assets/x.js', 'cors', 'POST')).toBe('leave');
});

test('the build before is kept for pages that are open, older ones are not', () => {
    const names = ['gridwright-shell-a', 'other', 'gridwright-shell-b', 'gridwright-shell-c'];
    expect(outdated(names, 'gridwright-shell-c')).toEqual(['gridwright-shell-a']);
    expect(outdated(['gridwright-shell-a'], 'gridwright-shell-a')).toEqual([]);
});
