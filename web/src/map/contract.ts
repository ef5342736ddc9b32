// Props and events of the map.

import type { Observation, Offer } from '../protocol/api';
import type { OwnPlaces, Plan, Quote, Way } from './looks';
import type { Say } from './report';

export interface SeatLook {
    readonly seat: number;
    readonly title: string;
    /** The player, and the place in the order with its reason. */
    readonly note: string;
    readonly why: string;
    readonly rows: readonly { readonly label: string; readonly short: string; readonly value: string }[];
    /** Its cheapest cities in reach. */
    readonly cities: readonly { readonly name: string; readonly price: number }[];
}

export interface MapProps {
    /** The board's name in the table's spec. */
    readonly board: string;
    /** The digest of its data, for a board of the host's own. */
    readonly content?: string | undefined;
    /** Null until the first card is dealt: then the bare board is drawn. */
    readonly observation: Observation | null;
    readonly offers: readonly Offer[];
    /** A seat, or a negative number for spectators. */
    readonly viewer: number;
    readonly say: Say;
    /** Words that only some boards have; undefined for the others. */
    readonly own?: Say | undefined;
    /** Names by seat; a seat without one is called by its number. */
    readonly seatNames?: readonly string[] | undefined;
    /** Prices of the places in a city, from the table's sheet. */
    readonly spaceCosts?: readonly number[] | undefined;
    /** Cities whose places differ, from the table's rules. */
    readonly ownPlaces?: readonly OwnPlaces[] | undefined;
    /** The Trust does not play: its houses mark spaces that are blocked. */
    readonly trustBlocks?: boolean | undefined;
    /** The table's links with their costs, from its sheet; without them those of the drawing. */
    readonly links?: readonly (readonly [number, number, number])[] | undefined;
    /** The city that was chosen and not yet confirmed. */
    readonly chosen?: number | null | undefined;
    readonly planned?: readonly Plan[] | undefined;
    /** Cities of a hint: a narrow map brings them into view. */
    readonly advised?: readonly number[] | undefined;
    /** Money left after the plan. */
    readonly left?: number | null | undefined;
    /** Quotes of the server for single cities beyond the offers: parts, paths and refusals. */
    readonly quotes?: readonly Quote[] | undefined;
    /** Connections that were paid, from the events. Without them both-owned links are drawn. */
    readonly ways?: readonly Way[] | undefined;
    /** Seat of an opponent that is inspected: its lines, and prices in its colour. */
    readonly look?: SeatLook | null | undefined;
    /** Prices are drawn at every city that has one, not only during building. */
    readonly isPriced?: boolean | undefined;
    /** Letter keys move to the cities that begin with them; off where they are keys of the table. */
    readonly hasLetters?: boolean | undefined;
    readonly onLookAway?: (() => void) | undefined;
    /** The viewer's progress in a word; shown where there is no rail above the map. */
    readonly reached?: string | undefined;
    /** A city was chosen; also one that is not on offer, so that the table can explain why not. */
    readonly onChoose?: ((city: number) => void) | undefined;
    /** A planned city was removed. */
    readonly onTakeOut?: ((city: number) => void) | undefined;
    readonly onPoint?: ((city: number | null) => void) | undefined;
    /** Open the clause behind a refusal. */
    readonly onRule?: ((clause: string) => void) | undefined;
    readonly onDraft?: ((region: number) => void) | undefined;
    /** Effect of Enter on the focused city, for the inspector; the table carries it out. */
    readonly adds?: string | undefined;
    /** The keyboard focus has moved to a city, or has left the map. */
    readonly onStand?: ((city: number | null) => void) | undefined;
    /** Keys for the map while the focus is elsewhere. */
    readonly onReady?: ((hand: { press(key: string): void; close(): boolean }) => void) | undefined;
}
