/** A sensible choice for a decision, with its reason from the visible figures. Never the only one. */
import type { PlantFace } from '../../protocol/api';
import { members } from '../../game/masks';
import { itemsOf, listOf, nameOf } from '../../table/actions';
import type { Scene } from '../../table/scene';
import { storedUnits } from './storedUnits';
import { capacity, gain, reserve, runCost } from './costs';
import { type Kind, type Now, offerOf, ownCities } from './now';

/** What to choose before the button is pressed. */
export type Choice =
    | { what: 'nothing' }
    | { what: 'plant'; card: number }
    | { what: 'bid'; amount: number }
    | { what: 'fuel'; amounts: number[] }
    | { what: 'city'; city: number }
    | { what: 'card'; card: number; price: number }
    | { what: 'place'; offer: Kind; place: number };

export interface Advice {
    /** Of the words `guide.advice.<key>`. */
    key: string;
    values: Record<string, string | number>;
    choice: Choice;
    /** The button of the action bar that then does it. */
    press: string;
}

export type Advise = (now: Now) => Advice;

/** A plant must earn its price within so many rounds to be worth it. */
const ROUNDS = 3;
const NOTHING: Choice = { what: 'nothing' };

const plain = (key: string, press: string, values: Advice['values'] = {}): Advice => ({
    key,
    values,
    choice: NOTHING,
    press,
});
/** Advice in the words of the edition, where plants earn something else. */
const own = (scene: Scene, key: string): string => (scene.edition.coin ? `${key}_card` : key);
const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

function open(now: Now): Advice {
    const { scene } = now;
    const offer = offerOf(now, 'offer');
    const money = scene.money(scene.viewer);
    const lots = (offer?.plants ?? []).flatMap((card, place) => {
        const plant = scene.plant(card);
        const low = offer?.lows[place] ?? 0;
        if (!plant) return [];
        const isPayable = low + runCost(scene, plant) + reserve(now) <= money;
        return [{ card, plant, low, worth: ROUNDS * gain(now, plant) - low, isPayable }];
    });
    const best = lots.toSorted(
        (a, b) => Number(b.isPayable) - Number(a.isPayable) || b.worth - a.worth || a.low - b.low,
    )[0];
    const mayPass = offerOf(now, 'pass') !== undefined;
    if (!best || (mayPass && (best.worth < 0 || !best.isPayable))) return plain('pass', 'pass', { rounds: ROUNDS });
    const values = {
        plant: best.plant.name,
        price: best.low,
        left: money - best.low,
        ...plantFigures(now, best.plant),
    };
    const key = best.plant.kinds.length === 0 ? 'open_free' : 'open';
    return {
        key: own(scene, key),
        values,
        choice: { what: 'plant', card: best.card },
        press: 'offer',
    };
}

function plantFigures(now: Now, plant: PlantFace): Advice['values'] {
    const { scene } = now;
    const fuel = plant.kinds.map((kind) => scene.kindWithin(kind)).join(' / ');
    const cost = runCost(scene, plant);
    return { need: plant.need, fuel, output: plant.output, burn: Number.isFinite(cost) ? cost : '–' };
}

function bid(now: Now): Advice {
    const { scene } = now;
    const range = offerOf(now, 'bid');
    const plant = scene.plant(scene.observation.auction.lot);
    if (!range || !plant) return plain('drop', 'drop', { plant: '', limit: 0, low: 0 });
    const margin = Math.max(1, Math.floor(gain(now, plant) / 2));
    const limit = Math.min(plant.number + margin, range.high);
    const values = { plant: plant.name, low: range.low, limit, margin: Math.max(0, limit - plant.number) };
    const mayDrop = offerOf(now, 'drop') !== undefined;
    if (range.low > limit && mayDrop) return plain('drop', 'drop', values);
    return { key: 'bid', values, choice: { what: 'bid', amount: range.low }, press: 'bid' };
}

function scrap(now: Now): Advice {
    const { scene } = now;
    const found = (offerOf(now, 'scrap')?.plants ?? []).flatMap((card) => {
        const plant = scene.plant(card);
        return plant ? [{ card, plant }] : [];
    });
    const worst = found.toSorted((a, b) => a.plant.output - b.plant.output || a.plant.number - b.plant.number)[0];
    const values = { plant: worst?.plant.name ?? '', output: worst?.plant.output ?? 0 };
    return {
        key: own(scene, 'scrap'),
        values,
        choice: { what: 'plant', card: worst?.card ?? -1 },
        press: 'scrap',
    };
}

/** Units by kind that one run of all own plants still lacks; of a hybrid's kinds the cheaper one. */
function lacking(now: Now, held: readonly number[], price: (kind: number, amount: number) => number): number[] {
    const { scene } = now;
    const left = [...held];
    const wanted = scene.sheet.kinds.map(() => 0);
    const plants = scene.held(scene.viewer).map(({ plant }) => plant);
    for (const plant of plants.toSorted((a, b) => a.kinds.length - b.kinds.length)) {
        let need = plant.kinds.length === 0 ? 0 : plant.need;
        for (const kind of plant.kinds) {
            const used = Math.min(need, left[kind] ?? 0);
            left[kind] = (left[kind] ?? 0) - used;
            need -= used;
        }
        const kind = plant.kinds.toSorted((a, b) => price(a, need) - price(b, need))[0];
        if (need > 0 && kind !== undefined) wanted[kind] = (wanted[kind] ?? 0) + need;
    }
    return wanted;
}

