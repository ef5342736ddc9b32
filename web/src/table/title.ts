/** Title of a table: its board, or else its edition. */
import { editionOf } from '../game/edition';
import type { TableSheet } from '../protocol/api';
import { t, tOr } from '../words';

type Named = Pick<TableSheet, 'spec' | 'board_name'>;

const editionName = ({ spec }: Named): string => tOr(`edition.${spec.edition}`, spec.edition);

/** Title of a table; empty before its sheet is loaded. */
export function titleOf(sheet: Named | null): string {
    if (!sheet) return t('edition.card');
    return editionOf(sheet.spec.edition).isNamedByBoard
        ? tOr(`map.board.${sheet.spec.board}`, sheet.board_name)
        : editionName(sheet);
}

/** The part of the name that the title leaves out. */
export function subtitleOf(sheet: Named): string {
    return editionOf(sheet.spec.edition).isNamedByBoard ? editionName(sheet) : '';
}
