/**
 * The account that is signed in with this browser. Scripts cannot read the session cookie, so the page stores the name
 * and requests the account only if there is one; guests cause no request.
 */
import { readVisitor } from '../wire/people';
import { WireProblem } from '../wire/problem';

const KEPT = 'gridwright.person';

/** The name is empty for a guest. */
export const person = $state({ name: localStorage.getItem(KEPT) ?? '', isHost: false });

addEventListener('storage', (event) => {
    if (event.key === KEPT) person.name = event.newValue ?? '';
});

/** Store the name after a sign-in or a change of name. */
export function rememberPerson(name: string): void {
    localStorage.setItem(KEPT, name);
    person.name = name;
}

/** Forget the name after a sign-out. */
export function forgetPerson(): void {
    localStorage.removeItem(KEPT);
    person.name = '';
    person.isHost = false;
}

/** Check that the session is still valid; without a response nothing changes. */
export async function verifyPerson(): Promise<void> {
    if (!person.name) return;
    try {
        const visitor = await readVisitor();
        if (!visitor.name) return forgetPerson();
        rememberPerson(visitor.name);
        person.isHost = visitor.is_host ?? false;
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
    }
}
