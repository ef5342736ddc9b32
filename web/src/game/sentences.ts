// The log in words: each event as a key with its values. The words themselves are in words.*.json.

import type { Event, HappenedFrame } from "../protocol/api.js";
import { NONE } from "./ids.js";
import { members } from "./masks.js";
import type { FuelCardFacts, TableFacts } from "./sheet.js";

/** A word inside a sentence that has to be looked up itself. */
export type Part =
    | { word: string; values?: Record<string, string | number> }
    | { seat: number }
    | { city: number }
    | { region: number };

export interface Sentence {
    /** Of words.*.json; with `_you` where there is such a form and the seat is the reader's. */
    key: string;
    /** Whose deed it is. */
    seat: number | null;
    values: Record<string, string | number>;
    /** Values that are words or lists of words. */
    parts: Record<string, Part[]>;
}

/** Who puts a sentence into a language. `t` is that of words/index.ts, or like it. */
export interface Speaker {
    t: (key: string, values: Record<string, unknown>) => string;
    language: string;
    /** The reader's own seat, or -3. */
    viewer: number;
    seatName: (seat: number) => string;
    cityName: (city: number) => string;
    regionName: (region: number) => string;
}

/** The sentence in the speaker's language. */
export function say(sentence: Sentence, speaker: Speaker): string {
    const { before, name, after } = sayAround(sentence, speaker);
    return before + name + after;
}

/** The sentence before and after the name of its seat, which may be drawn in a way of its own. */
export function sayAround(sentence: Sentence, speaker: Speaker): { before: string; name: string; after: string } {
    const values: Record<string, unknown> = { ...sentence.values };
    for (const [name, parts] of Object.entries(sentence.parts)) {
        values[name] = list(parts.map((part) => word(part, speaker)), speaker.language);
    }
    if (sentence.seat !== null) {
        values["seat"] = NAME;
        if (sentence.seat === speaker.viewer) values["context"] = "you";
    }
    const text = speaker.t(sentence.key, values);
    const at = text.indexOf(NAME);
    if (at < 0) return { before: text, name: "", after: "" };
    return { before: text.slice(0, at), name: speaker.seatName(sentence.seat!), after: text.slice(at + 1) };
}

/** Stands for the name of the seat until the sentence is cut there. */
const NAME = "\u0000";

function word(part: Part, speaker: Speaker): string {
    if ("seat" in part) return speaker.seatName(part.seat);
    if ("city" in part) return speaker.cityName(part.city);
    if ("region" in part) return speaker.regionName(part.region);
    return speaker.t(part.word, part.values ?? {});
}

/** By language: making one takes longer than using it on a whole log. */
const lists = new Map<string, Intl.ListFormat>();

function list(words: string[], language: string): string {
    const known = lists.get(language) ?? new Intl.ListFormat(language, { type: "conjunction" });
    lists.set(language, known);
    return known.format(words);
}

/** Everything that an entry tells, in order; cards that are dealt together are told together. */
export function tellEntry(facts: TableFacts, frame: Pick<HappenedFrame, "events" | "kind" | "seat">): Sentence[] {
    const told: Sentence[] = [];
    const outside = tellDeed(frame);
    if (outside) told.push(outside);
    let dealt: Part[] = [];
    const flush = (): void => {
        if (dealt.length > 0) told.push(sentence("told.fuel_dealt", null, {}, { cards: dealt }));
        dealt = [];
    };
    for (const event of frame.events) {
        if (event.event === "fuel_dealt" && facts.fuelCards) {
            const price = facts.fuelCards.prices[event.column]!;
            dealt.push(fuelCard(facts, event.card, "told.part.card_for", { price }));
            continue;
        }
        const found = tell(facts, event);
        if (!found) continue;
        flush();
        told.push(found);
    }
    flush();
    return told;
}

const DEEDS = new Set([
    "sat_down",
    "stood_up",
    "got_ready",
    "began",
    "handed_over",
    "limit_left",
    "paused",
    "resumed",
    "revealed",
]);

function tellDeed(frame: Pick<HappenedFrame, "kind" | "seat">): Sentence | null {
    return DEEDS.has(frame.kind) ? sentence(`told.deed.${frame.kind}`, frame.seat) : null;
}

