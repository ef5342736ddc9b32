/** The names of boards, requested once. */
import { editionOf } from '../game/edition';
import type { BoardChoice } from '../protocol/api';
import { WireProblem } from '../wire/problem';
import { listChoices } from '../wire/rest';
import { boardTitle } from '../words/names';

let boards = $state.raw<ReadonlyMap<string, BoardChoice>>(new Map());
let asking: Promise<void> | undefined;

async function ask(): Promise<void> {
    try {
        const { editions } = await listChoices();
        const found = editions.flatMap((edition) => edition.presets.flatMap((preset) => preset.boards));
        boards = new Map(found.map((board) => [board.id, board]));
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        asking = undefined;
    }
}

/** The name of a table's board; empty for the card game, which has none. */
export function boardName(spec: { readonly edition: string; readonly board: string }): string {
    asking ??= ask();
    if (!editionOf(spec.edition).isNamedByBoard) return '';
    const found = boards.get(spec.board);
    return found ? boardTitle(found) : spec.board;
}
