/** Refusals of account actions, in words. */
import type { RefusalCode } from '../../protocol/api';
import { WireProblem } from '../../wire/problem';
import { t } from '../../words';
import type { Key } from '../../words/keys';

/** The action, for status codes that mean different things in different forms. */
export type AccountForm = 'sign-in' | 'passkey' | 'own';

const FORBIDDEN: Record<AccountForm, Key> = {
    'sign-in': 'people.problem.sign_in',
    passkey: 'people.problem.passkey',
    own: 'people.problem.password',
};
/** The words for a code. */
const REFUSED: Partial<Record<RefusalCode, Key>> = {
    name_taken: 'people.problem.name_taken',
    bad_account_name: 'people.problem.bad_name',
    bad_password: 'people.problem.short',
    common_password: 'people.problem.common',
    too_many_passkeys: 'people.problem.many_keys',
    too_many_tokens: 'people.problem.many_tokens',
    bad_channel: 'notices.problem.address',
    too_many_channels: 'notices.problem.many',
    no_such_channel: 'notices.problem.kind',
    unknown_zone: 'notices.problem.zone',
    not_confirmed: 'notices.problem.unconfirmed',
};
/** Codes that mean the same in every form. */
const NAMED: Partial<Record<RefusalCode, Key>> = {
    bad_invitation: 'people.problem.bad_invitation',
    registration_closed: 'people.problem.registration_closed',
    account_closed: 'people.problem.account_closed',
    host_only: 'people.problem.host_only',
    last_host: 'people.problem.last_host',
};
const MINUTE = 60;

export function problemWords(error: unknown, form: AccountForm = 'own'): string {
    // The browser throws when a person cancels, or has no passkey for this site.
    if (error instanceof DOMException)
        return t(error.name === 'InvalidStateError' ? 'people.problem.key_known' : 'people.problem.key_cancelled');
    if (!(error instanceof WireProblem)) throw error;
    const named = error.code && NAMED[error.code];
    if (named) return t(named);
    switch (error.status) {
        case 0:
            return t('problem.away');
        case 401:
            return t('people.problem.signed_out');
        case 403:
            return t(FORBIDDEN[form]);
        case 429:
            return t('people.problem.too_many', { count: Math.max(1, Math.ceil(error.retryAfter / MINUTE)) });
        default:
            return refusedWords(error);
    }
}

function refusedWords({ code, detail }: WireProblem): string {
    const key = code && REFUSED[code];
    return key ? t(key) : detail || t('problem.away');
}
