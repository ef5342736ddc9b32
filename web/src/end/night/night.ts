// The last powering of a finished game: which cities and plants of each seat are lit, and what the others lacked.

import { builtHouses, type House, likelyLinks } from '../../game/networks';
import type { Plant, TableFacts } from '../../game/sheet';
import type { HappenedFrame, Observation, TableResult } from '../../protocol/api';
import { type Place, placesOf } from '../ranking';

/** Units that a plant lacked, of any of its kinds. */
export interface Lack {
    readonly units: number;
    readonly kinds: readonly number[];
}

export interface NightPlant {
    readonly card: number;
    readonly output: number;
    readonly runs: boolean;
    /** Null for a plant that runs. */
    readonly lack: Lack | null;
}

export interface NightSeat extends Place {
    /** The number beside the seat: its score, or its cities if the game ended early. */
    readonly count: number;
    /** Cities that are lit: the first ones that it built. */
    readonly lit: number;
    /** In the order in which they were built. */
    readonly houses: readonly House[];
    readonly plants: readonly NightPlant[];
    /** Output of the plants that run. */
    readonly output: number;
}

/** The seats of a finished game, the winner first. */
export function nightOf(
    facts: TableFacts,
    log: readonly HappenedFrame[],
    last: Observation,
    result: TableResult | null = null,
): NightSeat[] {
    const isWhole = result === null || result.ended === 'played';
    const built = builtHouses(facts, log);
    const likely = likelyLinks(facts, last);
    return placesOf(facts, last, result).map((place) => {
        const { seat, score, cities } = place;
        const plants = runOf(facts, last, seat);
        // Without the whole log, as in a table tried from a position, the order is that of the board.
        const houses = built[seat]!.length === cities ? built[seat]! : housesOf(facts, last, seat, likely[seat]!);
        return {
            ...place,
            count: isWhole ? score : cities,
            lit: isWhole ? Math.min(score, houses.length) : houses.length,
            houses,
            plants,
            output: plants.reduce((sum, plant) => sum + (plant.runs ? plant.output : 0), 0),
        };
    });
}

/** The plants of a seat that produce the most with its fuel run; each other one has what it lacks. */
function runOf(facts: TableFacts, last: Observation, seat: number): NightPlant[] {
    const cards = last.plants[seat] ?? [];
    const plants = cards.map((card) => facts.plants[card]!);
    const fuel = fuelOf(facts, last, seat);
    let best = { output: -1, set: 0, left: fuel };
    for (let set = 0; set < 1 << plants.length; set += 1) {
        const running = plants.filter((_, place) => set & (1 << place));
        const left = burn(running, fuel);
        const output = running.reduce((sum, plant) => sum + plant.output, 0);
        if (left && output > best.output) best = { output, set, left };
    }
    return plants.map(({ kinds, need, output }, place) => {
        const runs = (best.set & (1 << place)) > 0;
        const there = kinds.reduce((sum, kind) => sum + (best.left[kind] ?? 0), 0);
        return { card: cards[place]!, output, runs, lack: runs ? null : { units: Math.max(need - there, 0), kinds } };
    });
}

/** Units of each kind that a seat has. */
function fuelOf(facts: TableFacts, last: Observation, seat: number): number[] {
    const cards = facts.fuelCards;
    if (!cards)
        return facts.kinds.map((_, kind) => last.stored[seat]!.reduce((sum, held) => sum + (held[kind] ?? 0), 0));
    const fuel = facts.kinds.map(() => 0);
    (last.parts[`stored_${seat}`] ?? []).forEach((held, face) => {
        fuel[cards.kindOf[cards.faceCard[face]!]!]! += held * cards.faceUnits[face]!;
    });
    return fuel;
}

/** The fuel that is left when plants run; null if it does not suffice. Hybrids burn what the others leave. */
function burn(running: readonly Plant[], fuel: readonly number[]): number[] | null {
    const left = [...fuel];
    const byChoice = [...running].sort((one, other) => one.kinds.length - other.kinds.length);
    for (const { kinds, need } of byChoice) {
        let missing = kinds.length > 0 ? need : 0;
        for (const kind of kinds) {
            const taken = Math.min(missing, left[kind]!);
            left[kind]! -= taken;
            missing -= taken;
        }
        if (missing > 0) return null;
    }
    return left;
}

function housesOf(facts: TableFacts, last: Observation, seat: number, links: readonly House['links'][0][]): House[] {
    const drawn = new Set<string>();
    return facts.rules.board.cities.flatMap((_, city) => {
        if (!last.spaces.slice(city * facts.nSpaces, (city + 1) * facts.nSpaces).includes(seat)) return [];
        const own = links.filter((each) => each.includes(city) && !drawn.has(each.join()));
        for (const each of own) drawn.add(each.join());
        return [{ city, links: own }];
    });
}
