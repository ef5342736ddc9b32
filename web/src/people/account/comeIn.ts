/** Steps after a sign-in. */
import type { SignedIn } from '../../protocol/api';
import { goBack } from '../cameFrom';
import { claimAll } from '../guestSeats';
import { welcome } from '../person.svelte';

export async function comeIn(signed: SignedIn, takesAlong: boolean): Promise<void> {
    welcome(signed.name);
    if (takesAlong) await claimAll();
    goBack();
}
