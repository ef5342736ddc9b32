/** Why the server did not start a game or open a table. */
import { WireProblem } from '../wire/problem';
import { problemText } from '../wire/problemWords';
import { t } from '../words';

export function startProblem(error: unknown): string {
    // Any other error is a part of the page that could not be loaded.
    return error instanceof WireProblem ? problemText(error) : t('problem.away');
}
