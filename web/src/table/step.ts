/** What a button of the action bar does. */
import type { Do, Observation, Offer } from '../protocol/api';

export interface Step {
    /** The verb, for tests and for keys of words. */
    name: string;
    label: string;
    orders: Do[];
    pay: number;
}

/** A thing of the edition's own that can be chosen: so far a fuel card by its print and its price. */
export interface OwnThing {
    card: number;
    price: number;
}

/** What an edition lets a player choose beside what all games have. */
export interface OwnChoices {
    /** What the primary button would do with it. */
    readonly step: Step | null;
    /** What the action bar says about it; empty for nothing. */
    readonly says: string;
    readonly hint: string;
    follow(observation: Observation, offers: readonly Offer[]): void;
    clear(): void;
    /** Choose one thing and no other. */
    choose(thing: OwnThing): void;
    isChosen(thing: OwnThing): boolean;
}
