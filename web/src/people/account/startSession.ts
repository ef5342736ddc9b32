/** Steps after a sign-in. */
import type { SignedIn } from '../../protocol/api';
import { goBack } from '../cameFrom';
import { claimAll } from '../guestSeats';
import { rememberPerson } from '../person.svelte';

export async function startSession(signed: SignedIn, takesAlong: boolean): Promise<void> {
    rememberPerson(signed.name);
    if (takesAlong) await claimAll();
    goBack();
}
