// @vitest-environment node
import { expect, it } from 'vitest';

import { likelyLinks, paidLinks } from '../../src/game/networks.js';
import { factsOf } from '../../src/game/sheet.js';
import { happenedOf } from '../frames.js';
import { sample } from '../games.js';

const from = sample();
/** Boards on which only links lead to cities. */
const boards = from.games.filter((game) => {
    const { cities, flat } = from.sheets[game.rules]!.rules.board;
    return cities.length > 0 && !flat;
});

/** The cities that are connected to the first one. */
function reached(cities: number[], links: readonly (readonly [number, number])[]): Set<number> {
    const found = new Set(cities.slice(0, 1));
    for (let size = -1; size !== found.size;) {
        size = found.size;
        for (const [one, other] of links) if (found.has(one) || found.has(other)) found.add(one).add(other);
    }
    return found;
}

it.each(boards.map((game) => [game.name, game] as const))(
    'every network of %s hangs together by the links that were paid',
    (_name, game) => {
        const facts = factsOf(from.sheets[game.rules]!);
        const log = happenedOf(from, game);
        const links = paidLinks(facts, log, log.length);
        const printed = new Set(
            facts.rules.board.links.map(([one, other]) => [one, other].sort((a, b) => a - b).join()),
        );
        for (let seat = 0; seat < facts.nSeats; seat++) {
            const cities = game.last.spaces.flatMap((owner, space) =>
                owner === seat ? [Math.floor(space / facts.nSpaces)] : [],
            );
            expect(cities.every((city) => reached(cities, links[seat]!).has(city))).toBe(true);
            expect(links[seat]!.every((each) => printed.has(each.join()))).toBe(true);
        }
        expect(paidLinks(facts, log, 0).flat()).toEqual([]);
        for (const [seat, likely] of likelyLinks(facts, game.last).entries()) {
            if (game.last.n_cities[seat] === 0) expect(likely).toEqual([]);
        }
    },
);
