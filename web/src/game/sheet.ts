// The rules sheet of a table, fixed before the first card, and values derived from it.

import type { Observation, TableSpec } from '../protocol/api.js';
import { type Edition, editionOf } from './edition.js';

/** Number, kinds, need, storage, output, back. */
export type PlantRow = [number, number[], number, number, number, number];

export interface FuelCardRules {
    kind_of: number[];
    units_of: number[];
    opening: number[];
    first_pile: number[];
    second_pile: number[];
    prices: number[];
    n_slots: number;
}

export interface Rules {
    edition: string;
    preset: string;
    version: number;
    n_seats: number;
    board: {
        name: string;
        cities: string[];
        regions: string[];
        city_regions: number[];
        links: [number, number, number][];
        region_neighbours: number[];
        space_costs: number[];
        /** Cities with other spaces: city, costs, and the step in which each opens. */
        own_spaces?: [number, number[], number[]][];
        /** Masks of regions without links to the others. */
        apart?: number[];
        /** Highest cost to connect any city; without it only links lead to cities. */
        flat?: number;
    };
    deck: {
        plants: PlantRow[];
        backs: string[];
        step_card_back: number;
        opening_market: number[];
        n_opening_drawn: number;
        pools: number[];
        counts: number[];
        /** Only where several layers are mixed on top. */
        n_mixed?: number;
        market_sizes: number[];
        current_sizes: number[];
        /** Cards that are never among those removed unseen. */
        kept?: number;
    };
    market: {
        kinds: string[];
        ladders: [number[], number][];
        token_totals: number[];
        opening_tokens: number[];
        refills: number[][];
        closing_plants: number[];
        /** The second market of a board that has two: the part with its tokens. */
        second?: { part: number };
    };
    hybrid: [number, number];
    trust: { plays: boolean; n_houses: number; placements: number[]; plant_limit: number; blocked?: number[] };
    options: {
        contractor: boolean;
        hidden_money: boolean;
        region_choice: number;
        given_regions: number;
        given_order: number[];
    };
    start_money: number;
    n_regions: number;
    plant_limit: number;
    step_two_cities: number;
    end_cities: number;
    income: number[];
    cities_break_ties: boolean;
    /** In the auctions the smallest plant on sale starts lower than its number. */
    discount_token?: boolean;
    /** A plant whose number a network's size has reached leaves the market. */
    obsolete_plants?: boolean;
    /** The buyer of the discounted plant may buy one more in that phase. */
    discount_buys_again?: boolean;
    /** The first round in which cities are built. */
    first_building_round?: number;
    /** No seat builds more cities than its plants could supply. */
    network_within_capacity?: boolean;
    /** Single units of each kind on sale at the start. */
    opening_singles?: number;
    /** The second pile of fuel cards joins the stack at the second reshuffle. */
    second_pile_waits?: boolean;
    /** One limit holds for the sum of all stored fuel. */
    summed_storage?: boolean;
    cards?: FuelCardRules;
    /** The public parts of the board: name, numbers at the start, whether they are tokens. */
    parts?: [string, number[], boolean][];
    /** The board's own numbers, by name. */
    figures?: Partial<Record<string, number[]>>;
    money_per_point?: number;
}

/** The rules identity is the hash of `spec` and `rules`. */
export interface RulesSheet {
    spec: TableSpec;
    rules: Rules;
    phases: string[];
    first_of_round: number;
    /** Observation of a spectator before any card is drawn. */
    opening: Observation;
}

export interface Plant {
    name: string;
    number: number;
    kinds: number[];
    need: number;
    storage: number;
    output: number;
    back: number;
}

/** Larger than every plant's number: sorts the step card last. */
const FAR = 1_000_000;

