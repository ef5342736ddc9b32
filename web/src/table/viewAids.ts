/**
 * Values of a view beyond the offers: warnings and whole purchases. A server may leave them out; then there are no
 * questions before an order.
 */
import type { PowerChoices, TableView } from '../protocol/api';

/** Buying ends, and plants stay cold whose fuel can be paid and earns more than it costs. */
export interface FuelMissing {
    warning: 'fuel-missing';
    plants: number[];
    amounts: number[];
    price: number;
    cities: number;
    possible_cities: number;
    income: number;
    possible_income: number;
    is_points: boolean;
}
/** Nothing is built, and more could be powered than is owned. */
export interface CityMissing {
    warning: 'city-missing';
    powers: number;
    cities: number;
    city: number;
    cost: number;
    more: number;
}
/** No plant is bought, and there is room and money for one. */
export interface PlantMissing {
    warning: 'plant-missing';
    plants: number;
    most_plants: number;
    plant: number;
    bid: number;
}
/** One of the runs on offer earns less than the best one by more than the fuel it keeps is worth. */
export interface IncomeLost {
    warning: 'income-lost';
    run: number;
    plants: number[];
    less: number;
    kept: number[];
    worth: number;
}
/** Building this number of cities ends the game, and another seat may then power more. */
export interface GameEnds {
    warning: 'game-ends';
    builds: number;
    cities: number;
    powers: number;
    seat: number;
    seat_powers: number;
}
/** The lowest bid for a plant leaves less than the fuel of one run costs. */
export interface BidLeavesLittle {
    warning: 'bid-leaves-little';
    plant: number;
    bid: number;
    leaves: number;
    run_costs: number;
}
export type Warning = FuelMissing | CityMissing | PlantMissing | IncomeLost | GameEnds | BidLeavesLittle;

export interface FuelPurchase {
    amounts: number[];
    cards: { card: number; price: number }[];
    price: number;
}
/** Cities powered by a purchase of at least these amounts; `better` is the index of the level to buy instead. */
export interface FuelLevel {
    amounts: number[];
    price: number;
    cities: number;
    income: number;
    better: number | null;
}
export interface FuelChoices {
    one_run: FuelPurchase | null;
    fill: FuelPurchase | null;
    levels: FuelLevel[];
    /** Kinds that share storage, and how much of them can be bought together. */
    joint_rooms: { kinds: number[]; most: number }[];
}

export interface ViewAids {
    readonly warnings?: readonly Warning[];
    readonly fuel?: FuelChoices | null;
    readonly power?: PowerChoices | null;
}

export const aidsOf = (view: TableView | null | undefined): ViewAids => view ?? {};

export function warningOf<K extends Warning['warning']>(
    told: ViewAids,
    kind: K,
): Extract<Warning, { warning: K }> | undefined {
    return told.warnings?.find((each): each is Extract<Warning, { warning: K }> => each.warning === kind);
}
