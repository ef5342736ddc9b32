/** The player's choice, as the controls of actions read it. */
import type { MayRun, Offer, Plan } from '../protocol/api';
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
    /** Fuel that is lost with a scrapped plant, by its number in the offer. */
    readonly lost: number;
    /** Units of its other kind that go although they would fit. */
    readonly more: number;
    readonly amounts: readonly number[];
    /** The cities to build, as they were chosen and as the server prices them. */
    readonly plan: { readonly cities: readonly number[]; readonly priced: Plan | null };
    readonly run: number;
    readonly first: number;
    readonly pick: Pick | null;
    readonly own: OwnChoices | null;
    readonly buys: readonly OfferOf<'buy'>[];
    readonly fuelCost: number;
    readonly income: number;
    /** True if a purchase or building was made in this part of the phase. */
    readonly hasDone: boolean;
    /** The offer of a kind, if the server makes it now. */
    may<K extends Kind>(kind: K): OfferOf<K> | undefined;
    runOf(mask: number): Readonly<MayRun['runs'][number]> | undefined;
}
