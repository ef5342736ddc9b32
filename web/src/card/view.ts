// View model of the card game, from the observation, the sheet and the offers alone.

import { NONE } from '../game/ids.js';
import type { FuelCardFacts, Plant, TableFacts } from '../game/sheet.js';
import { stackSize } from '../game/stack.js';
import type { Observation, Offer } from '../protocol/api.js';

export type MayBuyCard = Extract<Offer, { offer: 'buy-card' }>;
export type MayProduce = Extract<Offer, { offer: 'produce' }>;

export function offerOf<K extends Offer['offer']>(
    offers: readonly Offer[],
    kind: K,
): Extract<Offer, { offer: K }> | undefined {
    return offers.find((offer): offer is Extract<Offer, { offer: K }> => offer.offer === kind);
}

/** A fuel card in a column. */
export interface LaidCard {
    /** Key among all cards on display: column, card, copy. */
    key: string;
    card: number;
    kind: string;
    units: number;
    isSingle: boolean;
    price: number;
    /** Units that the viewer could keep; null if the card is not offered. */
    kept: number | null;
}

export interface Column {
    price: number;
    isSingles: boolean;
    cards: LaidCard[];
    nEmpty: number;
}

export function columnsOf(facts: TableFacts, observation: Observation, offer: MayBuyCard | undefined): Column[] {
    const cards = cardsOf(facts);
    return cards.prices.map((price, column) => {
        const counts = observation.parts[`column_${price}`] ?? [];
        const laid = counts.flatMap((count, card) => {
            const place = offer?.cards.findIndex((each, at) => each === card && offer.prices[at] === price) ?? -1;
            return Array.from({ length: count }, (_, copy) => ({
                key: `${price}.${card}.${copy}`,
                card,
                kind: facts.kinds[cards.kindOf[card]!]!,
                units: cards.unitsOf[card]!,
                isSingle: card >= cards.nPrinted,
                price,
                kept: offer?.kept[place] ?? null,
            }));
        });
        const isSingles = column === 0;
        return { price, isSingles, cards: laid, nEmpty: isSingles ? 0 : Math.max(0, cards.nSlots - laid.length) };
    });
}

/** A card in a storage. It may have been turned down: then it shows less than is printed on it. */
export interface StoredCard {
    key: string;
    face: number;
    kind: string;
    shown: number;
    printed: number;
    isSingle: boolean;
}

export function storedCards(facts: TableFacts, observation: Observation, owner: number | 'trust'): StoredCard[] {
    const cards = cardsOf(facts);
    const counts = observation.parts[`stored_${owner}`] ?? [];
    return counts.flatMap((count, face) => {
        const card = cards.faceCard[face]!;
        return Array.from({ length: count }, (_, copy) => ({
            key: `${face}.${copy}`,
            face,
            kind: facts.kinds[cards.kindOf[card]!]!,
            shown: cards.faceUnits[face]!,
            printed: cards.unitsOf[card]!,
            isSingle: card >= cards.nPrinted,
        }));
    });
}

/** Units of each kind in a storage. */
export function unitsOf(stored: readonly StoredCard[]): Map<string, number> {
    const units = new Map<string, number>();
    for (const { kind, shown } of stored) units.set(kind, (units.get(kind) ?? 0) + shown);
    return units;
}

/** A line of a storage: one kind, or the two that hybrids share. */
export interface StorageRow {
    kinds: string[];
    /** Storage printed on the plants. */
    room: number;
    held: number;
    cards: StoredCard[];
}

export function storageRows(facts: TableFacts, plants: readonly Plant[], stored: readonly StoredCard[]): StorageRow[] {
    const pairs = plants.filter((plant) => plant.kinds.length > 1);
    const shared = pairs.length > 0 ? pairs[0]!.kinds : [];
    const groups: number[][] = [];
    if (facts.rules.summed_storage) groups.push(facts.kinds.map((_name, kind) => kind));
    else
        facts.kinds.forEach((_name, kind) => {
            if (shared.includes(kind)) {
                if (kind === shared[0]) groups.push([...shared]);
            } else groups.push([kind]);
        });
    return groups.flatMap((group) => {
        const kinds = group.map((kind) => facts.kinds[kind]!);
        const burners = plants.filter((plant) => plant.kinds.some((kind) => group.includes(kind)));
        const cards = stored.filter((card) => kinds.includes(card.kind));
        if (burners.length === 0 && cards.length === 0) return [];
        const room = burners.reduce((total, plant) => total + plant.storage, 0);
        const held = cards.reduce((total, card) => total + card.shown, 0);
        return [{ kinds, room, held, cards }];
    });
}

export interface Piles {
    draw: number;
    discard: number;
    /** Cards that join after the first reshuffle. */
    aside: number;
    plants: number;
    /** The back on top of the plant stack; empty if there is none. */
    back: string;
    /** 0 until it is known. */
    lastRound: number;
}

export function pilesOf(facts: TableFacts, observation: Observation): Piles {
    const parts = observation.parts;
    const top = observation.stack.top_back;
    return {
        draw: sum(parts['stack']),
        discard: sum(parts['discard']),
        aside: sum(parts['aside']),
        plants: stackSize(observation.stack),
        back: top === NONE ? '' : facts.backs[top]!,
        lastRound: parts['course']?.[1] ?? 0,
    };
}

/** Singles are not limited; these are the ones on display. */
export function ownPlants(facts: TableFacts, observation: Observation, seat: number): { card: number; plant: Plant }[] {
    return (observation.plants[seat] ?? []).map((card) => ({ card, plant: facts.plants[card]! }));
}

export function lastIncome(observation: Observation, seat: number): number {
    return observation.parts['incomes']?.[seat] ?? 0;
}

export function cardsOf(facts: TableFacts): FuelCardFacts {
    if (!facts.fuelCards) throw new Error('expected a table with fuel cards');
    return facts.fuelCards;
}

function sum(numbers: readonly number[] | undefined): number {
    return (numbers ?? []).reduce((total, each) => total + each, 0);
}
