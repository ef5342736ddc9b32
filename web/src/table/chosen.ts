/** What a player has chosen, as the controls of actions read it. */
import type { MayRun, Offer } from '../protocol/api';
import type { OwnChoices } from './step';

export type Kind = Offer['offer'];
export type OfferOf<K extends Kind> = Extract<Offer, { offer: K }>;

/** One item of a list. */
export interface Pick {
    offer: Kind;
    place: number;
}

export interface Chosen {
    readonly plant: number;
    readonly bid: number;
    /** What a scrapped plant's fuel loses, as the offer numbers it. */
    readonly lost: number;
    readonly amounts: readonly number[];
    readonly city: number;
    readonly run: number;
    readonly first: number;
    readonly pick: Pick | null;
    readonly own: OwnChoices | null;
    readonly buys: readonly OfferOf<'buy'>[];
    readonly fuelCost: number;
    readonly income: number;
    /** The offer of a kind, if the server makes it now. */
    may<K extends Kind>(kind: K): OfferOf<K> | undefined;
    runOf(mask: number): Readonly<MayRun['runs'][number]> | undefined;
}
