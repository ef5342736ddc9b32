/** Notification channels of a person, as stored by the server. */
import type {
    ChannelView,
    ChannelNamed,
    NewChannel,
    NoticeChoice,
    NoticeSettings,
    PushKey,
    Tried,
} from '../protocol/api';
import { ask, send } from './rest';

const OWN = '/api/me/notices';
const channel = (id: string): string => `${OWN}/channels/${encodeURIComponent(id)}`;

export const readNotices = (): Promise<NoticeSettings> => ask(OWN);
export const readPushKey = (): Promise<PushKey> => ask('/api/notices/key');
export const chooseNotices = (choice: NoticeChoice): Promise<NoticeSettings> => send('PUT', OWN, choice);
export const muteNotices = (kinds: ChannelView['kind'][]): Promise<NoticeSettings> =>
    send('PUT', `${OWN}/muted`, { kinds });
export const addChannel = (added: NewChannel): Promise<NoticeSettings> => send('POST', `${OWN}/channels`, added);
export const removeChannel = (id: string): Promise<NoticeSettings> => ask(channel(id), { method: 'DELETE' });
export const tryChannel = (id: string): Promise<Tried> => ask(`${channel(id)}/try`, { method: 'POST' });

/** Use the link of a mail: confirm the address, or unsubscribe it. */
export const followLink = (use: 'confirm' | 'off', link: string): Promise<ChannelNamed> =>
    ask(`/api/notices/${use}/${encodeURIComponent(link)}`, { method: 'POST' });
