/** Registration rules of this server, for the buttons that start games. */
import { can } from '../transport';
import { readClub } from '../wire/hosting';
import type { ClubView } from '../protocol/api';
import { person } from './person.svelte';

const club = $state<{ registration: ClubView['registration'] }>({ registration: 'open' });

/** Load the rules; without a response they are unchanged, and the server decides when a game is started. */
export async function readRegistration(): Promise<void> {
    if (!can('accounts')) return;
    await readClub().then(
        ({ registration }) => (club.registration = registration),
        () => undefined,
    );
}

/** True if games are for members here and the reader is a guest: the server would answer `members_only`. */
export const isForMembers = (): boolean => club.registration !== 'open' && !person.name;

/** True if people can register here, if only by an invitation. */
export const takesPeople = (): boolean => club.registration !== 'closed';
