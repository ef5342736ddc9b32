/** The limits of this table by page, each with its name and value. */
import { endCities } from '../game/endCities';
import { rulesOf } from '../game/sheet';
import { cardsAbove } from '../game/stack';
import type { Scene } from '../table/scene';
import { t } from '../words';
import type { PageName } from './aidPages';
import { LAST_STEP, stepsOf } from './steps';

const LIMITS = {
    setup: ['regions', 'start', 'second', 'last'],
    auction: ['plants', 'money', 'obsolete', 'third', 'last', 'trust'],
    fuel: ['hybrids', 'slots', 'store', 'trust'],
    build: ['second', 'last', 'firstRound', 'capacity'],
    power: ['second', 'third', 'last', 'none', 'winner'],
    end: ['second', 'third', 'last', 'point', 'winner'],
} as const satisfies Record<PageName, readonly string[]>;

type Limit = (typeof LIMITS)[PageName][number];
/** Its label and its value; null where the table has no such limit. */
type Found = readonly [label: string, value: string] | null;

export function limitsOf(page: PageName, scene: Scene): (readonly [string, string])[] {
    return LIMITS[page].flatMap((name) => {
        const found = FIND[name](scene, page);
        return found ? [found] : [];
    });
}

const cities = (count: number): string => t('aid.cities', { count });

/** Draw of the last card of the stack, as far as it is public. */
function itsCard({ observation, sheet }: Scene): string {
    const above = cardsAbove(observation.stack, sheet.backs.length, sheet.plants.length);
    return above === null ? t('aid.card') : t('aid.card_after', { count: above });
}

const FIND: Readonly<Record<Limit, (scene: Scene, page: PageName) => Found>> = {
    plants: ({ sheet }) => [t('aid.limit.plants'), String(sheet.plant_limit)],
    money: ({ sheet }) => [t('aid.limit.money'), t(sheet.spec.hidden_money ? 'aid.money.hidden' : 'aid.money.open')],
    obsolete: ({ sheet, observation }) => {
        const most = Math.max(0, ...observation.n_cities);
        return rulesOf(sheet).obsolete_plants && most > 0
            ? [t('aid.limit.obsolete'), t('aid.up_to', { number: most })]
            : null;
    },
    hybrids: (scene) => {
        const names = scene.sheet.hybrid_kinds.map((kind) => scene.kindName(kind));
        return names.length > 0 ? [t('aid.limit.hybrids'), names.join(', ')] : null;
    },
    slots: ({ sheet }) => (sheet.n_slots > 0 ? [t('aid.limit.slots'), String(sheet.n_slots)] : null),
    store: (scene) => {
        const sold = scene.sheet.ladders.flatMap(({ store_price: price }, kind) =>
            price > 0 ? [t('aid.store', { kind: scene.kindName(kind), price })] : [],
        );
        return sold.length > 0 ? [t('aid.limit.store'), sold.join(', ')] : null;
    },
    firstRound: ({ sheet }) => {
        const round = rulesOf(sheet).first_building_round ?? 1;
        return round > 1 ? [t('aid.limit.first_round'), t('round', { round })] : null;
    },
    capacity: ({ sheet }) =>
        rulesOf(sheet).network_within_capacity ? [t('aid.limit.capacity'), t('aid.capacity')] : null,
    regions: ({ sheet }) => (sheet.n_regions > 0 ? [t('aid.limit.regions'), String(sheet.n_regions)] : null),
    start: ({ sheet }) => [t('aid.limit.start'), String(rulesOf(sheet).start_money)],
    second: ({ sheet, observation, edition }) =>
        edition.hasSteps && sheet.step_two_cities > 0
            ? [t(observation.step >= 2 ? 'aid.limit.second_began' : 'aid.limit.second'), cities(sheet.step_two_cities)]
            : null,
    third: (scene) => {
        if (!scene.edition.hasSteps || !stepsOf(scene.sheet).includes(LAST_STEP)) return null;
        // Where the card begins step 2 as well, its first draw says nothing about step 3.
        if (scene.sheet.step_two_cities === 0 && scene.observation.step === 1) return null;
        const hasBegun = scene.observation.step >= LAST_STEP;
        return hasBegun ? [t('aid.limit.third_began'), t('aid.card')] : [t('aid.limit.third'), itsCard(scene)];
    },
    last: (scene) => [
        t('aid.limit.last'),
        scene.edition.hasSteps ? cities(endCities(rulesOf(scene.sheet), scene.observation.regions)) : itsCard(scene),
    ],
    none: ({ sheet, edition }) => [t(`aid.limit.none.${edition.parts}`), String(sheet.income[0] ?? 0)],
    point: ({ sheet }) => {
        const money = rulesOf(sheet).money_per_point;
        return money ? [t('aid.limit.point'), t('aid.point', { money })] : null;
    },
    winner: ({ edition }) => [t('aid.limit.winner'), t(`aid.winner.${edition.unit}`)],
    trust: ({ sheet }, page) => (sheet.trust_plays ? [t('aid.limit.trust'), t(`aid.trust.${page}`)] : null),
};
