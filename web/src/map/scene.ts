// What whoever tells about cities knows.

import type { Observation } from '../protocol/api';
import type { BoardDrawing } from './data/board';

export type Say = (key: string, values?: Record<string, string | number>) => string;

export interface Scene {
    readonly board: BoardDrawing;
    readonly observation: Observation | null;
    readonly viewer: number;
    /** The name of each seat; without one it is called by its number. */
    readonly seatNames: readonly string[];
    readonly say: Say;
    /** Words that only some boards have; nothing where there are none. */
    readonly own?: Say | undefined;
    /** What a plan leaves of the money; null without one. */
    readonly left?: number | null | undefined;
    /** Where the Trust does not play, its houses mark spaces that nobody may build on. */
    readonly trustBlocks?: boolean | undefined;
}
