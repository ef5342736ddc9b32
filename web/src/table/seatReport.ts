/** Possibilities of a seat in a few lines, for players who inspect an opponent. */
import type { SeatOutlook } from '../protocol/api';
import { t, tOr } from '../words';
import type { Scene } from './scene';

export interface SeatReport {
    readonly seat: number;
    readonly title: string;
    /** The player, and the place in the order. */
    readonly note: string;
    /** Reason for its place in the order. */
    readonly why: string;
    readonly rows: readonly {
        readonly label: string;
        /** Short label for a sheet, where the rows are side by side. */
        readonly short: string;
        readonly value: string;
    }[];
    /** Its cheapest cities in reach. */
    readonly cities: readonly { readonly name: string; readonly price: number }[];
}

const CHEAPEST = 3;

export function seatReport(look: SeatOutlook, scene: Scene): SeatReport {
    const money = scene.money(look.seat);
    const owned = scene.observation.n_cities[look.seat] ?? 0;
    const { supplied, income, lack } = look;
    const place = scene.observation.order.indexOf(look.seat) + 1;
    const isBot = Boolean(scene.view.seats[look.seat]?.bot);
    return {
        seat: look.seat,
        title: scene.plainName(look.seat),
        note: [isBot ? t('seat.bot') : '', place > 0 ? t(`look.place.${place}`) : ''].filter(Boolean).join(', '),
        why: tOr(`order.why.${scene.sheet.spec.edition}`, ''),
        rows: [
            {
                label: t(look.may_bid ? 'look.bid' : 'look.money'),
                short: t(look.may_bid ? 'look.bid_short' : 'look.money_short'),
                value: money < 0 ? t('seat.hidden') : String(money),
            },
            {
                label: t('look.powers', { supplied, cities: owned }),
                short: t('look.powers_short', { supplied, cities: owned }),
                value: String(income),
            },
            {
                label: t('look.lacks'),
                short: t('look.lacks_short'),
                value: lack === null ? t('look.not_to_be_had') : String(lack),
            },
        ],
        cities: look.cities
            .flatMap((price, city) => (price < 0 ? [] : [{ name: scene.cityName(city), price }]))
            .toSorted((one, other) => one.price - other.price)
            .slice(0, CHEAPEST),
    };
}
