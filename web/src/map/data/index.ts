// Every board's drawing, loaded when a table needs it.

import type { BoardDrawing } from "./board";

type Loader = () => Promise<{ default: unknown }>;

const LOADERS: Readonly<Record<string, Loader>> = {
    europe: () => import("./europe.json"),
    germany: () => import("./germany.json"),
    "germany-recharged": () => import("./germany-recharged.json"),
    "north-america": () => import("./north-america.json"),
    usa: () => import("./usa.json"),
    "usa-recharged": () => import("./usa-recharged.json"),
};

export const BOARDS: readonly string[] = Object.keys(LOADERS);

/** The drawing of a board by the name that a table's spec has. */
export async function loadBoard(board: string): Promise<BoardDrawing> {
    const load = LOADERS[board];
    if (load === undefined) throw new Error(`expected one of ${BOARDS.join(", ")}; came "${board}"`);
    return (await load()).default as BoardDrawing;
}
