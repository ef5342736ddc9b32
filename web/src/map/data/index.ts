// Every board's drawing, loaded when a table needs it.

import type { BoardDrawing } from './board';

type Loader = () => Promise<{ default: unknown }>;

const FILES = import.meta.glob<{ default: unknown }>(['./*.json', '!./sources.json']);
const LOADERS: Readonly<Record<string, Loader>> = Object.fromEntries(
    Object.entries(FILES).map(([file, load]) => [file.slice('./'.length, -'.json'.length), load]),
);

export const BOARDS: readonly string[] = Object.keys(LOADERS);

/** The drawing of a board by the name that a table's spec has. */
export async function loadBoard(board: string): Promise<BoardDrawing> {
    const load = LOADERS[board];
    if (load === undefined) throw new Error(`expected one of ${BOARDS.join(', ')}; came "${board}"`);
    return (await load()).default as BoardDrawing;
}
