/**
 * Every action and its control: makes orders from choices. The most important action is first. The table has a row
 * for each offer of the protocol; a new one without a row is a type error.
 */
import { members } from '../game/masks';
import type { Do, Offer } from '../protocol/api';
import { t } from '../words';
import type { Chosen, Kind, OfferOf } from './chosen';
import type { Scene } from './scene';
import type { Step } from './step';

/** One click with the label `do.<action>`. It needs no choice, so it is never the yellow button. */
interface ByButton {
    readonly by: 'button';
    readonly order: () => Do;
    /** The label once something was done in this part of the phase. */
    readonly after?: `do.${string}`;
}
/** A choice from a list: on the board, or under the label `choice.<action>`. */
interface ByList {
    readonly by: 'list';
    readonly of: 'city' | 'region';
    readonly order: (id: string) => Do;
}
/** Choice made in a panel or on the board. */
interface ByPanel<K extends Kind> {
    readonly by: 'panel';
    readonly step: (turn: Chosen, scene: Scene, offer: OfferOf<K>) => Step | null;
}
/** Choice made in the edition's own parts. */
interface ByOwnParts {
    readonly by: 'own';
}
type Control<K extends Kind> = ByButton | ByList | ByPanel<K> | ByOwnParts;

const OWN: ByOwnParts = { by: 'own' };
const panel = <K extends Kind>(step: ByPanel<K>['step']): ByPanel<K> => ({ by: 'panel', step });
const button = (order: () => Do, after?: `do.${string}`): ByButton => ({
    by: 'button',
    order,
    ...(after ? { after } : {}),
});
const list = (of: ByList['of'], order: (id: string) => Do): ByList => ({ by: 'list', of, order });

/** Buy or build and end that part of the turn, where allowed; or continue choosing. */
export function endingWith(turn: Pick<Chosen, 'may'>, kind: 'finish-buying' | 'finish-building', step: Step): Step {
    if (!turn.may(kind)) return step;
    const withoutEnd: Step = { ...step, name: `${step.name}-on`, label: t(`do.${kind}_on`) };
    return { ...step, orders: [...step.orders, { do: kind }], withoutEnd };
}

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
        const orders: Do[] = [{ do: 'scrap', plant, lost: turn.lost, more: turn.more }];
        return { name: 'scrap', label: t('do.scrap', { plant }), orders, pay: 0 };
    }),
    buy: panel((turn, scene) => {
        const orders = turn.buys.flatMap((offer): Do[] => {
            const amount = turn.amounts[offer.resource] ?? 0;
            const resource = scene.sheet.kinds[offer.resource] ?? '';
            return amount > 0 ? [{ do: 'buy', resource, amount }] : [];
        });
        if (orders.length === 0) return null;
        const label = t('do.buy', { price: turn.fuelCost });
        return endingWith(turn, 'finish-buying', { name: 'buy', label, orders, pay: turn.fuelCost });
    }),
    'buy-card': OWN,
    connect: panel<'connect'>((turn, scene, offer) => {
        const { cities: chosen, priced } = turn.plan;
        const all = chosen.filter((city) => offer.cities.includes(city));
        const fitting = priced?.cities.slice(0, priced.fits);
        const cities = fitting?.map(({ city }) => city) ?? all;
        if (cities.length === 0) return null;
        // Until the server has priced them, the price of each city alone is its upper bound.
        const alone = (city: number): number => offer.costs[offer.cities.indexOf(city)] ?? 0;
        const pay = fitting?.at(-1)?.total ?? all.reduce((sum, city) => sum + alone(city), 0);
        const isPart = cities.length < all.length;
        const label = t(isPart ? 'do.connect_part' : 'do.connect', {
            count: cities.length,
            all: all.length,
            price: pay,
        });
        const orders = cities.map((city): Do => ({ do: 'connect', city: scene.sheet.cities[city]?.id ?? '' }));
        return endingWith(turn, 'finish-building', { name: 'connect', label, orders, pay });
    }),
    run: panel((turn, scene) => {
        const run = turn.runOf(turn.run);
        if (!run) return null;
        const names = members(turn.run).map((card) => scene.plantName(card));
        const count = Math.min(run[3], scene.observation.n_cities[scene.viewer] ?? 0);
        const label = t(turn.run === 0 ? 'do.run_nothing' : 'do.run', { count, income: turn.income });
        const orders: Do[] = [{ do: 'run', plants: names.join('+') || 'nothing', first: turn.first }];
        return { name: 'run', label, orders, pay: 0 };
    }),
    produce: OWN,
    extend: OWN,
    'decline-sale': OWN,
    draft: list('region', (region) => ({ do: 'draft', region })),
    'place-trust': list('city', (city) => ({ do: 'place-trust', city })),
    'change-market': OWN,
    'finish-buying': button(() => ({ do: 'finish-buying' }), 'do.finish-buying_after'),
    'finish-building': button(() => ({ do: 'finish-building' }), 'do.finish-building_after'),
    drop: button(() => ({ do: 'drop' })),
    pass: button(() => ({ do: 'pass' })),
};

/** All kinds, the most important first. */
export const KINDS = Object.keys(ACTIONS) as Kind[];
/** Kinds that are a choice from a list. */
export const LISTED = KINDS.filter((kind) => ACTIONS[kind].by === 'list');

/** The items of a list offer, as numbers. */
export function itemsOf(offer: Offer | undefined): readonly number[] {
    if (!offer) return [];
    return 'regions' in offer ? offer.regions : 'cities' in offer ? offer.cities : [];
}

/** Kind of the items of a list. */
export function listOf(kind: Kind): ByList['of'] | null {
    const control = ACTIONS[kind];
    return control.by === 'list' ? control.of : null;
}

export function nameOf(scene: Scene, of: ByList['of'], item: number): string {
    return of === 'city' ? scene.cityName(item) : scene.regionName(item);
}

/** The step of an action with the current choice; null while the choice is incomplete. */
export function stepOf(turn: Chosen, scene: Scene, kind: Kind): Step | null {
    const control = ACTIONS[kind] as Control<Kind>;
    const offer = turn.may(kind);
    if (!offer) return null;
    switch (control.by) {
        case 'button':
            return {
                name: kind,
                label: t(control.after && turn.hasDone ? control.after : `do.${kind}`),
                orders: [control.order()],
                pay: 0,
            };
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

/** True if an action is one click without a choice. */
export function isSkip(kind: Kind): boolean {
    return ACTIONS[kind].by === 'button';
}
