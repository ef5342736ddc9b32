/// <reference types="node" />
/** Accounts in the browser: bytes of passkeys, refusals in words, seats taken along. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { deviceName } from '../../src/people/account/device';
import { bytesOf, textOf } from '../../src/people/account/passkey';
import { problemWords, REFUSED } from '../../src/people/account/problem';
import { clockOf, minutesOf } from '../../src/people/account/rest';
import { claimAll, guestSeats } from '../../src/people/guestSeats';
import { farewell, person, verifyPerson, welcome } from '../../src/people/person.svelte';
import { WireProblem } from '../../src/wire/problem';
import { keepTicket, ticketOf } from '../../src/wire/tickets';
import { learn, startWords } from '../../src/words';

const SERVER = join(import.meta.dirname, '../../../src/gridwright/server/people');

beforeAll(async () => {
    await startWords();
    await learn({ en: () => import('../../src/people/account/words.en.json'), de: () => import('../../src/people/account/words.de.json') });
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** A server that answers by path. */
function answering(answers: Record<string, [status: number, body: unknown]>): string[] {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
        asked.push(`${init?.method ?? 'GET'} ${path}`);
        const [status, body] = answers[path] ?? [404, { detail: 'there is no such table' }];
        return Promise.resolve(new Response(JSON.stringify(body), { status }));
    });
    return asked;
}

test('bytes survive the way to text and back, without signs that an address would change', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, place) => place);
    const text = textOf(bytes.buffer);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect([...bytesOf(text)]).toEqual([...bytes]);
});

describe('refusals in words', () => {
    test('a 403 means something else at each door', () => {
        const refused = new WireProblem(403, 'no');
        expect(problemWords(refused, 'sign-in')).toBe('Name and password do not belong together.');
        expect(problemWords(refused, 'passkey')).toContain('passkey was not accepted');
        expect(problemWords(refused)).toBe('That is not your password.');
    });

    test('too many tries say how long to wait', () => {
        expect(problemWords(new WireProblem(429, '', 840))).toContain('14 minutes');
        expect(problemWords(new WireProblem(429, '', 3))).toContain('Wait a minute');
    });

    test('every sentence that is looked for is one that the server says', () => {
        const said = readdirSync(SERVER).filter((name) => name.endsWith('.py')).map((name) => readFileSync(join(SERVER, name), 'utf-8')).join('\n');
        expect(REFUSED.filter(([text]) => !said.includes(text))).toEqual([]);
        expect(problemWords(new WireProblem(409, 'somebody has that name'))).toContain('Somebody has that name');
        expect(problemWords(new WireProblem(422, 'expected a password of 8 to 200 characters'))).toBe('A password has 8 to 200 characters.');
    });

    test('a key that did not come and one that is known differ', () => {
        expect(problemWords(new DOMException('', 'NotAllowedError'))).toContain('No passkey came');
        expect(problemWords(new DOMException('', 'InvalidStateError'))).toContain('already');
    });
});

describe('who is signed in', () => {
    test('a guest is never asked for', async () => {
        farewell();
        const asked = answering({});
        await verifyPerson();
        expect(asked).toEqual([]);
    });

    test('a session that has ended is forgotten; a server that is away changes nothing', async () => {
        welcome('Ada');
        answering({ '/api/me': [503, { detail: 'away' }] });
        await verifyPerson();
        expect(person.name).toBe('Ada');
        answering({ '/api/me': [401, { detail: 'expected somebody who is signed in' }] });
        await verifyPerson();
        expect(person.name).toBe('');
    });
});

test('guest seats become those of the account, and tickets for nothing are thrown away', async () => {
    for (const id of ['mine', 'dead', 'other']) keepTicket(id, `ticket-${id}`, 1);
    const asked = answering({
        '/api/tables/mine/claim': [200, { seat: 1, version: 3 }],
        '/api/tables/other/claim': [409, { detail: 'expected one seat for each account' }],
    });
    expect(await claimAll()).toEqual({ taken: 1, left: 1 });
    expect(asked).toHaveLength(3);
    expect(guestSeats()).toEqual(['other']);
    expect(ticketOf('dead')).toBeNull();
});

test('devices and clocks are told shortly', () => {
    expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox, Linux');
    expect(deviceName('curl/8.1')).toBe('curl/8.1');
    expect(minutesOf('23:05')).toBe(1385);
    expect(clockOf(425)).toBe('07:05');
});
