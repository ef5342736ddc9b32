/** Why the server did not start a game or open a table. */
import { WireProblem } from '../wire/problem';
import { t } from '../words';

export function startProblem(error: unknown): string {
    if (!(error instanceof WireProblem) || !error.status) return t('problem.away');
    if (error.code === 'members_only') return t('problem.members_only');
    return error.detail || t('problem.away');
}
