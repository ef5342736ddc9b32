// Appearance of each city: from the observation and the offers, without any rules.

import type { Observation, Offer } from '../protocol/api';
import type { BoardDrawing } from './data/board';

/** The Trust as the owner of a house. */
export const TRUST = 7;

/** Price of a house in a city, or the reason for a refusal, where the server sends it. */
export interface Quote {
    readonly city: number;
    /** Null: no house can be built there, at any price. */
    readonly total?: number;
    readonly house?: number;
    readonly way?: number;
    /** The cities along the connection that would be paid, the new one last. */
    readonly path?: readonly number[];
    /** Cost of the path, where it may be paid although a network may begin in the city. */
    readonly extension?: number;
    /** The code of the refusal, if the city cannot be built in now, and the clause behind it. */
    readonly refusal?: string;
    readonly clause?: string;
    /** Numbers of the refusal. */
    readonly numbers?: Readonly<Record<string, number>>;
    /** Its total without a planned city that its path begins at. */
    readonly without?: { readonly city: number; readonly total: number };
}

/** A paid connection. */
export interface Way {
    readonly seat: number;
    readonly path: readonly number[];
}

export interface Plan {
    readonly city: number;
    readonly path?: readonly number[];
    /** True if the money does not suffice. */
    readonly isShort?: boolean;
}

/** An owner's seat, a free place, or one that the step has not opened. */
export type Place = number | 'free' | 'closed';

/** A city whose places differ from those of the others: its number, what each costs, and the step that opens it. */
export type OwnPlaces = readonly [city: number, costs: readonly number[], steps: readonly number[]];

/** Offered at a price, offered without one, out of reach at a price, priced for another turn, or none of these. */
export type Reach = 'offered' | 'free' | 'beyond' | 'quoted' | 'none';

export interface CityLook {
    readonly city: number;
    readonly inPlay: boolean;
    readonly places: readonly Place[];
    /** True if the prices of its places differ from the others. */
    readonly hasOwnPlaces: boolean;
    /** Price of its only place, where it has but one. */
    readonly onlyCost: number | null;
    readonly isMine: boolean;
    readonly isFull: boolean;
    readonly isPlanned: boolean;
    /** Planned, and more than the money. */
    readonly isShort: boolean;
    readonly reach: Reach;
    readonly quote: Quote | undefined;
}

export interface Shown {
    readonly observation: Observation | null;
    readonly offers: readonly Offer[];
    readonly viewer: number;
    readonly planned?: readonly Plan[];
    readonly quotes?: readonly Quote[];
    /** Prices of the places in a city, from the table's sheet. */
    readonly spaceCosts?: readonly number[];
    readonly ownPlaces?: readonly OwnPlaces[];
}

/** True if a city can be built in now. */
export const isOffered = (look: CityLook): boolean =>
    look.inPlay && (look.reach === 'offered' || look.reach === 'free');

export const isInPlay = (regions: number, region: number): boolean => ((regions >> region) & 1) === 1;

export function looksOf(board: BoardDrawing, shown: Shown): CityLook[] {
    const own = new Map((shown.ownPlaces ?? []).map((each) => [each[0], each]));
    const quotes = quotesOf(board, shown, own);
    const offered = new Set(shown.offers.flatMap((offer) => (offer.offer === 'connect' ? offer.cities : [])));
    const builds = shown.offers.some(({ offer }) => offer === 'connect' || offer === 'finish-building');
    const free = new Set(
        shown.offers.flatMap((offer) => ('cities' in offer && !('costs' in offer) ? offer.cities : [])),
    );
    const planned = new Map((shown.planned ?? []).map((each) => [each.city, each]));
    return board.cities.map((drawn, city) => {
        const places = placesOf(board, shown.observation, city, own.get(city));
        const costs = own.get(city)?.[1] ?? shown.spaceCosts ?? [];
        const quote = quotes.get(city);
        const isFull = !places.includes('free');
        // The last quotes, offers and plans stay until new ones come; a city that was filled since has no price any more.
        const isPriced = quote?.total !== undefined && !isFull;
        const isFilled = isFull && !places.includes('closed');
        return {
            city,
            inPlay: regionInPlay(shown.observation, drawn.region),
            places,
            hasOwnPlaces: own.has(city) || costs.length === 1,
            onlyCost: costs.length === 1 ? costs[0]! : null,
            isMine: shown.viewer >= 0 && places.includes(shown.viewer),
            isFull,
            isPlanned: planned.has(city),
            isShort: !isFilled && (planned.get(city)?.isShort ?? false),
            reach: isFilled
                ? 'none'
                : offered.has(city)
                  ? 'offered'
                  : free.has(city)
                    ? 'free'
                    : !isPriced
                      ? 'none'
                      : builds
                        ? 'beyond'
                        : 'quoted',
            quote,
        };
    });
}

/** Before regions are chosen, every region is drawn as if it were in play. */
export function regionInPlay(observation: Observation | null, region: number): boolean {
    return !observation || observation.regions === 0 || isInPlay(observation.regions, region);
}

function placesOf(board: BoardDrawing, observation: Observation | null, city: number, own?: OwnPlaces): Place[] {
    const [, costs, steps] = own ?? [];
    if (!observation || observation.spaces.length === 0) return Array<Place>(costs?.length ?? 3).fill('free');
    const n = observation.spaces.length / board.cities.length;
    return observation.spaces
        .slice(city * n, city * n + (costs?.length ?? n))
        .map((owner, place) =>
            owner >= 0 ? owner : observation.step >= (steps?.[place] ?? place + 1) ? 'free' : 'closed',
        );
}

/** Totals from the offers; their parts from quotes or the sheet where known. */
function quotesOf(board: BoardDrawing, shown: Shown, own: ReadonlyMap<number, OwnPlaces>): Map<number, Quote> {
    const quotes = new Map<number, Quote>();
    for (const offer of shown.offers) {
        if (offer.offer !== 'connect') continue;
        offer.cities.forEach((city, index) => {
            const total = offer.costs[index] ?? 0;
            const place = placesOf(board, shown.observation, city, own.get(city)).indexOf('free');
            const house = (own.get(city)?.[1] ?? shown.spaceCosts)?.[place];
            quotes.set(city, house === undefined ? { city, total } : { city, total, house, way: total - house });
        });
    }
    for (const quote of shown.quotes ?? []) {
        const offered = quotes.get(quote.city);
        // An offer is always of the position that is shown; a quote may be of the one before it.
        if (offered === undefined || offered.total === quote.total) quotes.set(quote.city, { ...offered, ...quote });
    }
    return quotes;
}
