/** What services give out makes the address of a channel, and nothing else does. */
import { describe, expect, test } from 'vitest';

import { SERVICE_FORMS, type ServiceName, serviceOf } from '../../src/people/account/serviceForms';

const EMPTY = { url: '', token: '', chat: '', host: '', room: '' };
const made = (name: ServiceName, values: Partial<typeof EMPTY>) =>
    SERVICE_FORMS[name].channelOf({ ...EMPTY, ...values });

describe('forms of chat services', () => {
    test.each([
        ['discord', { url: 'https://discord.com/api/webhooks/123/aB-c_d' }, 'discord://123/aB-c_d'],
        ['discord', { url: 'https://ptb.discord.com/api/webhooks/123/ab/' }, 'discord://123/ab'],
        ['slack', { url: 'https://hooks.slack.com/services/T1/B2/c3' }, 'slack://T1/B2/c3'],
        ['ntfy', { url: 'my-topic' }, 'ntfys://ntfy.sh/my-topic'],
        ['ntfy', { url: 'https://ntfy.sh/my-topic' }, 'ntfys://ntfy.sh/my-topic'],
        ['ntfy', { url: 'http://ntfy.lan:8080/my-topic/' }, 'ntfy://ntfy.lan:8080/my-topic'],
        ['ntfy', { url: 'ntfys://tk_1@ntfy.example/my-topic' }, 'ntfys://tk_1@ntfy.example/my-topic'],
        ['telegram', { token: '123:aB-c', chat: '-100456' }, 'tgram://123:aB-c/-100456'],
        ['telegram', { token: '123:aB-c', chat: '@club' }, 'tgram://123:aB-c/@club'],
        [
            'matrix',
            { host: 'https://matrix.org/', token: 'syt_1', room: '!ab:matrix.org' },
            'matrixs://syt_1@matrix.org/!ab%3Amatrix.org',
        ],
        ['matrix', { host: 'http://m.lan:8008', token: 's', room: '!ab' }, 'matrix://s@m.lan:8008/!ab'],
    ] as const)('%s of %o', (name, values, to) => {
        expect(made(name, values)).toEqual({ kind: 'service', to });
        expect(serviceOf(to)).toBe(name);
    });

    test('a program gets a webhook', () => {
        expect(made('own', { url: 'https://a.example/hook' })).toEqual({
            kind: 'webhook',
            to: 'https://a.example/hook',
        });
        expect(made('own', { url: 'a.example/hook' })).toEqual({ kind: 'webhook', to: 'https://a.example/hook' });
    });

    test.each([
        ['discord', { url: 'https://discord.example/api/webhooks/123/abc' }],
        ['discord', { url: 'https://discord.com.evil.example/api/webhooks/123/abc' }],
        ['discord', { url: 'https://discord.com/api/webhooks/123/abc?thread_id=1' }],
        ['slack', { url: 'xoxb-123' }],
        ['ntfy', { url: 'https://my-topic' }],
        ['ntfy', { url: 'https://ntfy.sh/a/b' }],
        ['telegram', { token: 'nonsense', chat: '1' }],
        ['telegram', { token: '123:abc', chat: 'club' }],
        ['matrix', { host: 'matrix.org', token: 'syt_1', room: '#club:matrix.org' }],
        ['matrix', { host: 'matrix.org/x', token: 'syt_1', room: '!ab' }],
    ] as const)('%s makes nothing of %o', (name, values) => {
        expect(made(name, values)).toBeUndefined();
    });

    test('channels of other services have none', () => {
        expect(serviceOf('gotifys://…')).toBeUndefined();
        expect(serviceOf('')).toBeUndefined();
    });
});
