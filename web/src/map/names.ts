// Names on the map: a word with which all of them begin, as on a board of numbered spaces, is left out.

import type { BoardDrawing } from './data/board';
import type { Say } from './scene';

/** A board of numbered spaces with names in the reader's language; another board as it is. */
export function withOwnNames(board: BoardDrawing, own: Say | undefined): BoardDrawing {
    const nameOf = (name: string): string =>
        own?.(`board.${board.id}.city`, { number: /\d+$/.exec(name)?.[0] ?? '' }) || name;
    if (board.cities.every(({ name }) => nameOf(name) === name)) return board;
    return { ...board, cities: board.cities.map((city) => ({ ...city, name: nameOf(city.name) })) };
}

export function withShortNames(board: BoardDrawing): BoardDrawing {
    const [word = ''] = board.cities[0]?.name.split(' ') ?? [];
    const all = `${word} `;
    if (!board.cities.every(({ name }) => name.startsWith(all))) return board;
    return {
        ...board,
        cities: board.cities.map((city) => ({
            ...city,
            label: { ...city.label, lines: [city.name.slice(all.length)] },
        })),
    };
}
