// Cities that concern a viewer: their network, and the cities they can have.

import type { BoardDrawing } from './data/board';
import type { CityLook } from './looks';
import type { Concerns } from './view';

export function concernsOf(board: BoardDrawing, looks: readonly CityLook[]): Concerns {
    const drawn = (wanted: (look: CityLook) => boolean) =>
        looks.filter((look) => look.inPlay && wanted(look)).map(({ city }) => board.cities[city]!);
    const price = (look: CityLook): number => look.quote?.total ?? 0;
    const reach = looks.filter((look) => look.inPlay && look.reach === 'offered' && !look.isPlanned);
    return {
        own: drawn((look) => look.isMine || look.isPlanned),
        reach: reach.toSorted((one, other) => price(one) - price(other)).map(({ city }) => board.cities[city]!),
        inPlay: drawn(() => true),
    };
}
