/** The three sentences of a page, with the numbers of the table. */
import { endCities } from '../game/endCities';
import { rulesOf } from '../game/sheet';
import type { Scene } from '../table/scene';
import { t } from '../words';
import type { AidPage } from './aidPages';
import { LAST_STEP } from './steps';

export const N_SENTENCES = 3;
export function sentencesOf({ name }: AidPage, scene: Scene): string[] {
    const { sheet, observation, edition } = scene;
    const rules = rulesOf(sheet);
    const values = {
        limit: sheet.plant_limit,
        places: sheet.space_costs.join(', '),
        hybrids: sheet.hybrid_kinds.map((kind) => scene.kindWithin(kind)).join(t('aid.and')),
        none: sheet.income[0],
        second: sheet.step_two_cities,
        end: endCities(rules, observation.regions),
        left: rules.deck.market_sizes.at(-1),
        columns: sheet.columns.join(', '),
        cheapest: sheet.columns[0],
        regions: sheet.n_regions,
        houses: rules.trust.placements.reduce((sum, each) => sum + each, 0),
        point: rules.money_per_point,
    };
    const about = name === 'setup' ? scene.phase : `${edition.parts}.${name}`;
    const contexts: Readonly<Record<string, string | undefined>> = {
        'auction.2': rules.discount_token ? 'token' : undefined,
        'power.3': edition.hasSteps && observation.step === LAST_STEP ? 'last' : undefined,
        'end.1': sheet.step_two_cities === 0 ? 'own' : undefined,
        'end.3': rules.cities_break_ties ? 'cities' : undefined,
    };
    return Array.from({ length: N_SENTENCES }, (_, place) => {
        const context = contexts[`${name}.${place + 1}`];
        return t(`aid.say.${about}.${place + 1}`, { ...values, ...(context ? { context } : {}) });
    });
}
