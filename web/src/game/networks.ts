// Owners of links: networks that were paid for, where the log shows it.

import type { HappenedFrame, Observation } from '../protocol/api.js';
import type { TableFacts } from './sheet.js';

/** Two cities, the lower number first. */
export type Link = readonly [number, number];

/** A house on a board, with the links that were paid for it. */
export interface House {
    readonly city: number;
    readonly links: readonly Link[];
}

/** `houses[seat]` in the order in which they were built, after the entries up to a version, without undone ones. */
export function builtHouses(facts: TableFacts, happened: readonly HappenedFrame[], version = Infinity): House[][] {
    const built: House[][] = Array.from({ length: facts.nSeats }, () => []);
    for (const frame of happened) {
        if (frame.version > version) break;
        for (const event of frame.events) {
            if (event.event === 'city_connected') {
                built[event.seat]!.push({
                    city: event.city,
                    links: event.path.slice(1).map((city, at) => link(event.path[at]!, city)),
                });
            } else if (event.event === 'taken_back') {
                const cities = event.spaces.map((space) => Math.floor(space / facts.nSpaces));
                const houses = built[event.seat]!;
                for (const city of cities) {
                    const at = houses.map((house) => house.city).lastIndexOf(city);
                    if (at >= 0) houses.splice(at, 1);
                }
            }
        }
    }
    return built;
}

/** `links[seat]` after the entries up to a version, without undone ones. */
export function paidLinks(facts: TableFacts, happened: readonly HappenedFrame[], version: number): Link[][] {
    return builtHouses(facts, happened, version).map((houses) => distinct(houses.flatMap((house) => house.links)));
}

/** Without the log: every link between two cities of the same seat. */
export function likelyLinks(facts: TableFacts, observation: Observation): Link[][] {
    return Array.from({ length: facts.nSeats }, (_, seat) => {
        const owns = (city: number): boolean =>
            observation.spaces.slice(city * facts.nSpaces, (city + 1) * facts.nSpaces).includes(seat);
        return facts.rules.board.links.flatMap(([one, other]) => (owns(one) && owns(other) ? [link(one, other)] : []));
    });
}

function link(one: number, other: number): Link {
    return one < other ? [one, other] : [other, one];
}

function distinct(links: readonly Link[]): Link[] {
    return [...new Map(links.map((each) => [each.join(), each])).values()];
}
