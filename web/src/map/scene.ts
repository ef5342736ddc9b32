// Input of the code that describes cities.

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
    /** Money left after a plan; null without one. */
    readonly left?: number | null | undefined;
    /** Where the Trust does not play, its houses mark spaces that are closed for building. */
    readonly trustBlocks?: boolean | undefined;
}
