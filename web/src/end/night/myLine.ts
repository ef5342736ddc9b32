// One line about the viewer's game: the place, what was supplied, and what decided or was missing.

import type { TableFacts } from '../../game/sheet';
import type { Key } from '../../words/keys';
import type { NightSeat } from './night';

type Values = Record<string, string | number>;

export interface Said {
    readonly key: Key;
    readonly values: Values;
    /** Seats that the sentence names. */
    readonly seats?: readonly number[];
    /** Kinds of fuel that the sentence names. */
    readonly kinds?: readonly number[];
}

/** The seat whose line is shown: the viewer's, or for a watcher the winner's; -1 without a winner. */
export function seatOfLine(seats: readonly NightSeat[], viewer: number): number {
    if (seats.some(({ seat }) => seat === viewer)) return viewer;
    return seats.find(({ place }) => place === 1)?.seat ?? -1;
}

/** The clause after the place; the first that is true of tie-break, fuel, plants and cities. */
export function clauseOf(facts: TableFacts, seats: readonly NightSeat[], seat: number): Said | null {
    const own = seats.find((each) => each.seat === seat);
    const winner = seats.find(({ place }) => place === 1);
    if (!own || !winner) return null;
    return own.place === 1 ? won(facts, seats, own) : lost(facts, own, winner);
}

function won(facts: TableFacts, seats: readonly NightSeat[], own: NightSeat): Said | null {
    const others = seats.filter((each) => each !== own);
    const equal = others.filter(({ place }) => place === 1).map(({ seat }) => seat);
    if (equal.length > 0) return { key: 'over.line.shared', values: {}, seats: equal };
    const [next] = others;
    if (!next) return null;
    if (next.score === own.score) return tie(own, next);
    const more = own.score - next.score;
    if (facts.edition.unit === 'points') return { key: 'over.line.ahead', values: { count: more }, seats: [next.seat] };
    const spare = more - (winsTie(facts, own, next) ? 0 : 1);
    return spare > 0
        ? { key: 'over.line.spare', values: { count: spare } }
        : { key: 'over.line.just', values: {}, seats: [next.seat] };
}

/** The rule that put the winner before the next seat. */
function tie(own: NightSeat, next: NightSeat): Said | null {
    if (!own.tie) return null;
    if (own.tie.key === 'over.tie.money')
        return { key: 'over.line.by_money', values: { count: own.money - next.money } };
    if (own.tie.key === 'over.tie.cities')
        return { key: 'over.line.by_cities', values: { count: own.cities - next.cities } };
    return {
        key: own.tie.key === 'over.tie.plant' ? 'over.line.by_plant' : 'over.line.by_rest',
        values: own.tie.values,
    };
}

function lost(facts: TableFacts, own: NightSeat, winner: NightSeat): Said {
    const isPoints = facts.edition.unit === 'points';
    const seats = [winner.seat];
    if (own.score === winner.score) return lostTie(facts, own, winner);
    const short = shortOfFuel(own, isPoints);
    if (short) return short;
    const behind = winner.score - own.score;
    if (isPoints) return { key: 'over.line.behind', values: { count: behind }, seats };
    const least = winner.score + (winsTie(facts, own, winner) ? 0 : 1);
    const dark = own.cities - own.score;
    if (dark > 0) {
        const key = own.cities >= least ? 'over.line.plants_win' : 'over.line.plants';
        return { key, values: { count: dark, target: own.cities } };
    }
    return { key: 'over.line.cities', values: { count: least - own.score } };
}

function lostTie(facts: TableFacts, own: NightSeat, winner: NightSeat): Said {
    const seats = [winner.seat];
    if ((facts.rules.money_per_point ?? 0) > 0) return { key: 'over.line.lost_tie', values: {}, seats };
    if (own.money !== winner.money)
        return { key: 'over.line.lost_money', values: { count: winner.money - own.money }, seats };
    return { key: 'over.line.lost_cities', values: { count: winner.cities - own.cities }, seats };
}

/** The plant that would have helped the most, if its fuel had been there. */
function shortOfFuel(own: NightSeat, isPoints: boolean): Said | null {
    const found = own.plants
        .flatMap(({ lack, output }) => {
            if (!lack || lack.units === 0) return [];
            const target = isPoints ? own.score + output : Math.min(own.output + output, own.cities);
            return target > own.score ? [{ target, ...lack }] : [];
        })
        .sort((one, other) => other.target - one.target || one.units - other.units);
    const [best] = found;
    return best
        ? { key: 'over.line.fuel', values: { count: best.units, target: best.target }, kinds: best.kinds }
        : null;
}

/** True if a seat with the same score as another would be placed before it. */
function winsTie(facts: TableFacts, own: NightSeat, other: NightSeat): boolean {
    if (own.money !== other.money) return own.money > other.money;
    return facts.rules.cities_break_ties && own.cities > other.cities;
}
