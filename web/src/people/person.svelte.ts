/**
 * Who is signed in with this browser. The cookie that proves it is closed to scripts, so the page keeps the
 * name alone, and asks the server only where there is one: guests are never asked who they are.
 */
import { readMe } from '../wire/people';
import { WireProblem } from '../wire/problem';

const KEPT = 'gridwright.person';

/** The name is empty for a guest. */
export const person = $state({ name: localStorage.getItem(KEPT) ?? '', isHost: false });

addEventListener('storage', (event) => {
    if (event.key === KEPT) person.name = event.newValue ?? '';
});

/** Somebody came in, or took another name. */
export function welcome(name: string): void {
    localStorage.setItem(KEPT, name);
    person.name = name;
}

/** Nobody is signed in any more. */
export function farewell(): void {
    localStorage.removeItem(KEPT);
    person.name = '';
    person.isHost = false;
}

/** Ask whether the session still lasts; without an answer everything stays as it is. */
export async function verifyPerson(): Promise<void> {
    if (!person.name) return;
    try {
        const me = await readMe();
        welcome(me.name);
        person.isHost = me.is_host ?? false;
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        if (error.status === 401) farewell();
    }
}
