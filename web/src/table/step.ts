/** Step of a button in the action bar. */
import type { Do, Observation, Offer } from '../protocol/api';

export interface Step {
    /** The verb, for tests and for keys of words. */
    name: string;
    label: string;
    /** All actions in one order; if one of them ends that part of the turn, the end is the last. */
    orders: Do[];
    pay: number;
    /** The same without ending that part of the turn, to choose again. */
    withoutEnd?: Step;
}

/** Amounts that are chosen row by row: fuel by its kind, cards by their column. */
export interface AmountRows {
    readonly count: number;
    amountOf(row: number): number;
    mostOf(row: number): number;
    choose(row: number, amount: number): void;
    /** Undo the last change; false if there is none. */
    stepBack(): boolean;
}

/** An item of the edition's own: so far a fuel card by its print and its price. */
export interface OwnThing {
    card: number;
    price: number;
}

/** Choices of an edition beyond those of all editions. */
export interface OwnChoices {
    /** Step of the primary button with this choice. */
    readonly step: Step | null;
    /** Text of the action bar about it; empty for none. */
    readonly says: string;
    readonly hint: string;
    follow(observation: Observation, offers: readonly Offer[]): void;
    clear(): void;
    /** Purchases by column; null where nothing is on sale. */
    readonly rows: AmountRows | null;
    /** True if a purchase is offered, and if a run of plants is. */
    readonly isBuying: boolean;
    readonly isRunning: boolean;
    /** Units of each kind that the purchase brings. */
    readonly amounts: readonly number[];
    /** The place of the chosen run among those on offer; -1: none. */
    readonly runPlace: number;
    /** Switch one of the own plants on or off, by its index. */
    toggle(place: number): void;
    /** Run these plants, hybrids with this amount of the first kind. */
    chooseRun(mask: number, first: number): void;
    /** Choose a whole purchase. */
    chooseAll(things: readonly OwnThing[]): void;
    /** Choose exactly one item. */
    choose(thing: OwnThing): void;
    isChosen(thing: OwnThing): boolean;
}
