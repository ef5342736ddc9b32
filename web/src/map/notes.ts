// What a board says about a price beside its usual parts, with the clause behind it. The words lie with the board.

import type { CityLook } from './looks';
import type { Say, Scene } from './scene';

export interface Note {
    readonly text: string;
    readonly clause: string;
}

function noteOf(own: Say, key: string): Note | null {
    const text = own(key);
    return text ? { text, clause: own(`${key}.rule`) } : null;
}

/** True if a seat with cities starts a separate network: no path leads from them to this one. */
export function startsSeparately(
    look: CityLook,
    { observation, viewer }: Pick<Scene, 'observation' | 'viewer'>,
): boolean {
    return look.quote?.path?.length === 1 && (observation?.n_cities[viewer] ?? 0) > 0;
}

/** Differences of this city's price: its connection and its places. */
export function notesOn(look: CityLook, scene: Scene): Note[] {
    const { own, board } = scene;
    const { quote } = look;
    if (!own || !look.inPlay || look.isMine || quote?.total === undefined) return [];
    const key = `board.${board.id.replace('-recharged', '')}`;
    const way =
        quote.path?.length === 1
            ? noteOf(own, `${key}.way.${startsSeparately(look, scene) ? 'new' : 'first'}`)
            : (quote.way ?? 0) > 0
              ? noteOf(own, `${key}.way`)
              : null;
    const spaces = look.hasOwnPlaces ? noteOf(own, `${key}.spaces.${look.places.length}`) : null;
    return [way, spaces].flatMap((note) => note ?? []);
}
