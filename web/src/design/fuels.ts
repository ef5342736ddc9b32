/** Drawings of the kinds of fuel. A plant without fuel is drawn as "eco". */
import type { PlantFace } from '../protocol/api';

export const ECO = 'eco';

/** The names of the colours of a plant: one, or two for a hybrid. */
export function coloursOf(plant: PlantFace, kinds: readonly string[]): string[] {
    const burned = plant.kinds.map((kind) => kinds[kind] ?? ECO);
    return burned.length > 0 ? burned : [ECO];
}

/** The halves of a hybrid's symbol, left and right, by their kinds. */
const HALVES: Record<string, [string, string]> = {
    'coal+oil': ['hyb-l', 'hyb-r'],
    'gas+oil': ['hyb-g', 'hyb-r'],
};

/** The two halves with which a hybrid's symbol is drawn. */
export function halvesOf(colours: readonly string[]): [string, string] {
    return HALVES[colours.join('+')] ?? ['hyb-l', 'hyb-r'];
}
