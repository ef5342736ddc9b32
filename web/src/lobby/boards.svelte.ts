/** The names of boards, asked for once. */
import type { TableSpec } from '../protocol/api';
import { WireProblem } from '../wire/problem';
import { listChoices } from '../wire/rest';
import { boardTitle } from '../words/names';

let names = $state.raw<ReadonlyMap<string, string>>(new Map());
let asking: Promise<void> | undefined;

async function ask(): Promise<void> {
    try {
        const { editions } = await listChoices();
        const boards = editions.flatMap((edition) => edition.presets.flatMap((preset) => preset.boards));
        names = new Map(boards.map((board) => [board.id, board.name]));
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        asking = undefined;
    }
}

/** The name of a table's board; empty for the card game, which has none. */
export function boardName(spec: TableSpec): string {
    asking ??= ask();
    return spec.board === 'none' ? '' : boardTitle(spec.board, names.get(spec.board) ?? spec.board);
}
