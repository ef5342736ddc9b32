// A finished game round by round, from the folded log.

import { foldAll } from '../game/fold.js';
import { SPECTATOR } from '../game/ids.js';
import { type TableFacts, openingFor } from '../game/sheet.js';
import type { HappenedFrame, Observation } from '../protocol/api.js';

/** `values[round - 1][seat]`; null without a value. */
export type Rounds = (number | null)[][];

export interface Moment {
    /** The version that shows it. */
    version: number;
    round: number;
    /** Key in `over.moment.*`. */
    kind: 'dearest' | 'growth' | 'income' | 'step' | 'last_round';
    seat: number | null;
    values: Record<string, number | string>;
}

export interface Chronicle {
    nRounds: number;
    /** When each round began. */
    starts: { version: number; round: number }[];
    cities: Rounds;
    powered: Rounds;
    income: Rounds;
    /** When the auction began. */
    money: Rounds;
    /** Income if all plants ran; in a game with cities, the number of cities they supply. */
    capacity: Rounds;
    /** Units in storage when the round ended. */
    fuel: Rounds;
    steps: { step: number; round: number }[];
    moments: Moment[];
    milliseconds: number;
    last: Observation;
}

export function chronicleOf(facts: TableFacts, log: readonly HappenedFrame[]): Chronicle {
    const rows = (): Rounds => [];
    const told: Chronicle = {
        nRounds: 0,
        starts: [],
        cities: rows(),
        powered: rows(),
        income: rows(),
        money: rows(),
        capacity: rows(),
        fuel: rows(),
        steps: [],
        moments: [],
        milliseconds: (log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0),
        last: openingFor(facts.sheet, SPECTATOR, true),
    };
    const best = new Best();
    for (const frame of log) {
        for (const event of frame.events) {
            const seen = told.last;
            told.last = foldAll(facts, seen, [event]);
            const round = told.last.round;
            if (event.event === 'phase_began' && event.phase === facts.sheet.first_of_round) {
                told.starts.push({ version: frame.version, round });
            }
            if (event.event === 'auctions_began') put(told.money, round, [...told.last.money]);
            if (event.event === 'cities_supplied') {
                putOne(facts, told.powered, round, event.seat, event.n_cities);
                putOne(facts, told.income, round, event.seat, event.income);
                best.take('income', event.income, {
                    version: frame.version,
                    round,
                    seat: event.seat,
                    values: { income: event.income },
                });
            }
            if (event.event === 'electricity_produced') {
                putOne(facts, told.income, round, event.seat, event.income);
                best.take('income', event.income, {
                    version: frame.version,
                    round,
                    seat: event.seat,
                    values: { income: event.income },
                });
            }
            if (event.event === 'plant_bought') {
                const plant = facts.cardNames[event.plant]!;
                best.take('dearest', event.price, {
                    version: frame.version,
                    round,
                    seat: event.seat,
                    values: { plant, price: event.price },
                });
            }
            if (event.event === 'step_began') {
                // An undone step may begin again.
                told.steps = [...told.steps.filter(({ step }) => step < event.step), { step: event.step, round }];
                told.moments.push({
                    kind: 'step',
                    version: frame.version,
                    round,
                    seat: null,
                    values: { step: event.step },
                });
            }
            if (event.event === 'last_round_set') {
                told.moments.push({
                    kind: 'last_round',
                    version: frame.version,
                    round,
                    seat: null,
                    values: { last: event.round },
                });
            }
            if (event.event === 'city_connected' || event.event === 'taken_back') {
                const grown = growth(told, round, event.seat);
                best.take('growth', grown, {
                    version: frame.version,
                    round,
                    seat: event.seat,
                    values: { count: grown },
                });
            }
            put(told.cities, round, [...told.last.n_cities]);
            put(told.capacity, round, capacity(facts, told.last));
            if (facts.fuelCards) put(told.fuel, round, fuelCards(facts, told.last));
        }
    }
    told.nRounds = told.last.round;
    finish(facts, told);
    told.moments = [...told.moments, ...best.moments()].sort((one, other) => one.version - other.version);
    return told;
}

/** The last round ends without income: only the scores count. */
function finish(facts: TableFacts, told: Chronicle): void {
    const { scored } = facts.edition;
    if (scored && told.last.scores.length > 0) put(told[scored], told.nRounds, [...told.last.scores]);
    for (const rounds of [told.cities, told.powered, told.income, told.money, told.capacity, told.fuel]) {
        for (let round = 1; round <= told.nRounds; round++) rounds[round - 1] ??= Array<null>(facts.nSeats).fill(null);
    }
}

class Best {
    readonly #found = new Map<string, [number, Moment]>();

    take(kind: Moment['kind'], value: number, moment: Omit<Moment, 'kind'>): void {
        const known = this.#found.get(kind);
        if (value > 0 && (!known || value > known[0])) this.#found.set(kind, [value, { kind, ...moment }]);
    }

    moments(): Moment[] {
        return [...this.#found.values()].map(([, moment]) => moment);
    }
}

function put(rounds: Rounds, round: number, row: number[]): void {
    if (round >= 1) rounds[round - 1] = row;
}

function putOne(facts: TableFacts, rounds: Rounds, round: number, seat: number, value: number): void {
    if (round < 1) return;
    const row = rounds[round - 1] ?? Array<number | null>(facts.nSeats).fill(null);
    row[seat] = value;
    rounds[round - 1] = row;
}

/** Cities that a seat has gained since the round before. */
function growth(told: Chronicle, round: number, seat: number): number {
    return (told.last.n_cities[seat] ?? 0) - (told.cities[round - 2]?.[seat] ?? 0);
}

function capacity(facts: TableFacts, seen: Observation): number[] {
    return seen.plants.map((plants) => plants.reduce((total, plant) => total + facts.plants[plant]!.output, 0));
}

function fuelCards(facts: TableFacts, seen: Observation): number[] {
    const units = facts.fuelCards!.faceUnits;
    return seen.plants.map((_, seat) =>
        seen.parts[`stored_${seat}`]!.reduce((total, held, face) => total + held * units[face]!, 0),
    );
}
