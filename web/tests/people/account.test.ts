// @vitest-environment jsdom
/** Accounts in the browser: bytes of passkeys, refusals in words, seats taken along. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { deviceName } from '../../src/people/account/device';
import { bytesOf, textOf } from '../../src/people/account/passkey';
import { problemWords } from '../../src/people/account/problem';
import { clockOf, minutesOf } from '../../src/people/account/rest';
import { claimAll, guestSeats } from '../../src/people/guestSeats';
import { forgetPerson, person, verifyPerson, rememberPerson } from '../../src/people/person.svelte';
import type { RefusalCode } from '../../src/protocol/api';
import { WireProblem } from '../../src/wire/problem';
import { keepTicket, ticketOf } from '../../src/wire/tickets';
import { learn, startWords } from '../../src/words';

const refused = (code: RefusalCode, problem: string) => ({ type: 'refused', code, problem });

beforeAll(async () => {
    await startWords();
    await learn('account');
});
beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** A server that answers by path. */
function answering(answers: Record<string, [status: number, body: unknown]>): string[] {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
        asked.push(`${init?.method ?? 'GET'} ${path}`);
        const [status, body] = answers[path] ?? [404, refused('unknown_table', 'there is no such table')];
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

describe('failures in words', () => {
    test('the code chooses the words, not the text of the server', () => {
        const refused = new WireProblem(403, 'a sentence of the server', 0, 'wrong_password');
        expect(problemWords(refused)).toBe('That is not your password.');
        expect(problemWords(new WireProblem(502, 'bad gateway'))).toContain('does not answer');
    });

    test('an error of the page itself is not hidden', () => {
        expect(() => problemWords(new TypeError('x'))).toThrow('x');
    });

    test('a key that did not come and one that is known differ', () => {
        expect(problemWords(new DOMException('', 'NotAllowedError'))).toContain('No passkey was received');
        expect(problemWords(new DOMException('', 'InvalidStateError'))).toContain('already');
    });
});

describe('who is signed in', () => {
    test('a guest is never asked for', async () => {
        forgetPerson();
        const asked = answering({});
        await verifyPerson();
        expect(asked).toEqual([]);
    });

    test('a session that has ended is forgotten; a server that is away changes nothing', async () => {
        rememberPerson('Ada');
        answering({ '/api/visitor': [503, refused('store_away', 'away')] });
        await verifyPerson();
        expect(person.name).toBe('Ada');
        answering({ '/api/visitor': [200, { name: '', is_host: false }] });
        await verifyPerson();
        expect(person.name).toBe('');
    });
});

test('guest seats become those of the account, and tickets for nothing are thrown away', async () => {
    for (const id of ['mine', 'dead', 'other']) keepTicket(id, `ticket-${id}`, 1);
    const asked = answering({
        '/api/tables/mine/claim': [200, { seat: 1, version: 3 }],
        '/api/tables/other/claim': [409, refused('already_seated', 'expected one seat for each account')],
    });
    expect(await claimAll()).toEqual({ taken: 1, left: 1 });
    expect(asked).toHaveLength(3);
    expect(guestSeats()).toEqual(['other']);
    expect(ticketOf('dead')).toBeNull();
});

test('devices and clocks have short names', () => {
    expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox, Linux');
    expect(deviceName('curl/8.1')).toBe('curl/8.1');
    expect(minutesOf('23:05')).toBe(1385);
    expect(clockOf(425)).toBe('07:05');
});
