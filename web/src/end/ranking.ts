// Ranking of the seats, with the rules that broke ties.

import { endCities } from '../game/endCities';
import type { TableFacts } from '../game/sheet.js';
import type { Observation, TableResult } from '../protocol/api.js';
import type { Key } from '../words/keys';

/** The rule that ranks a seat before the next one with the same score. */
export type TieBreak = { key: Key; values: Record<string, number> } | null;

export interface Place {
    seat: number;
    /** From 1; equal in everything means the same place. */
    place: number;
    score: number;
    money: number;
    cities: number;
    tie: TieBreak;
}

/** Ranking of the table's result, which includes resigned seats; without a result that of the rules. */
export function placesOf(facts: TableFacts, last: Observation, result: TableResult | null = null): Place[] {
    const ranking = result?.seats.map((each) => each.place) ?? last.ranking;
    const places = ranking.map((place, seat) => ({
        seat,
        place,
        score: last.scores[seat] ?? 0,
        money: last.money[seat]!,
        cities: last.n_cities[seat]!,
        tie: null as TieBreak,
    }));
    places.sort((one, other) => one.place - other.place || one.seat - other.seat);
    places.forEach((each, at) => {
        const next = places[at + 1];
        const isRanked = last.ranking.length > 0 && result?.seats[next?.seat ?? -1]?.how !== 'resigned';
        if (next && isRanked && next.score === each.score) each.tie = tieBreak(facts, last, each, next);
    });
    return places;
}

function tieBreak(facts: TableFacts, last: Observation, one: Place, other: Place): TieBreak {
    if (one.place === other.place) return { key: 'over.tie.shared', values: {} };
    const perPoint = facts.rules.money_per_point ?? 0;
    if (perPoint > 0) {
        const [left, right] = [one.money % perPoint, other.money % perPoint];
        if (left !== right) return { key: 'over.tie.rest', values: { mine: left, theirs: right } };
        return {
            key: 'over.tie.plant',
            values: { mine: largest(facts, last, one.seat), theirs: largest(facts, last, other.seat) },
        };
    }
    if (one.money !== other.money) return { key: 'over.tie.money', values: { mine: one.money, theirs: other.money } };
    return { key: 'over.tie.cities', values: { mine: one.cities, theirs: other.cities } };
}

function largest(facts: TableFacts, last: Observation, seat: number): number {
    return Math.max(0, ...last.plants[seat]!.map((plant) => facts.plants[plant]!.number));
}

/** Reason for the end of the game: a key of `over.why.*`. */
export function endReason(
    facts: TableFacts,
    last: Observation,
): { key: `over.why.${string}`; values: Record<string, number>; seat: number | null } {
    if (facts.fuelCards) return { key: 'over.why.last_round', values: { round: last.round }, seat: null };
    const most = Math.max(...last.n_cities);
    if (most < endCities(facts.rules, last.regions))
        return { key: 'over.why.dry', values: { round: last.round }, seat: null };
    const seat = last.n_cities.indexOf(most);
    return { key: 'over.why.cities', values: { cities: most, round: last.round }, seat };
}
