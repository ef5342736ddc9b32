// Names on the map: a word with which all of them begin, as on a board of numbered spaces, is left out there.

import type { BoardDrawing } from './data/board';

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
