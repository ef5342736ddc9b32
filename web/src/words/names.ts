/** What boards and sets of rules are called in the reader's language; those of a host's own are called as the host does. */
import { tOr } from '.';

const SECOND = '-recharged';

export function boardTitle(board: string, name: string): string {
    const plain = board.replace(SECOND, '');
    const known = tOr(`map.board.${plain}`, '');
    return known && plain !== board ? `${known} (Recharged)` : known || name;
}

export const presetTitle = (edition: string, preset: string, name: string): string =>
    tOr(`preset.${edition}.${preset}`, name);
