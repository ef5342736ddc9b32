/** Who took what from where: the flights that explain an event. Where things are drawn is found by their anchors. */
import type { Event, TableSheet } from '../protocol/api';

export type Thing = { is: 'plant'; name: string; fuel: string } | { is: 'fuel'; fuel: string } | { is: 'house' };

export interface Flight {
    readonly thing: Thing;
    /** Whose colour it has. */
    readonly seat: number;
    readonly from: string;
    readonly to: string;
}

const MOST_TOKENS = 3;
/** More at once would explain nothing. */
export const MOST_FLIGHTS = 6;

const seatAt = (seat: number): string => `[data-seat="${seat}"]`;

/** The flights of one event; most have none. */
export function flightsOf(event: Event, sheet: TableSheet): Flight[] {
    switch (event.event) {
        case 'plant_bought': {
            const plant = sheet.plants[event.plant];
            if (!plant) return [];
            const fuel = sheet.kinds[plant.kinds[0] ?? -1] ?? 'eco';
            const thing: Thing = { is: 'plant', name: plant.name, fuel };
            return [{ thing, seat: event.seat, from: `[data-plant="${plant.name}"]`, to: seatAt(event.seat) }];
        }
        case 'resources_bought': {
            const fuel = sheet.kinds[event.resource] ?? '';
            return tokens(fuel, event.amount, event.seat, `[data-fuel="${fuel}"]`);
        }
        case 'fuel_card_bought': {
            const card = sheet.fuel_cards[event.card];
            return card
                ? tokens(sheet.kinds[card.kind] ?? '', card.units, event.seat, `[data-fuel-card="${event.card}"]`)
                : [];
        }
        case 'city_connected': {
            const city = sheet.cities[event.city]?.id ?? '';
            return [
                {
                    thing: { is: 'house' },
                    seat: event.seat,
                    from: seatAt(event.seat),
                    to: `g[data-city="${city}"] .body`,
                },
            ];
        }
        default:
            return [];
    }
}

function tokens(fuel: string, amount: number, seat: number, from: string): Flight[] {
    return Array.from({ length: Math.min(amount, MOST_TOKENS) }, () => ({
        thing: { is: 'fuel', fuel },
        seat,
        from,
        to: seatAt(seat),
    }));
}

/** All flights of a row of events, or none if there are too many to follow. */
export function flightsOfAll(events: readonly Event[], sheet: TableSheet): Flight[] {
    const found = events.flatMap((event) => flightsOf(event, sheet));
    return found.length > MOST_FLIGHTS ? [] : found;
}
