// @vitest-environment node
// Positions that the engine played, as the server sends them. `tools/export_map_positions.py`
// writes them, with what the engine charges for each city on offer.

import { describe, expect, test } from 'vitest';
import type { Observation, Offer } from '../../src/protocol/api';
import { loadBoard } from '../../src/map/data/index';
import { type Way, isInPlay, looksOf } from '../../src/map/looks';
import { seatsOnLinks } from '../../src/map/networks';
import { spoken } from '../../src/map/report';
import played from './played.json';
import { speaking } from './words';

interface Played {
    board: string;
    observation: Observation;
    offers: Offer[];
    ways: Way[];
    space_costs: number[];
    charges: [number, number, number, number[]][];
}

const positions = played as unknown as Played[];

test('there is a position of every board', () => {
    expect(positions.map(({ board }) => board).sort()).toEqual([
        'europe',
        'germany',
        'germany-recharged',
        'north-america',
        'usa',
        'usa-recharged',
    ]);
});

describe.each(positions)('$board', ({ board: name, observation, offers, ways, space_costs, charges }) => {
    const shown = { observation, offers, viewer: observation.viewer, spaceCosts: space_costs };

    test('every city on offer shows what the engine charges', async () => {
        const looks = looksOf(await loadBoard(name), shown);
        expect(charges.length).toBeGreaterThanOrEqual(4);
        expect(
            looks
                .filter(({ reach }) => reach === 'offered')
                .map(({ city }) => city)
                .sort(),
        ).toEqual(charges.map(([city]) => city).sort());
        for (const [city, house, way] of charges) {
            expect(looks[city]!.quote).toEqual({ city, total: house + way, house, way });
        }
    });

    test('every seat has as many cities as the observation counts, all of them in play', async () => {
        const board = await loadBoard(name);
        const looks = looksOf(board, shown);
        observation.n_cities.forEach((count, seat) => {
            expect(looks.filter(({ places }) => places.includes(seat))).toHaveLength(count);
        });
        for (const { city, inPlay, places } of looks) {
            expect(inPlay).toBe(isInPlay(observation.regions, board.cities[city]!.region));
            if (!inPlay) expect(places.every((place) => typeof place !== 'number')).toBe(true);
        }
    });

    test('every paid way is drawn along links of the board', async () => {
        const board = await loadBoard(name);
        const seats = seatsOnLinks(board, observation, ways);
        for (const { seat, path } of ways) {
            path.slice(1).forEach((city, index) => {
                const link = board.links.findIndex(({ ends }) => ends.includes(city) && ends.includes(path[index]!));
                expect(seats[link]).toContain(seat);
            });
        }
    });

    test("the engine's path, once the server sends it, is spoken and drawn as it is charged", async () => {
        const board = await loadBoard(name);
        const quotes = charges.map(([city, house, way, path]) => ({ city, house, way, path, total: house + way }));
        const looks = looksOf(board, { ...shown, quotes });
        const scene = { board, observation, viewer: observation.viewer, seatNames: [], say: speaking('en') };
        for (const { city, path, way, total } of quotes) {
            const costs = path
                .slice(1)
                .map(
                    (next, index) =>
                        board.links.find(({ ends }) => ends.includes(next) && ends.includes(path[index]!))?.cost ?? NaN,
                );
            expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(way);
            expect(spoken(looks[city]!, scene)).toContain(`way ${String(way)}, together ${String(total)}`);
        }
    });
});
