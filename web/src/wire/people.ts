/** REST client for accounts. A page is authenticated by a cookie that no script can read. */
import type {
    Asked,
    MadeToken,
    Me,
    MyKey,
    MySession,
    MyTable,
    MyToken,
    NewToken,
    Seated,
    SignedIn,
    Visitor,
} from '../protocol/api';
import { ask, send, table } from './rest';

const to = encodeURIComponent;
const end = (path: string): Promise<null> => ask(path, { method: 'DELETE' });

/** `invitation` is the code of an invitation link, where registration requires one. */
export const register = (name: string, password: string, invitation = ''): Promise<SignedIn> =>
    send('POST', '/api/people', { name, password, invitation });
export const signIn = (name: string, password: string): Promise<SignedIn> =>
    send('POST', '/api/sessions', { name, password });
export const askForPasskey = (): Promise<Asked> => send('POST', '/api/sessions/passkey-options', {});
export const signInByPasskey = (state: string, credential: unknown): Promise<SignedIn> =>
    send('POST', '/api/sessions/passkey', { state, credential });

/** The signed-in person; an empty name for a guest. */
export const readVisitor = (): Promise<Visitor> => ask('/api/visitor');
export const rename = (name: string): Promise<Me> => send('PATCH', '/api/me', { name });
export const changePassword = (password: string, next: string): Promise<null> =>
    send('PUT', '/api/me/password', { password, new_password: next });
export const erase = (password: string): Promise<null> => send('POST', '/api/me/erase', { password });

export const listSessions = (): Promise<MySession[]> => ask('/api/me/sessions');
export const endSession = (id: string): Promise<null> => end(`/api/me/sessions/${to(id)}`);
export const signOut = (): Promise<null> => end('/api/me/sessions/current');
export const signOutEverywhere = (): Promise<null> => end('/api/me/sessions');

export const listPasskeys = (): Promise<MyKey[]> => ask('/api/me/passkeys');
export const askToAddPasskey = (password: string): Promise<Asked> =>
    send('POST', '/api/me/passkey-options', { password });
export const addPasskey = (state: string, credential: unknown, label: string): Promise<MyKey> =>
    send('POST', '/api/me/passkeys', { state, credential, label });
export const removePasskey = (id: string): Promise<null> => end(`/api/me/passkeys/${to(id)}`);

export const listTokens = (): Promise<MyToken[]> => ask('/api/me/tokens');
/** Create an API token. Only this response contains its secret. */
export const makeToken = (token: NewToken): Promise<MadeToken> => send('POST', '/api/me/tokens', token);
export const revokeToken = (id: string): Promise<null> => end(`/api/me/tokens/${to(id)}`);

/** Tables where the account has a seat; `before` requests those taken earlier. */
export const listMyTables = (before = 0): Promise<MyTable[]> =>
    ask(`/api/me/tables${before ? `?before=${before}` : ''}`);
/** Move a guest's seat to the account. The ticket becomes invalid. */
export const claimSeat = (gameId: string, ticket: string): Promise<Seated> =>
    send('POST', `${table(gameId)}/claim`, { ticket });