/** One event, or nothing where another event says it better. */
export function tell(facts: TableFacts, event: Event): Sentence | null {
    switch (event.event) {
        case "order_set":
            return sentence("told.order_set", null, {}, { seats: event.order.map((seat) => ({ seat })) });
        case "regions_chosen": {
            const regions = members(event.regions).map((region) => ({ region }));
            const isDraft = event.seat !== NONE;
            return sentence(isDraft ? "told.region_drafted" : "told.regions_chosen", isDraft ? event.seat : null, {}, { regions });
        }
        case "step_began":
            return sentence("told.step_began", null, { step: event.step });
        case "game_ended": {
            const winners = event.ranking.flatMap((place, seat) => (place === 1 ? [{ seat }] : []));
            const points = facts.fuelCards ? "points" : "cities";
            const score = event.scores[winners[0]!.seat]!;
            const alone = winners.length === 1;
            return sentence(`told.game_ended.${alone ? "won" : "shared"}.${points}`, alone ? winners[0]!.seat : null, { count: score }, { winners });
        }
        default:
            return tellAuction(facts, event) ?? tellMarket(facts, event) ?? tellTurn(facts, event) ?? tellFuel(facts, event) ?? tellTrust(facts, event);
    }
}

function tellAuction(facts: TableFacts, event: Event): Sentence | null {
    switch (event.event) {
        case "plant_offered":
            return sentence("told.plant_offered", event.seat, { plant: facts.cardNames[event.plant]!, bid: event.bid });
        case "bid_made":
            return sentence("told.bid_made", event.seat, { amount: event.amount });
        case "seat_dropped_out":
            return sentence("told.seat_dropped_out", event.seat);
        case "auction_passed":
            return sentence("told.auction_passed", event.seat);
        case "plant_bought":
            return sentence("told.plant_bought", event.seat, { plant: facts.cardNames[event.plant]!, price: event.price });
        case "plant_scrapped": {
            const lost = fuels(facts, event.lost);
            const form = lost.length > 0 ? "lost" : event.paid > 0 ? "paid" : "plain";
            const values = { plant: facts.cardNames[event.plant]!, paid: event.paid };
            return sentence(`told.plant_scrapped.${form}`, event.seat, values, { lost });
        }
        case "contractor_advanced":
            return sentence("told.contractor_advanced", null, { number: event.card + 1 });
        default:
            return null;
    }
}

const CAUSES = ["obsolete", "unsold", "undercut", "step", "upkeep"];

function tellMarket(facts: TableFacts, event: Event): Sentence | null {
    switch (event.event) {
        case "card_joined":
            return sentence("told.card_joined", null, {}, { card: [card(facts, event.card)] });
        case "card_left": {
            // A plant that was given up is told with who did it.
            const cause = CAUSES[event.cause];
            return cause ? sentence(`told.card_left.${cause}`, null, {}, { card: [card(facts, event.card)] }) : null;
        }
        case "card_went_under":
            return sentence("told.card_went_under", null, {}, { card: [card(facts, event.card)] });
        case "stack_shuffled":
            return sentence("told.stack_shuffled", null);
        case "stack_ran_dry":
            return sentence("told.stack_ran_dry", null);
        case "market_resized":
            return sentence("told.market_resized", null, { size: event.size, current: event.current });
        case "discount_moved":
            return event.card === NONE
                ? sentence("told.discount_aside", null)
                : sentence("told.discount_moved", null, {}, { card: [card(facts, event.card)] });
        case "market_refilled":
            return some(fuels(facts, event.amounts), (amounts) => sentence("told.market_refilled", null, {}, { amounts }));
        case "kinds_closed":
            return sentence("told.kinds_closed", null, {}, {
                kinds: members(event.kinds).map((kind) => ({ word: `told.kind.${facts.kinds[kind]}` })),
            });
        default:
            return null;
    }
}

function tellTurn(facts: TableFacts, event: Event): Sentence | null {
    switch (event.event) {
        case "resources_bought":
            return sentence("told.resources_bought", event.seat, { cost: event.cost }, {
                fuel: [fuel(facts, event.resource, event.amount)],
            });
        case "city_connected": {
            const through = event.path.slice(1, -1).map((city) => ({ city }));
            const values = { cost: event.house + event.connection, house: event.house, connection: event.connection };
            const form = event.connection === 0 ? "house" : through.length > 0 ? "through" : "way";
            return sentence(`told.city_connected.${form}`, event.seat, values, { city: [{ city: event.city }], through });
        }
        case "turn_finished":
            return sentence("told.turn_finished", event.seat);
        case "taken_back":
            return sentence("told.taken_back", event.seat);
        case "cities_supplied":
            return event.plants === 0
                ? sentence("told.idle", event.seat, { income: event.income })
                : sentence("told.cities_supplied", event.seat, { count: event.n_cities, income: event.income });
        default:
            return null;
    }
}

