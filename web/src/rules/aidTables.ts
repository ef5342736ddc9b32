/** The tables of the player aid as rows of cells: values of the table's sheet, with the position of every seat. */
import { endCities } from '../game/endCities';
import { firstToken } from '../design/ladder';
import { rulesOf } from '../game/sheet';
import type { Outlook } from '../protocol/api';
import { behindOf, laddersNow } from '../table/marketNow';
import type { Scene } from '../table/scene';
import { t } from '../words';
import { stepsOf } from './steps';
import type { PageName, TableName } from './aidPages';

export interface Cell {
    readonly text: string;
    /** A fuel whose symbol replaces the text. */
    readonly kind?: string;
    /** A seat whose marker is before the text. */
    readonly seat?: number;
}

export interface Row {
    readonly cells: readonly Cell[];
    /** True for the viewer's row, or the row of the current step. */
    readonly isNow: boolean;
}

export interface AidTable {
    readonly title: string;
    readonly head: readonly Cell[];
    readonly rows: readonly Row[];
}

const NOTHING = '–';

const cell = (text: string | number): Cell => ({ text: String(text) });
const kinds = (scene: Scene): Cell[] => scene.sheet.kinds.map((kind) => ({ text: t(`kind.${kind}`), kind }));
const seatCell = (scene: Scene, seat: number): Cell => ({ text: scene.seatName(seat), seat });
const moneyOf = (scene: Scene, seat: number): string => {
    const money = scene.money(seat);
    return money < 0 ? t('seat.hidden') : String(money);
};
const stepName = (scene: Scene, step: number): string =>
    t(scene.observation.step === step ? 'aid.step_now' : 'step', { step });

type Build = (scene: Scene, outlook: Outlook | null) => AidTable;

/** All seats in the order of play, with the values that decide it. */
const order: Build = (scene) => {
    const { observation, edition, sheet } = scene;
    const largest = (seat: number): string => {
        const numbers = scene.held(seat).map(({ plant }) => plant.number);
        return numbers.length > 0 ? String(Math.max(...numbers)) : NOTHING;
    };
    const decides = (seat: number): number =>
        (edition.hasSteps ? observation.n_cities[seat] : observation.parts['incomes']?.[seat]) ?? 0;
    return {
        title: t('aid.order.title'),
        head: [
            cell(t(`aid.order.by.${edition.parts}`)),
            cell(t(edition.hasSteps ? 'aid.order.cities' : 'aid.order.income')),
            cell(t('aid.order.largest')),
            cell(t('aid.order.plants')),
            cell(t('aid.order.money')),
        ],
        rows: observation.order.map((seat) => ({
            isNow: seat === scene.viewer,
            cells: [
                seatCell(scene, seat),
                cell(decides(seat)),
                cell(largest(seat)),
                cell(t('aid.order.of', { count: scene.held(seat).length, most: sheet.plant_limit })),
                cell(moneyOf(scene, seat)),
            ],
        })),
    };
};

/** Number of plants on sale and still to come. */
const market: Build = (scene) => {
    const { market_sizes: all, current_sizes: onSale } = rulesOf(scene.sheet).deck;
    const { observation, edition } = scene;
    const last = all.length - 1;
    const isLast = observation.market_size === all[last];
    const places = edition.hasSteps ? stepsOf(scene.sheet).map((step) => step - 1) : [0, last];
    const nameOf = (place: number): string =>
        edition.hasSteps ? stepName(scene, place + 1) : t(place === last ? 'aid.market.last' : 'aid.market.before');
    return {
        title: t('aid.market.title'),
        head: [cell(t('aid.market.title')), cell(t('aid.market.sale')), cell(t('aid.market.later'))],
        rows: places.map((place) => ({
            isNow: edition.hasSteps ? observation.step === place + 1 : isLast === (place === last),
            cells: [cell(nameOf(place)), cell(onSale[place]!), cell(all[place]! - onSale[place]! || NOTHING)],
        })),
    };
};

/** Price of the next token of a kind; none if the market is empty or the supply sells. */
function priceNow(scene: Scene, kind: number): string {
    const ladder = laddersNow(scene)[kind]!;
    const tokens = scene.observation.tokens[kind] ?? 0;
    if (tokens > 0) return tokens > ladder.n_closed ? String(ladder.prices[firstToken(ladder, tokens)]) : NOTHING;
    return ladder.store_price > 0 && (behindOf(scene)[kind] ?? 0) > 0 ? String(ladder.store_price) : NOTHING;
}

const priceThen = (outlook: Outlook | null, kind: number): string => String(outlook?.prices[kind] || NOTHING);