function fuel(now: Now): Advice {
    const { scene } = now;
    const offers = new Map(
        now.offers.flatMap((offer) => (offer.offer === 'buy' ? [[offer.resource, offer.costs] as const] : [])),
    );
    const held = scene.sheet.kinds.map((_, kind) =>
        sumOf(scene.held(scene.viewer).map(({ stored }) => stored[kind] ?? 0)),
    );
    const price = (kind: number, amount: number): number => offers.get(kind)?.[amount - 1] ?? Infinity;
    let money = scene.money(scene.viewer) - reserve(now);
    let total = 0;
    const amounts = lacking(now, held, price).map((wanted, kind) => {
        let amount = Math.min(wanted, offers.get(kind)?.length ?? 0);
        while (amount > 0 && price(kind, amount) > money) amount -= 1;
        if (amount > 0) {
            money -= price(kind, amount);
            total += price(kind, amount);
        }
        return amount;
    });
    if (total === 0) return plain('enough', 'finish-buying');
    const what = amounts
        .flatMap((amount, kind) => (amount > 0 ? [`${amount} ${scene.kindWithin(kind)}`] : []))
        .join(', ');
    return {
        key: 'fuel',
        values: { what, price: total, left: scene.money(scene.viewer) - total },
        choice: { what: 'fuel', amounts },
        press: 'buy',
    };
}

function cards(now: Now): Advice {
    const { scene } = now;
    const offer = offerOf(now, 'buy-card');
    const wanted = lacking(now, storedUnits(scene, scene.viewer), () => 1);
    const found = (offer?.cards ?? []).map((card, place) => {
        const face = scene.sheet.fuel_cards[card];
        const useful = Math.min(offer?.kept[place] ?? 0, wanted[face?.kind ?? -1] ?? 0);
        return { card, face, useful, price: offer?.prices[place] ?? 1, kept: offer?.kept[place] ?? 0 };
    });
    const best = found.toSorted((a, b) => b.useful / b.price - a.useful / a.price || b.kept - a.kept)[0];
    if (!best?.face || best.useful === 0) return plain('enough', 'finish-buying');
    const values = {
        units: best.face.units,
        fuel: scene.kindWithin(best.face.kind),
        price: best.price,
        lacks: wanted[best.face.kind] ?? 0,
    };
    const key = best.kept < best.face.units ? 'card_spill' : 'card';
    return {
        key,
        values: { ...values, spill: best.face.units - best.kept },
        choice: { what: 'card', card: best.card, price: best.price },
        press: 'buy-card-on',
    };
}

/** How far the two nearest neighbours of a city are. */
function neighbourhood({ scene }: Now, city: number): number {
    const costs = scene.sheet.links.flatMap(([a, b, cost]) => (a === city || b === city ? [cost] : []));
    return sumOf(costs.sort((a, b) => a - b).slice(0, 2));
}

function connect(now: Now): Advice {
    const { scene } = now;
    const offer = offerOf(now, 'connect');
    const n = ownCities(now);
    const power = capacity(scene, scene.viewer);
    if (n >= power && n > 0) return plain('enough_cities', 'finish-building', { power, cities: n });
    const sites = (offer?.cities ?? []).map((city, place) => ({
        city,
        cost: offer?.costs[place] ?? 0,
        near: neighbourhood(now, city),
    }));
    const best = sites.toSorted((a, b) => a.cost - b.cost || a.near - b.near)[0];
    if (!best) return plain('enough_cities', 'finish-building', { power, cities: n });
    const { income } = scene.sheet;
    const values = {
        city: scene.cityName(best.city),
        price: best.cost,
        near: best.near,
        power,
        cities: n,
        before: income[n] ?? 0,
        after: income[n + 1] ?? income.at(-1) ?? 0,
        left: scene.money(scene.viewer) - best.cost,
    };
    return {
        key: n === 0 ? 'first_city' : 'city',
        values,
        choice: { what: 'city', city: best.city },
        // As long as the plants supply more, another city follows.
        press: n + 1 < power ? 'connect-on' : 'connect',
    };
}

function run(now: Now): Advice {
    const { scene } = now;
    const offer = offerOf(now, 'run') ?? offerOf(now, 'produce');
    const place = offer?.runs.findIndex(([plants]) => plants === offer.best) ?? -1;
    const income = offer?.incomes[place] ?? 0;
    const press = offer?.offer ?? 'run';
    if (!offer || offer.best === 0) return plain('run_nothing', press, { income });
    const plants = members(offer.best)
        .map((card) => scene.plantName(card))
        .join(', ');
    const supplied = Math.min(offer.runs[place]?.[3] ?? 0, ownCities(now));
    return plain(press, press, { plants, income, supplied });
}

export const ADVICE = {
    open,
    bid,
    scrap,
    fuel,
    cards,
    connect,
    run,
    pass: () => plain('pass_only', 'pass'),
    drop: () => plain('drop_only', 'drop'),
    doneBuying: () => plain('done_buying', 'finish-buying'),
    doneBuilding: () => plain('done_building', 'finish-building'),
} satisfies Record<string, Advise>;

/** The first of a list: whoever knows no better loses little by it. */
export const takeFirst =
    (kind: Kind): Advise =>
    (now) => {
        const of = listOf(kind) ?? 'city';
        const [item = -1] = itemsOf(offerOf(now, kind));
        return {
            key: kind.replaceAll('-', '_'),
            values: { [of]: nameOf(now.scene, of, item) },
            choice: { what: 'place', offer: kind, place: 0 },
            press: kind,
        };
    };