function tellFuel(facts: TableFacts, event: Event): Sentence | null {
    const cards = facts.fuelCards;
    if (!cards) return null;
    switch (event.event) {
        case "fuel_dealt":
            return tellEntry(facts, { events: [event], kind: "", seat: null })[0] ?? null;
        case "fuel_card_bought": {
            const spilled = cards.unitsOf[event.card]! - event.kept;
            const key = spilled > 0 ? "told.fuel_card_bought.spilled" : "told.fuel_card_bought.kept";
            return sentence(key, event.seat, { cost: event.cost, spilled }, { card: [fuelCard(facts, event.card)] });
        }
        case "electricity_produced":
            return event.plants === 0
                ? sentence("told.idle", event.seat, { income: event.income })
                : sentence("told.electricity_produced", event.seat, { income: event.income }, {
                      plants: members(event.plants).map((plant) => ({ word: "told.part.plant", values: { plant: facts.cardNames[plant]! } })),
                  });
        case "fuel_lost":
            return sentence("told.fuel_lost", event.seat, {}, { lost: turned(facts, cards, event.turns) });
        case "fuel_moved":
            return some(event.moves, (moves) =>
                sentence("told.fuel_moved", null, {}, {
                    cards: moves.map(([each, from, to]) =>
                        fuelCard(facts, each!, "told.part.card_moved", { from: cards.prices[from!]!, to: cards.prices[to!]! }),
                    ),
                }),
            );
        case "fuel_reshuffled":
            return sentence("told.fuel_reshuffled", null, { number: event.number });
        case "last_round_set":
            return sentence("told.last_round_set", null, { round: event.round });
        default:
            return null;
    }
}

function tellTrust(facts: TableFacts, event: Event): Sentence | null {
    switch (event.event) {
        case "trust_took_plant": {
            const values = { plant: facts.cardNames[event.plant]! };
            return event.scrapped === NONE
                ? sentence("told.trust_took_plant", null, values)
                : sentence("told.trust_swapped_plant", null, { ...values, scrapped: facts.cardNames[event.scrapped]! });
        }
        case "trust_took_fuel":
            return some(fuels(facts, event.amounts), (amounts) => sentence("told.trust_took_fuel", null, {}, { amounts }));
        case "trust_burned_fuel":
            return some(fuels(facts, event.amounts), (amounts) => sentence("told.trust_burned_fuel", null, {}, { amounts }));
        case "trust_built":
            return sentence("told.trust_built", null, {}, { city: [{ city: event.city }] });
        case "trust_took_cards":
            return some(event.taken, (taken) =>
                sentence("told.trust_took_fuel", null, {}, { amounts: taken.map(([each]) => fuelCard(facts, each!)) }),
            );
        case "trust_burned_cards":
            return sentence("told.trust_burned_cards", null);
        default:
            return null;
    }
}

function sentence(
    key: string,
    seat: number | null,
    values: Record<string, string | number> = {},
    parts: Record<string, Part[]> = {},
): Sentence {
    return { key, seat, values, parts };
}

/** A sentence about a list, unless there is nothing in it. */
function some<T>(items: T[], about: (items: T[]) => Sentence): Sentence | null {
    return items.length > 0 ? about(items) : null;
}

function card(facts: TableFacts, which: number): Part {
    if (which === facts.stepCard) return { word: `told.part.${facts.stepCardName}` };
    return { word: "told.part.plant", values: { plant: facts.cardNames[which]! } };
}

function fuel(facts: TableFacts, kind: number, amount: number): Part {
    return { word: `told.part.fuel.${facts.kinds[kind]}`, values: { amount } };
}

function fuels(facts: TableFacts, amounts: readonly number[]): Part[] {
    return amounts.flatMap((amount, kind) => (amount > 0 ? [fuel(facts, kind, amount)] : []));
}

function fuelCard(facts: TableFacts, which: number, form = "told.part.card", more: Record<string, number> = {}): Part {
    const cards = facts.fuelCards!;
    const kind = facts.kinds[cards.kindOf[which]!]!;
    return { word: `${form}.${kind}`, values: { amount: cards.unitsOf[which]!, ...more } };
}

function turned(facts: TableFacts, cards: FuelCardFacts, turns: readonly number[]): Part[] {
    const lost = facts.kinds.map(() => 0);
    for (const turn of turns) lost[cards.kindOf[cards.faceCard[cards.turnFace[turn]!]!]!]! += cards.turnUnits[turn]!;
    return fuels(facts, lost);
}
