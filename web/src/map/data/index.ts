// Every board's drawing, loaded when a table needs it.

import { ownBoard } from '../../words/ownBoard';
import type { BoardDrawing } from './board';
import { type PackedBoard, openBoard } from './packed';

type Loader = () => Promise<{ default: unknown }>;

const FILES = import.meta.glob<{ default: unknown }>(['./*.json', '!./sources.json', '!./thumbnails.json']);
const LOADERS: Readonly<Record<string, Loader>> = Object.fromEntries(
    Object.entries(FILES).map(([file, load]) => [file.slice('./'.length, -'.json'.length), load]),
);

export const BOARDS: readonly string[] = Object.keys(LOADERS);

/** Load the drawing of a board; that of a host's own board comes from the server. */
export async function loadBoard(board: string, content = ''): Promise<BoardDrawing> {
    const load = LOADERS[board];
    if (load === undefined && content) return (await ownBoard(content)).drawing as BoardDrawing;
    if (load === undefined) throw new Error(`expected one of ${BOARDS.join(', ')}; came "${board}"`);
    return openBoard((await load()).default as PackedBoard);
}
