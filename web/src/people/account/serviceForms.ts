/** Forms of chat services: the fields of each, and the channel that they make. */
import type { NewChannel } from '../../protocol/api';
import type { Key } from '../../words/keys';

export type ServiceName = 'discord' | 'slack' | 'ntfy' | 'telegram' | 'matrix' | 'own';
export type FieldName = 'url' | 'token' | 'chat' | 'host' | 'room';
type Values = Readonly<Record<FieldName, string>>;

interface ServiceField {
    name: FieldName;
    label: Key;
    hint: Key;
}
interface ServiceForm {
    fields: readonly ServiceField[];
    /** The channel of these values; undefined if the service gives out no such values. */
    channelOf: (values: Values) => NewChannel | undefined;
}

const DISCORD = /^https:\/\/(?:[a-z]+\.)?discord(?:app)?\.com\/api\/webhooks\/(\d+)\/([\w-]+)\/?$/;
const SLACK = /^https:\/\/hooks\.slack\.com\/services\/(\w+\/\w+\/\w+)\/?$/;
const NTFY = /^(?:(https?):\/\/)?(?:([\w.-]+(?::\d+)?)\/)?([\w-]{1,64})\/?$/;
const TELEGRAM = /^(?:bot)?\d+:[\w-]+$/;
const CHAT = /^(?:-?\d+|@\w+)$/;
const HOST = /^(?:(https?):\/\/)?([\w.-]+(?::\d+)?)\/?$/;
const PUBLIC_NTFY = 'ntfy.sh';

const service = (to: string): NewChannel => ({ kind: 'service', to });

/** Addresses without TLS are for hosts that the server's host has named. */
const schemeOf = (name: string, scheme: string | undefined): string => (scheme === 'http' ? name : `${name}s`);

export const SERVICE_FORMS: Readonly<Record<ServiceName, ServiceForm>> = {
    discord: {
        fields: [{ name: 'url', label: 'notices.chat.discord.url', hint: 'notices.chat.discord.url.hint' }],
        channelOf: ({ url }) => {
            const [, id, token] = DISCORD.exec(url) ?? [];
            return id && token ? service(`discord://${id}/${token}`) : undefined;
        },
    },
    slack: {
        fields: [{ name: 'url', label: 'notices.chat.slack.url', hint: 'notices.chat.slack.url.hint' }],
        channelOf: ({ url }) => {
            const path = SLACK.exec(url)?.[1];
            return path ? service(`slack://${path}`) : undefined;
        },
    },
    ntfy: {
        fields: [{ name: 'url', label: 'notices.chat.ntfy.url', hint: 'notices.chat.ntfy.url.hint' }],
        channelOf: ({ url }) => {
            if (/^ntfys?:/.test(url)) return service(url);
            const [, scheme, host, topic] = NTFY.exec(url) ?? [];
            if (!topic || (scheme && !host)) return undefined;
            return service(`${schemeOf('ntfy', scheme)}://${host ?? PUBLIC_NTFY}/${topic}`);
        },
    },
    telegram: {
        fields: [
            { name: 'token', label: 'notices.chat.telegram.token', hint: 'notices.chat.telegram.token.hint' },
            { name: 'chat', label: 'notices.chat.telegram.chat', hint: 'notices.chat.telegram.chat.hint' },
        ],
        channelOf: ({ token, chat }) =>
            TELEGRAM.test(token) && CHAT.test(chat) ? service(`tgram://${token}/${chat}`) : undefined,
    },
    matrix: {
        fields: [
            { name: 'host', label: 'notices.chat.matrix.host', hint: 'notices.chat.matrix.host.hint' },
            { name: 'token', label: 'notices.chat.matrix.token', hint: 'notices.chat.matrix.token.hint' },
            { name: 'room', label: 'notices.chat.matrix.room', hint: 'notices.chat.matrix.room.hint' },
        ],
        channelOf: ({ host, token, room }) => {
            const [, scheme, place] = HOST.exec(host) ?? [];
            if (!place || !token || !room.startsWith('!')) return undefined;
            const path = `${encodeURIComponent(token)}@${place}/${encodeURIComponent(room)}`;
            return service(`${schemeOf('matrix', scheme)}://${path}`);
        },
    },
    own: {
        fields: [{ name: 'url', label: 'notices.chat.own.url', hint: 'notices.chat.own.url.hint' }],
        channelOf: ({ url }) => ({ kind: 'webhook', to: url.includes('://') ? url : `https://${url}` }),
    },
};

export const SERVICE_NAMES = Object.keys(SERVICE_FORMS) as ServiceName[];

const SCHEMES: Readonly<Record<string, ServiceName>> = {
    discord: 'discord',
    slack: 'slack',
    ntfy: 'ntfy',
    ntfys: 'ntfy',
    tgram: 'telegram',
    matrix: 'matrix',
    matrixs: 'matrix',
};

/** The service of a stored channel, by the address that is shown; undefined for any other. */
export const serviceOf = (to: string): ServiceName | undefined => SCHEMES[to.split('://')[0] ?? ''];
