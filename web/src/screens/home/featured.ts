/** A public game that runs just now, for the first page. */
import type { ListedTable, TableFrame, TableSheet } from '../../protocol/api';
import { WireProblem } from '../../wire/problem';
import { readLobby, readSheet, readTable } from '../../wire/rest';

export interface Featured {
    readonly gameId: string;
    readonly frame: TableFrame;
    readonly sheet: TableSheet;
}

/** So many of the newest games are looked at. */
const MOST = 12;

/** The one to show: on a board, and with as many people as there are; the newest of these. */
export function chooseFeatured(tables: readonly ListedTable[]): ListedTable | undefined {
    const worth = (table: ListedTable): number =>
        (table.spec.board === 'none' ? 0 : 10) + table.bots.filter((bot) => !bot).length;
    return tables.toSorted((one, other) => worth(other) - worth(one))[0];
}

/** Nothing if nobody plays in public, or nobody can tell. */
export async function readFeatured(): Promise<Featured | null> {
    try {
        const asked = new URLSearchParams({ status: 'running', limit: String(MOST) });
        const chosen = chooseFeatured((await readLobby(asked)).tables);
        if (!chosen) return null;
        const [frame, sheet] = await Promise.all([readTable(chosen.game_id, ''), readSheet(chosen.game_id)]);
        return frame.table.observation ? { gameId: chosen.game_id, frame, sheet } : null;
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        return null;
    }
}
