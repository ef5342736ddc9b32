/**
 * Every action and its control: how what is chosen becomes an order. What matters most stands first. The table has a row
 * for each offer of the protocol; a new one without a row is a type error.
 */
import { members } from '../game/masks';
import type { Do, Offer } from '../protocol/api';
import { t } from '../words';
import type { Chosen, Kind, OfferOf } from './chosen';
import type { Scene } from './scene';
import type { Step } from './step';

/** One click does it, in the words `do.<action>`. `last` may be the primary button while nothing is chosen. */
interface ByButton {
    readonly by: 'button';
    readonly last: boolean;
    readonly order: () => Do;
}
/** One out of a list: on the board, or under the words `choice.<action>`. */
interface ByList {
    readonly by: 'list';
    readonly of: 'city' | 'region';
    readonly order: (id: string) => Do;
}
/** What a panel or the board has chosen. */
interface ByPanel<K extends Kind> {
    readonly by: 'panel';
    readonly step: (turn: Chosen, scene: Scene, offer: OfferOf<K>) => Step | null;
}
/** What the edition's own parts have chosen. */
interface ByOwnParts {
    readonly by: 'own';
}
type Control<K extends Kind> = ByButton | ByList | ByPanel<K> | ByOwnParts;

const OWN: ByOwnParts = { by: 'own' };
const panel = <K extends Kind>(step: ByPanel<K>['step']): ByPanel<K> => ({ by: 'panel', step });
const button = (order: () => Do, last = false): ByButton => ({ by: 'button', last, order });
const list = (of: ByList['of'], order: (id: string) => Do): ByList => ({ by: 'list', of, order });

export const ACTIONS: { readonly [K in Kind]: Control<K> } = {
    bid: panel(({ bid }) => ({
        name: 'bid',
        label: t('do.bid', { bid }),
        orders: [{ do: 'bid', amount: bid }],
        pay: bid,
    })),
    offer: panel<'offer'>((turn, scene, offer) => {
        if (turn.plant < 0 || !offer.plants.includes(turn.plant)) return null;
        const plant = scene.plantName(turn.plant);
        const bid = turn.bid;
        return { name: 'offer', label: t('do.offer', { plant, bid }), orders: [{ do: 'offer', plant, bid }], pay: bid };
    }),
    scrap: panel<'scrap'>((turn, scene, offer) => {
        if (turn.plant < 0 || !offer.plants.includes(turn.plant)) return null;
        const plant = scene.plantName(turn.plant);
        const orders: Do[] = [{ do: 'scrap', plant, lost: turn.lost }];
        return { name: 'scrap', label: t('do.scrap', { plant }), orders, pay: 0 };
    }),
    buy: panel((turn, scene) => {
        const orders = turn.buys.flatMap((offer): Do[] => {
            const amount = turn.amounts[offer.resource] ?? 0;
            const resource = scene.sheet.kinds[offer.resource] ?? '';
            return amount > 0 ? [{ do: 'buy', resource, amount }] : [];
        });
        if (orders.length === 0) return null;
        return { name: 'buy', label: t('do.buy', { price: turn.fuelCost }), orders, pay: turn.fuelCost };
    }),
    'buy-card': OWN,
    connect: panel<'connect'>((turn, scene, offer) => {
        const pay = offer.costs[offer.cities.indexOf(turn.city)];
        if (pay === undefined) return null;
        const label = t('do.connect', { city: scene.cityName(turn.city), price: pay });
        const city = scene.sheet.cities[turn.city]?.id ?? '';
        return { name: 'connect', label, orders: [{ do: 'connect', city }], pay };
    }),
    run: panel((turn, scene) => {
        if (!turn.runOf(turn.run)) return null;
        const names = members(turn.run).map((card) => scene.plantName(card));
        const label = t(turn.run === 0 ? 'do.run_nothing' : 'do.run', { income: turn.income });
        const orders: Do[] = [{ do: 'run', plants: names.join('+') || 'nothing', first: turn.first }];
        return { name: 'run', label, orders, pay: 0 };
    }),
    produce: OWN,
    draft: list('region', (region) => ({ do: 'draft', region })),
    'place-trust': list('city', (city) => ({ do: 'place-trust', city })),
    'finish-buying': button(() => ({ do: 'finish-buying' }), true),
    'finish-building': button(() => ({ do: 'finish-building' }), true),
    drop: button(() => ({ do: 'drop' })),
    pass: button(() => ({ do: 'pass' })),
};

/** All of them, what matters most first. */
export const KINDS = Object.keys(ACTIONS) as Kind[];
/** Those that are a choice from a list. */
export const LISTED = KINDS.filter((kind) => ACTIONS[kind].by === 'list');

/** What a list offers, by number. */
export function itemsOf(offer: Offer | undefined): readonly number[] {
    if (!offer) return [];
    return 'regions' in offer ? offer.regions : 'cities' in offer ? offer.cities : [];
}

/** What the items of a list are. */
export function listOf(kind: Kind): ByList['of'] | null {
    const control = ACTIONS[kind];
    return control.by === 'list' ? control.of : null;
}

export function nameOf(scene: Scene, of: ByList['of'], item: number): string {
    return of === 'city' ? scene.cityName(item) : scene.regionName(item);
}

/** What an action would do with what is chosen, or nothing while that is not enough. */
export function stepOf(turn: Chosen, scene: Scene, kind: Kind): Step | null {
    const control = ACTIONS[kind] as Control<Kind>;
    const offer = turn.may(kind);
    if (!offer) return null;
    switch (control.by) {
        case 'button':
            return { name: kind, label: t(`do.${kind}`), orders: [control.order()], pay: 0 };
        case 'panel':
            return control.step(turn, scene, offer);
        case 'own':
            return turn.own?.step ?? null;
        case 'list': {
            const item = turn.pick?.offer === kind ? itemsOf(offer)[turn.pick.place] : undefined;
            if (item === undefined) return null;
            const ids = control.of === 'city' ? scene.sheet.cities : scene.sheet.regions;
            const label = t(`do.${kind}`, { [control.of]: nameOf(scene, control.of, item) });
            return { name: kind, label, orders: [control.order(ids[item]?.id ?? '')], pay: 0 };
        }
    }
}

/** Whether an action is done by one click, and whether it may be what the primary button does. */
export function buttonOf(kind: Kind): { last: boolean } | null {
    const control = ACTIONS[kind];
    return control.by === 'button' ? control : null;
}
