/** Digest of the moves during an absence: one line for each seat and phase, the markets, the order. */
import { firstToken } from '../design/ladder';
import type { TableFacts } from '../game/sheet';
import { members } from '../game/masks';
import type { Event, HappenedFrame, Observation, TableSheet } from '../protocol/api';
import { behindOf, laddersNow } from '../table/marketNow';

/** Actions of a seat in a phase; `amount` is the change of its money. */
export interface DigestLine {
    readonly seat: number;
    readonly plants: number[];
    /** By kind. */
    readonly fuel: number[];
    readonly cards: number[];
    readonly cities: number[];
    /** Cities supplied, or -1 without a run. */
    supplied: number;
    amount: number;
}

export interface DigestPhase {
    readonly round: number;
    readonly phase: number;
    readonly lines: DigestLine[];
}

export interface Digest {
    readonly since: number;
    /** Milliseconds between the last seen event and the last event. */
    readonly span: number;
    readonly moves: number;
    readonly phases: readonly DigestPhase[];
    readonly fresh: readonly number[];
    readonly under: readonly number[];
    readonly gone: readonly number[];
    readonly prices: readonly { readonly kind: number; readonly before: number; readonly after: number }[];
    /** The order, if it has changed. */
    readonly order: readonly number[];
    /** Places of new houses. */
    readonly built: readonly { readonly city: number; readonly seat: number }[];
}

/** Minimum number of lines for a digest; fewer are left to the log. */
export const FEWEST_LINES = 7;

export function digestOf(
    facts: TableFacts,
    sheet: TableSheet,
    frames: readonly HappenedFrame[],
    before: Observation,
    after: Observation,
    lastAt: number,
): Digest {
    const phases: DigestPhase[] = [];
    let round = before.round;
    let phase = before.phase;
    let moves = 0;
    const built: { city: number; seat: number }[] = [];
    const under: number[] = [];
    const gone: number[] = [];
    for (const event of frames.flatMap((frame) => frame.events)) {
        if (event.event === 'phase_began') ({ round, phase } = event);
        if (event.event === 'card_went_under') under.push(event.card);
        if (event.event === 'card_left') gone.push(event.card);
        if (event.event === 'city_connected') built.push({ city: event.city, seat: event.seat });
        if (isSeatAction(event)) {
            moves += 1;
            note(lineOf(phases, round, phase, event.seat, facts), event);
        }
    }
    return {
        since: frames[0] ? frames[0].version - 1 : 0,
        span: Math.max(0, (frames.at(-1)?.at ?? lastAt) - lastAt),
        moves,
        phases,
        fresh: after.market.filter((card) => !before.market.includes(card)),
        under,
        gone,
        prices: sheet.kinds.flatMap((_, kind) => {
            const prices = [before, after].map((seen) => priceOf(sheet, seen, kind));
            return prices[0] === prices[1] || prices[1] === 0 ? [] : [{ kind, before: prices[0]!, after: prices[1]! }];
        }),
        order: after.order.some((seat, place) => seat !== before.order[place]) ? after.order : [],
        built,
    };
}

/** Number of lines of a digest. */
export function linesIn(digest: Digest): number {
    return digest.phases.reduce((sum, { lines }) => sum + lines.length, 0) + digest.fresh.length;
}

/** Price of the next token of a kind; 0 if there is none. */
function priceOf(sheet: TableSheet, seen: Observation, kind: number): number {
    const shown = { sheet, observation: seen };
    const ladder = laddersNow(shown)[kind];
    const tokens = seen.tokens[kind] ?? 0;
    if (!ladder || (tokens > 0 && tokens <= ladder.n_closed)) return 0;
    return ladder.prices[firstToken(ladder, tokens)] ?? ((behindOf(shown)[kind] ?? 0) > 0 ? ladder.store_price : 0);
}

type SeatAction = Extract<
    Event,
    {
        event:
            | 'plant_bought'
            | 'plant_scrapped'
            | 'auction_passed'
            | 'resources_bought'
            | 'fuel_card_bought'
            | 'city_connected'
            | 'cities_supplied'
            | 'electricity_produced'
            | 'turn_finished'
            | 'bid_made'
            | 'plant_offered'
            | 'seat_dropped_out';
    }
>;

const SEAT_ACTIONS = new Set<string>([
    'plant_bought',
    'plant_scrapped',
    'auction_passed',
    'resources_bought',
    'fuel_card_bought',
    'city_connected',
    'cities_supplied',
    'electricity_produced',
    'turn_finished',
    'bid_made',
    'plant_offered',
    'seat_dropped_out',
]);

function isSeatAction(event: Event): event is SeatAction {
    return SEAT_ACTIONS.has(event.event);
}

function lineOf(phases: DigestPhase[], round: number, phase: number, seat: number, facts: TableFacts): DigestLine {
    let last = phases.at(-1);
    if (!last || last.round !== round || last.phase !== phase) {
        last = { round, phase, lines: [] };
        phases.push(last);
    }
    const known = last.lines.find((line) => line.seat === seat);
    if (known) return known;
    const fuel = facts.kinds.map(() => 0);
    const made: DigestLine = { seat, plants: [], fuel, cards: [], cities: [], supplied: -1, amount: 0 };
    last.lines.push(made);
    return made;
}

function note(line: DigestLine, event: SeatAction): void {
    switch (event.event) {
        case 'plant_bought':
            line.plants.push(event.plant);
            line.amount -= event.price;
            return;
        case 'resources_bought':
            line.fuel[event.resource]! += event.amount;
            line.amount -= event.cost;
            return;
        case 'fuel_card_bought':
            line.cards.push(event.card);
            line.amount -= event.cost;
            return;
        case 'city_connected':
            line.cities.push(event.city);
            line.amount -= event.house + event.connection;
            return;
        case 'cities_supplied':
            line.supplied = event.n_cities;
            line.amount += event.income;
            return;
        case 'electricity_produced':
            line.supplied = 0;
            line.plants.push(...members(event.plants));
            line.amount += event.income;
            return;
        default:
            return;
    }
}
