/** Two fuel markets: the one at which a seat buys in its turn. */
import type { Scene } from './scene';

export type Side = 'undecided' | 'first' | 'second';
const SIDES: readonly Side[] = ['undecided', 'first', 'second'];

/** The viewer's market; undecided for spectators, and where there is one market. */
export function sideOf({ sheet, observation, viewer }: Pick<Scene, 'sheet' | 'observation' | 'viewer'>): Side {
    const sides = observation.parts[sheet.second_market?.sides ?? ''] ?? [];
    return SIDES[sides[viewer] ?? 0] ?? 'undecided';
}

/** Depots next to the market: parts of the board that hold fuel, with their contents by kind. */
export function storesOf({
    sheet,
    observation,
}: Pick<Scene, 'sheet' | 'observation'>): [name: string, row: number[]][] {
    const parts = (sheet.rules['parts'] ?? []) as readonly [name: string, opening: number[], holdsTokens: boolean][];
    return parts.flatMap(([name, , holdsTokens]) =>
        holdsTokens && name !== sheet.second_market?.part ? [[name, observation.parts[name] ?? []]] : [],
    );
}

export function isAtSecond(scene: Pick<Scene, 'sheet' | 'observation' | 'viewer'>): boolean {
    return sideOf(scene) === 'second';
}
