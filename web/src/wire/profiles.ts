/** REST client for profiles and for relations between players. */
import type { Invitation, KnownPerson, PlayedGame, Profile, ProfileChoice } from '../protocol/api';
import { ask, send, table } from './rest';

const to = encodeURIComponent;
const end = (path: string): Promise<null> => ask(path, { method: 'DELETE' });
const put = (path: string): Promise<null> => ask(path, { method: 'PUT' });

export const readProfile = (name: string): Promise<Profile> => ask(`/api/people/${to(name)}`);
/** Games that ended before the one with that number; all of them with 0. */
export const listGames = (name: string, before: number): Promise<PlayedGame[]> =>
    ask(`/api/people/${to(name)}/games${before ? `?before=${before}` : ''}`);
export const showProfile = (isPublic: boolean): Promise<ProfileChoice> =>
    send('PUT', '/api/me/profile', { is_public: isPublic });
/** Export of the account's games, one per line. */
export const EXPORT = '/api/me/games';

export const listFollowed = (): Promise<KnownPerson[]> => ask('/api/me/follows');
export const listBlocked = (): Promise<KnownPerson[]> => ask('/api/me/blocks');
export const followPerson = (name: string): Promise<null> => put(`/api/me/follows/${to(name)}`);
export const unfollowPerson = (name: string): Promise<null> => end(`/api/me/follows/${to(name)}`);
export const blockPerson = (name: string): Promise<null> => put(`/api/me/blocks/${to(name)}`);
export const unblockPerson = (name: string): Promise<null> => end(`/api/me/blocks/${to(name)}`);
export const invitePerson = (gameId: string, name: string): Promise<null> =>
    send('POST', `${table(gameId)}/invitations`, { name });
export const listInvitations = (): Promise<Invitation[]> => ask('/api/me/invitations');
export const declineInvitation = (gameId: string): Promise<null> => end(`/api/me/invitations/${to(gameId)}`);
