/** Failures of account actions, in words. */
import { WireProblem } from '../../wire/problem';
import { problemText } from '../../wire/problemWords';
import { t } from '../../words';

export function problemWords(error: unknown): string {
    // The browser throws when a person cancels, or has no passkey for this site.
    if (error instanceof DOMException)
        return t(error.name === 'InvalidStateError' ? 'people.problem.key_known' : 'people.problem.key_cancelled');
    if (!(error instanceof WireProblem)) throw error;
    return problemText(error);
}
