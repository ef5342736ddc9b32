/** Step of a button in the action bar. */
import type { Do, Observation, Offer } from '../protocol/api';

export interface Step {
    /** The verb, for tests and for keys of words. */
    name: string;
    label: string;
    /** All of them in one order; if an action ends that part of the turn, the end is the last of them. */
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
    /** Take the last change back; false if there is none. */
    stepBack(): boolean;
}

/** A thing of the edition's own that can be chosen: so far a fuel card by its print and its price. */
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
    /** Switch one of the own plants, by its place among them. */
    toggle(place: number): void;
    /** Run these plants, hybrids with this amount of the first kind. */
    chooseRun(mask: number, first: number): void;
    /** Choose a whole purchase. */
    chooseAll(things: readonly OwnThing[]): void;
    /** Choose one thing and no other. */
    choose(thing: OwnThing): void;
    isChosen(thing: OwnThing): boolean;
}
