/** Movements for an event: from where to where. Places are found by their anchors. */
import { members } from '../game/masks';
import type { Event, TableSheet } from '../protocol/api';

export type Thing = { is: 'plant'; name: string; fuel: string } | { is: 'fuel'; fuel: string } | { is: 'house' };

export interface Flight {
    readonly thing: Thing;
    /** Its colour, by seat; -1 for the table. */
    readonly seat: number;
    /** Anchors of which the first visible one counts, and its index among equals. */
    readonly from: readonly string[];
    readonly place: number;
    readonly to: readonly string[];
}

const MAX_TOKENS = 3;
/** Maximum number of flights at the same time; more would be confusing. */
export const MAX_FLIGHTS = 6;

/** Anchor of the plant that is up. */
const BLOCK = '.right .now .lot .plant';
const seatAt = (seat: number): string[] => [`.seats [data-seat="${seat}"] .own3`, `[data-seat="${seat}"]`];
const marketAt = (name: string): string => `.plants [data-plant="${name}"]`;

/** The flights of one event; most have none. */
export function flightsOf(event: Event, sheet: TableSheet): Flight[] {
    switch (event.event) {
        case 'plant_offered':
            return plant(sheet, event.plant, event.seat, (name) => [marketAt(name)], [BLOCK, '.right .now']);
        case 'plant_bought':
            return plant(sheet, event.plant, event.seat, (name) => [BLOCK, marketAt(name)], seatAt(event.seat));
        case 'card_joined':
            return plant(sheet, event.card, -1, () => ['.market .hd .eyebrow'], ['.plants .grid4:last-of-type']);
        case 'resources_bought': {
            const fuel = sheet.kinds[event.resource] ?? '';
            return tokens(fuel, event.amount, event.seat, [`.ladder .cell.f-${fuel} .ic`, `[data-fuel="${fuel}"]`]);
        }
        case 'fuel_card_bought': {
            const card = sheet.fuel_cards[event.card];
            return card
                ? tokens(sheet.kinds[card.kind] ?? '', card.units, event.seat, [`[data-fuel-card="${event.card}"]`])
                : [];
        }
        case 'city_connected': {
            const city = sheet.cities[event.city]?.id ?? '';
            return [
                {
                    thing: { is: 'house' },
                    seat: event.seat,
                    from: seatAt(event.seat),
                    place: 0,
                    to: [`g[data-city="${city}"] .body`],
                },
            ];
        }
        default:
            return [];
    }
}

/** Plants that light up while they run. */
export function lightsOf(event: Event, sheet: TableSheet): string[] {
    if (event.event !== 'cities_supplied' && event.event !== 'electricity_produced') return [];
    return members(event.plants).map(
        (card) => `.seats [data-seat="${event.seat}"] [data-plant="${sheet.plants[card]?.name ?? ''}"]`,
    );
}

function plant(
    sheet: TableSheet,
    card: number,
    seat: number,
    from: (name: string) => string[],
    to: readonly string[],
): Flight[] {
    const face = sheet.plants[card];
    if (!face) return [];
    const fuel = sheet.kinds[face.kinds[0] ?? -1] ?? 'eco';
    return [{ thing: { is: 'plant', name: face.name, fuel }, seat, from: from(face.name), place: 0, to }];
}

function tokens(fuel: string, amount: number, seat: number, from: readonly string[]): Flight[] {
    return Array.from({ length: Math.min(amount, MAX_TOKENS) }, (_, place) => ({
        thing: { is: 'fuel', fuel },
        seat,
        from,
        place,
        to: seatAt(seat),
    }));
}

/** All flights of a row of events, or none if there are too many to follow. */
export function flightsOfAll(events: readonly Event[], sheet: TableSheet): Flight[] {
    const found = events.flatMap((event) => flightsOf(event, sheet));
    return found.length > MAX_FLIGHTS ? [] : found;
}
