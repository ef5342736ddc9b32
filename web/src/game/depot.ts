// The fuel cards of the card game: columns, piles and storages, as rows by name.

import type { Event } from '../protocol/api.js';
import type { FuelCardFacts, TableFacts } from './sheet.js';

export type Depot = { [row: string]: number[] };

export type DepotEvent = Extract<
    Event,
    {
        event:
            | 'parts_restored'
            | 'fuel_dealt'
            | 'fuel_card_bought'
            | 'electricity_produced'
            | 'fuel_lost'
            | 'fuel_moved'
            | 'fuel_reshuffled'
            | 'trust_took_cards'
            | 'trust_burned_cards'
            | 'last_round_set';
    }
>;

/** The names of the rows in the order in which a take-back restores them. */
export function depotRows(facts: TableFacts): string[] {
    const prices = facts.fuelCards?.prices ?? [];
    const seats = Array.from({ length: facts.nSeats }, (_, seat) => `stored_${seat}`);
    const columns = prices.map((price) => `column_${price}`);
    return [...columns, ...seats, 'stored_trust', 'stack', 'discard', 'aside', 'incomes', 'course'];
}

/** Everything before the first card is laid out. */
export function openingDepot(facts: TableFacts): Depot {
    const cards = facts.fuelCards;
    const rules = facts.rules.cards;
    if (!cards || !rules) return {};
    const depot: Depot = {};
    for (const row of depotRows(facts)) {
        if (row.startsWith('column_')) depot[row] = zeros(cards.kindOf.length);
        else if (row.startsWith('stored_')) depot[row] = zeros(cards.faceCard.length);
    }
    const singles = depot[columnRow(cards, 0)]!;
    for (let card = cards.nPrinted; card < singles.length; card++) singles[card] = facts.rules.opening_singles ?? 0;
    depot['stack'] = [...rules.opening];
    depot['discard'] = [...rules.first_pile];
    depot['aside'] = [...rules.second_pile];
    depot['incomes'] = zeros(facts.nSeats);
    depot['course'] = [0, 0, 0];
    return depot;
}

/** Rows are replaced, never changed, so that copies of a depot may share them. */
export function foldDepot(facts: TableFacts, depot: Depot, event: DepotEvent): void {
    const cards = facts.fuelCards;
    if (!cards) throw new Error(`expected a table with fuel cards for ${event.event}`);
    switch (event.event) {
        case 'parts_restored':
            depotRows(facts).forEach((row, place) => (depot[row] = [...event.rows[place]!]));
            break;
        case 'fuel_dealt':
            add(depot, 'stack', event.card, -1);
            add(depot, columnRow(cards, event.column), event.card, 1);
            break;
        case 'fuel_card_bought':
            take(cards, depot, `stored_${event.seat}`, event.card, event.column, event.kept);
            break;
        case 'electricity_produced':
            turnDown(cards, depot, `stored_${event.seat}`, event.turns);
            depot['incomes'] = depot['incomes']!.map((income, seat) => (seat === event.seat ? event.income : income));
            break;
        case 'fuel_lost':
            turnDown(cards, depot, `stored_${event.seat}`, event.turns);
            break;
        case 'fuel_moved':
            for (const [card, column, cheaper] of event.moves) {
                add(depot, columnRow(cards, column!), card!, -1);
                add(depot, columnRow(cards, cheaper!), card!, 1);
            }
            break;
        case 'fuel_reshuffled':
            reshuffle(cards, depot, facts.rules.second_pile_waits ?? false);
            break;
        case 'trust_took_cards':
            for (const [card, column, kept] of event.taken) {
                take(cards, depot, 'stored_trust', card!, column!, kept!);
            }
            break;
        case 'trust_burned_cards':
            clear(cards, depot, 'stored_trust');
            break;
        case 'last_round_set':
            depot['course'] = [depot['course']![0]!, event.round, event.waited];
            break;
    }
}

/** The discard pile becomes the stack. A second pile that waits joins it at the second reshuffle. */
function reshuffle(cards: FuelCardFacts, depot: Depot, waits: boolean): void {
    const aside = depot['aside']!;
    const joins = waits && depot['course']![0]! > 0;
    depot['stack'] = depot['discard']!.map((held, card) => held + (joins ? aside[card]! : 0));
    depot['discard'] = waits ? zeros(cards.nPrinted) : aside;
    if (joins || !waits) depot['aside'] = zeros(cards.nPrinted);
    add(depot, 'course', 0, 1);
}

function columnRow(cards: FuelCardFacts, column: number): string {
    return `column_${cards.prices[column]}`;
}

function add(depot: Depot, row: string, place: number, amount: number): void {
    const changed = [...depot[row]!];
    changed[place]! += amount;
    depot[row] = changed;
}

/** A card goes into a storage; units that do not fit become singles. */
function take(cards: FuelCardFacts, depot: Depot, storage: string, card: number, column: number, kept: number): void {
    add(depot, columnRow(cards, column), card, -1);
    add(depot, storage, cards.firstFace[card]! + kept - 1, 1);
    const spilled = cards.unitsOf[card]! - kept;
    if (spilled > 0) add(depot, columnRow(cards, 0), cards.nPrinted + cards.kindOf[card]!, spilled);
}

/** Cards are turned; those at nothing are discarded, singles vanish. */
function turnDown(cards: FuelCardFacts, depot: Depot, storage: string, turns: number[]): void {
    const stored = [...depot[storage]!];
    const discard = [...depot['discard']!];
    for (const turn of turns) {
        const face = cards.turnFace[turn]!;
        const units = cards.turnUnits[turn]!;
        const card = cards.faceCard[face]!;
        stored[face]! -= 1;
        if (units < cards.faceUnits[face]!) stored[face - units]! += 1;
        else if (card < cards.nPrinted) discard[card]! += 1;
    }
    depot[storage] = stored;
    depot['discard'] = discard;
}

function clear(cards: FuelCardFacts, depot: Depot, storage: string): void {
    const discard = [...depot['discard']!];
    depot[storage]!.forEach((held, face) => {
        const card = cards.faceCard[face]!;
        if (card < cards.nPrinted) discard[card]! += held;
    });
    depot['discard'] = discard;
    depot[storage] = zeros(cards.faceCard.length);
}

function zeros(length: number): number[] {
    return new Array<number>(length).fill(0);
}
