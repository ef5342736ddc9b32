/** What a seat could do now, in a few lines: for whoever looks at an opponent. */
import type { SeatOutlook } from '../protocol/api';
import { t } from '../words';
import type { Scene } from './scene';

export interface SeatReport {
    readonly seat: number;
    readonly title: string;
    readonly rows: readonly { readonly label: string; readonly value: string }[];
}

const CHEAPEST = 3;

export function seatReport(look: SeatOutlook, scene: Scene): SeatReport {
    const costs = look.cities.filter((cost) => cost >= 0).toSorted((one, other) => one - other);
    const money = scene.money(look.seat);
    const owned = scene.observation.n_cities[look.seat] ?? 0;
    return {
        seat: look.seat,
        title: scene.plainName(look.seat),
        rows: [
            { label: t('look.bid'), value: money < 0 ? t('seat.hidden') : String(money) },
            { label: t('look.powers', { supplied: look.supplied, cities: owned }), value: String(look.income) },
            { label: t('look.lacks'), value: look.lack === null ? t('look.not_to_be_had') : String(look.lack) },
            { label: t('look.cheapest'), value: costs.slice(0, CHEAPEST).join(', ') || '–' },
        ],
    };
}