/** Fuel cards by their print; a *face* is a card with that number of units. */
export interface FuelCardFacts {
    nPrinted: number;
    kindOf: number[];
    unitsOf: number[];
    /** As the notation spells them: `coal-3`, `oil-single`. */
    names: string[];
    prices: number[];
    nSlots: number;
    faceCard: number[];
    faceUnits: number[];
    firstFace: number[];
    turnFace: number[];
    turnUnits: number[];
    turnNames: string[];
    firstTurn: number[];
}

/** The rules of a sheet, which the protocol leaves untyped. */
export const rulesOf = (sheet: { rules: unknown }): Rules => sheet.rules as Rules;

/** The sheet with everything that rendering and folding look up. */
export interface TableFacts {
    sheet: RulesSheet;
    rules: Rules;
    nSeats: number;
    kinds: string[];
    plants: Plant[];
    /** The step card among the plants: Step 3, or the last round. */
    stepCard: number;
    stepCardName: string;
    /** As the notation spells them; the step card last. */
    cardNames: string[];
    numbers: number[];
    backOf: number[];
    backs: string[];
    nSpaces: number;
    edition: Edition;
    fuelCards: FuelCardFacts | null;
}

export function factsOf(sheet: RulesSheet): TableFacts {
    const rules = sheet.rules;
    const rows = rules.deck.plants;
    const plants = rows.map(([number, kinds, need, storage, output, back], place) => {
        const namesakes = rows.flatMap((row, each) => (row[0] === number ? [each] : []));
        const letter = namesakes.length > 1 ? 'abcdef'.charAt(namesakes.indexOf(place)) : '';
        return { name: `${number}${letter}`, number, kinds, need, storage, output, back };
    });
    const stepCardName = rules.cards ? 'end-card' : 'step-3';
    return {
        sheet,
        rules,
        nSeats: rules.n_seats,
        kinds: rules.market.kinds,
        plants,
        stepCard: plants.length,
        stepCardName,
        cardNames: [...plants.map((plant) => plant.name), stepCardName],
        numbers: [...plants.map((plant) => plant.number), FAR],
        backOf: [...plants.map((plant) => plant.back), rules.deck.step_card_back],
        backs: rules.deck.backs,
        nSpaces: rules.board.space_costs.length,
        edition: editionOf(rules.edition),
        fuelCards: rules.cards ? fuelCardsOf(rules.cards, rules.market.kinds) : null,
    };
}

function fuelCardsOf(cards: FuelCardRules, kinds: string[]): FuelCardFacts {
    const nPrinted = cards.opening.length;
    const names = cards.kind_of.map((kind, card) =>
        card < nPrinted ? `${kinds[kind]}-${cards.units_of[card]}` : `${kinds[kind]}-single`,
    );
    const facts: FuelCardFacts = {
        nPrinted,
        kindOf: cards.kind_of,
        unitsOf: cards.units_of,
        names,
        prices: cards.prices,
        nSlots: cards.n_slots,
        faceCard: [],
        faceUnits: [],
        firstFace: [],
        turnFace: [],
        turnUnits: [],
        turnNames: [],
        firstTurn: [],
    };
    cards.units_of.forEach((printed, card) => {
        facts.firstFace.push(facts.faceCard.length);
        for (let units = 1; units <= printed; units++) {
            facts.faceCard.push(card);
            facts.faceUnits.push(units);
        }
    });
    facts.faceUnits.forEach((shown, face) => {
        facts.firstTurn.push(facts.turnFace.length);
        for (let units = 1; units <= shown; units++) {
            facts.turnFace.push(face);
            facts.turnUnits.push(units);
            facts.turnNames.push(`${names[facts.faceCard[face]!]}:${shown}>${shown - units}`);
        }
    });
    return facts;
}

/** Observation of a viewer before any card is drawn; with `open`, the money of all seats too. */
export function openingFor(sheet: RulesSheet, viewer: number, open = false): Observation {
    const opening = structuredClone(sheet.opening);
    opening.viewer = viewer;
    opening.money = opening.money.map((money, seat) => (open || seat === viewer ? sheet.rules.start_money : money));
    return opening;
}
