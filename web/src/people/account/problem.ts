/** What an account refused, in words. */
import { WireProblem } from '../../wire/problem';
import { t } from '../../words';

/** What was being done, for answers that mean different things at different doors. */
export type Door = 'sign-in' | 'passkey' | 'own';

const FORBIDDEN: Record<Door, string> = {
    'sign-in': 'people.problem.sign_in',
    passkey: 'people.problem.passkey',
    own: 'people.problem.password',
};
/** What the server says, and the words for it. */
export const REFUSED: readonly (readonly [said: string, key: string])[] = [
    ['somebody has that name', 'people.problem.name_taken'],
    ['expected a name of', 'people.problem.bad_name'],
    ['expected printable characters', 'people.problem.bad_name'],
    ['expected a password of', 'people.problem.short'],
    ['among the first that anybody would guess', 'people.problem.common'],
    ['passkeys', 'people.problem.many_keys'],
];
const MINUTE = 60;

export function problemWords(error: unknown, door: Door = 'own'): string {
    // The browser itself says no when a person cancels, or has no key for this place.
    if (error instanceof DOMException) return t(error.name === 'InvalidStateError' ? 'people.problem.key_known' : 'people.problem.key_cancelled');
    if (!(error instanceof WireProblem)) throw error;
    switch (error.status) {
        case 0:
            return t('problem.away');
        case 401:
            return t('people.problem.signed_out');
        case 403:
            return t(FORBIDDEN[door]);
        case 429:
            return t('people.problem.too_many', { count: Math.max(1, Math.ceil(error.retryAfter / MINUTE)) });
        default:
            return refusedWords(error.detail);
    }
}

/** By the server's own sentence, which carries no code. */
function refusedWords(detail: string): string {
    const key = REFUSED.find(([said]) => detail.includes(said))?.[1];
    return key ? t(key) : detail || t('problem.away');
}
