// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

import { getReady, keepSeen, receiptOf } from '../../src/fair/kept.js';

const running = { commitment: 'aa', status: 'running', seed: '', version: 7, chain: 'c7' } as const;

beforeEach(() => localStorage.clear());

it('keeps the promise and the contribution before anything is sent', async () => {
    let sent = '';
    const isTaken = await getReady('t1', 2, 'aa', (contribution) => {
        sent = contribution;
        expect(receiptOf('t1', [2]).ready).toEqual([{ seat: 2, commit: 'aa', contribution, answered: false }]);
        return Promise.resolve(true);
    });
    expect(isTaken).toBe(true);
    expect(sent).toMatch(/^[0-9a-f]{64}$/);
    expect(receiptOf('t1', [2]).ready).toEqual([{ seat: 2, commit: 'aa', contribution: sent, answered: true }]);
    expect(receiptOf('t1', [0]).ready).toEqual([]);
});

it('forgets what was refused, and keeps what another tab had sent before', async () => {
    await getReady('t1', 0, 'aa', () => Promise.resolve(true));
    const before = receiptOf('t1', [0]);
    await getReady('t1', 0, 'bb', () => Promise.resolve(false));
    expect(receiptOf('t1', [0])).toEqual(before);
});

it('is not sure of an unanswered check', async () => {
    await getReady('t1', 0, 'aa', () => Promise.resolve(null));
    expect(receiptOf('t1', [0]).ready[0]!.answered).toBe(false);
});

it('notes the promise of a running game once, and not that of the waiting room or of a game that is over', () => {
    keepSeen('t1', { ...running, status: 'gathering' });
    keepSeen('t1', { ...running, seed: '00' });
    expect(receiptOf('t1', []).seen).toBe('');
    keepSeen('t1', running);
    keepSeen('t1', { ...running, commitment: 'bb' });
    expect(receiptOf('t1', []).seen).toBe('aa');
});

it('reads the promise that an older page kept', () => {
    localStorage.setItem('gridwright.promise.t1', 'cc');
    expect(receiptOf('t1', []).seen).toBe('cc');
});

it('keeps the digest of the log at every version that it saw, within bounds', () => {
    keepSeen('t1', { ...running, status: 'gathering', version: 1, chain: 'c1' });
    for (let version = 2; version < 2000; version += 1) keepSeen('t1', { ...running, version, chain: `c${version}` });
    keepSeen('t1', { ...running, version: 1999, chain: 'c1999' });
    keepSeen('t1', { ...running, version: 1999, chain: 'other' });
    const { heads } = receiptOf('t1', []);
    expect(heads.length).toBeLessThanOrEqual(256);
    expect(heads[0]).toEqual({ version: 1, chain: 'c1' });
    expect(heads.slice(-2)).toEqual([
        { version: 1999, chain: 'c1999' },
        { version: 1999, chain: 'other' },
    ]);
});

it('drops the oldest of many tables', () => {
    vi.useFakeTimers();
    for (let table = 0; table < 60; table += 1) {
        vi.setSystemTime(table);
        keepSeen(`t${table}`, running);
    }
    vi.useRealTimers();
    expect(localStorage.length).toBe(40);
    expect(receiptOf('t19', []).seen).toBe('');
    expect(receiptOf('t20', []).seen).toBe('aa');
});