const fuel: Build = (scene, outlook) => {
    const { sheet, observation } = scene;
    const each = (textOf: (kind: number) => string | number): Cell[] =>
        sheet.kinds.map((_, kind) => cell(textOf(kind)));
    const held = (kind: number): number =>
        scene.held(scene.viewer).reduce((sum, { stored }) => sum + (stored[kind] ?? 0), 0);
    return {
        title: t('aid.fuel.title'),
        head: [cell(t('aid.fuel.title')), ...kinds(scene)],
        rows: [
            { isNow: false, cells: [cell(t('aid.fuel.price')), ...each((kind) => priceNow(scene, kind))] },
            { isNow: false, cells: [cell(t('aid.fuel.left')), ...each((kind) => observation.tokens[kind] ?? 0)] },
            { isNow: false, cells: [cell(t('aid.fuel.then')), ...each((kind) => priceThen(outlook, kind))] },
            ...(scene.viewer >= 0 ? [{ isNow: true, cells: [cell(t('aid.fuel.mine')), ...each(held)] }] : []),
        ],
    };
};

const refill: Build = (scene) => ({
    title: t('aid.refill', { count: scene.sheet.spec.seats }),
    head: [cell(t('aid.refill', { count: scene.sheet.spec.seats })), ...kinds(scene)],
    rows: scene.sheet.refills.map((amounts, place) => ({
        isNow: scene.observation.step === place + 1,
        cells: [cell(stepName(scene, place + 1)), ...amounts.map(cell)],
    })),
});

/** The refill, and the price of the next token before and after it. */
const refillAndPrices: Build = (scene, outlook) => {
    const table = refill(scene, outlook);
    const prices = scene.sheet.kinds.map((_, kind) => cell(`${priceNow(scene, kind)}, ${priceThen(outlook, kind)}`));
    return outlook?.prices.length
        ? { ...table, rows: [...table.rows, { isNow: false, cells: [cell(t('aid.refill_prices')), ...prices] }] }
        : table;
};

const placesIn = (scene: Scene, step: number): string => scene.sheet.space_costs.slice(0, step).join(', ');

const places: Build = (scene) => ({
    title: t('aid.places'),
    head: [cell(t('aid.places')), cell('')],
    rows: stepsOf(scene.sheet).map((step) => ({
        isNow: scene.observation.step === step,
        cells: [cell(stepName(scene, step)), cell(placesIn(scene, step))],
    })),
});

const steps: Build = (scene) => {
    const { market_sizes: all, current_sizes: onSale } = rulesOf(scene.sheet).deck;
    const second = scene.sheet.step_two_cities;
    const begins = ['', second > 0 ? t('aid.cities', { count: second }) : '', second > 0 ? t('aid.card') : ''];
    return {
        title: t('aid.steps.title'),
        head: [t('aid.steps.title'), t('aid.steps.begins'), t('aid.places'), t('aid.steps.sale')].map(cell),
        rows: stepsOf(scene.sheet).map((step) => ({
            isNow: scene.observation.step === step,
            cells: [
                cell(stepName(scene, step)),
                cell(begins[step - 1] || NOTHING),
                cell(placesIn(scene, step)),
                cell(t('aid.order.of', { count: onSale[step - 1]!, most: all[step - 1] })),
            ],
        })),
    };
};

/** Distance of every seat from step 2 and from the end. */
const race: Build = (scene) => {
    const { observation, sheet } = scene;
    const end = endCities(rulesOf(sheet), observation.regions);
    const cities = (seat: number): number => observation.n_cities[seat] ?? 0;
    const seats = observation.n_cities.map((_, seat) => seat).sort((one, other) => cities(other) - cities(one));
    return {
        title: t('aid.race.title'),
        head: [cell(t('aid.race.title')), cell(t('aid.order.cities')), cell(t('aid.race.left'))],
        rows: seats.map((seat) => ({
            isNow: seat === scene.viewer,
            cells: [seatCell(scene, seat), cell(cities(seat)), cell(Math.max(end - cities(seat), 0))],
        })),
    };
};

/** Fuel on cards: units of each kind in each column. */
const columns: Build = (scene) => {
    const { sheet, observation } = scene;
    const burned = new Set(scene.held(scene.viewer).flatMap(({ plant }) => plant.kinds));
    const units = (kind: number, price: number): number =>
        (observation.parts[`column_${price}`] ?? []).reduce((sum, count, card) => {
            const face = sheet.fuel_cards[card];
            return face?.kind === kind ? sum + count * face.units : sum;
        }, 0);
    return {
        title: t('aid.columns.title'),
        head: [cell(t('aid.columns.title')), ...sheet.columns.map((price) => cell(t('aid.columns.at', { price })))],
        rows: sheet.kinds.map((name, kind) => ({
            isNow: burned.has(kind),
            cells: [
                { text: t(`kind.${name}`), kind: name },
                ...sheet.columns.map((price) => cell(units(kind, price) || NOTHING)),
            ],
        })),
    };
};

const BUILDS: Readonly<Record<Exclude<TableName, 'income'>, Build>> = {
    order,
    market,
    fuel,
    refill,
    places,
    steps,
    race,
    columns,
};

export function tableOf(
    name: Exclude<TableName, 'income'>,
    page: PageName,
    scene: Scene,
    outlook: Outlook | null,
): AidTable {
    const build = name === 'refill' && page === 'power' ? refillAndPrices : BUILDS[name];
    return build(scene, outlook);
}
