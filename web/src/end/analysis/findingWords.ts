/** A costly decision in words: the move, the better one, and why, with the numbers of the position. */
import type { Do, Finding } from '../../protocol/api';
import { advisedCities, amountsOf, cardsOf, plantNames } from '../../table/advised';
import type { Scene } from '../../table/scene';
import { t } from '../../words';
import { amountsWords, listWords } from '../../words/list';

type Side = 'played' | 'better';
type Values = Record<string, string | number>;

/** Actions that only end a turn: left out of the text. */
const ENDS: ReadonlySet<string> = new Set(['finish-buying', 'finish-building', 'change-market']);

/** Name and values of the decision of a side. */
function namedDecision(scene: Scene, finding: Finding, side: Side): [string, Values] {
    const { actions, up_to: limit } = finding[side];
    const said = actions.filter((action) => !ENDS.has(action.do));
    const [first] = said;
    const values: Values = { ...finding.facts, cost: finding.facts[`cost_${side}`] ?? 0 };
    if (!first) return [finding.kind === 'building' ? 'no_city' : 'no_fuel', values];
    switch (first.do) {
        case 'drop':
            return ['drop', values];
        case 'bid': {
            const isUpToLimit = side === 'better' && typeof limit === 'number' && limit > first.amount;
            return [isUpToLimit ? 'bid_to' : 'bid', { ...values, amount: first.amount, limit: limit ?? 0 }];
        }
        case 'offer':
            return ['offer', { ...values, plant: first.plant, amount: first.bid }];
        case 'pass':
            return ['pass', values];
        case 'scrap':
            return ['scrap', { ...values, plant: first.plant }];
        case 'buy':
            return ['buy', { ...values, what: amountsWords(scene, amountsOf(scene, said)) }];
        case 'buy-card':
            return ['buy', { ...values, what: amountsWords(scene, cardUnits(scene, said)) }];
        case 'connect':
            return ['connect', { ...values, cities: cityWords(scene, said) }];
        case 'run':
        case 'produce': {
            const plants = plantNames(first.plants);
            return plants.length > 0
                ? ['run', { ...values, plants: listWords(plants), count: plants.length }]
                : ['run_nothing', values];
        }
        default:
            return ['other', values];
    }
}

function cityWords(scene: Scene, actions: readonly Do[]): string {
    return listWords(advisedCities(scene, actions).map((city) => scene.cityName(city)));
}

function cardUnits(scene: Scene, actions: readonly Do[]): number[] {
    const units = scene.sheet.kinds.map(() => 0);
    for (const { card } of cardsOf(scene, actions)) {
        const face = scene.sheet.fuel_cards[card];
        if (face) units[face.kind]! += face.units;
    }
    return units;
}

/** "Plant 36 let go at 41". */
export function playedWords(scene: Scene, finding: Finding): string {
    const [name, values] = namedDecision(scene, finding, 'played');
    return t(`analysis.played.${name}`, values);
}

/** "Bid 42, up to 49". */
export function betterWords(scene: Scene, finding: Finding): string {
    const [name, values] = namedDecision(scene, finding, 'better');
    return t(`analysis.better.${name}`, values);
}

/** Reasons in one or two sentences; empty if the numbers give none. */
export function reasonWords(scene: Scene, finding: Finding): string {
    const { facts, kind } = finding;
    const context = scene.edition.coin ? 'card' : '';
    const values = { ...facts, context };
    const has = (...names: string[]): boolean => names.every((name) => facts[name] !== undefined);
    const differs = (name: string): boolean => facts[`${name}_played`] !== facts[`${name}_better`];
    const said: string[] = [];
    const say = (key: string): void => void said.push(t(`analysis.why.${key}`, values));
    if (has('lot', 'powers_with', 'powers_without')) {
        say(facts['powers_with'] === facts['powers_without'] ? 'lot_same' : 'lot');
        if (has('bid', 'left_after')) say('left_after');
    } else if (kind === 'purchase') {
        if (has('gives_up', 'powers_played', 'powers_better')) say('scrap');
        else if (has('passed_played', 'plant_better')) say('pass_played');
        else if (has('passed_better', 'plant_played')) say('pass_better');
        else if (has('plant_played', 'plant_better')) say('plants');
    } else if (kind === 'power') {
        if (has('powers_played', 'powers_better')) say('power');
    } else if (has('cost_played', 'cost_better', 'left_played', 'left_better')) {
        say(differs('cost') ? 'cost' : 'cost_same');
        if (has('powers_played', 'powers_better') && differs('powers')) say('powers');
    }
    if (has('last_turns')) say('last_turns');
    return said.join(' ');
}

/** "Auction, decision 153. 96 in hand." */
export function whereWords(finding: Finding, number: number, phase: string): string {
    const { facts } = finding;
    const where = t('analysis.where', { phase, number });
    return facts['money'] === undefined ? where : `${where} ${t('analysis.money', { money: facts['money'] })}`;
}
