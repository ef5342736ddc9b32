/** What a table plays beyond its rule set, each in one sentence: Trust, options and house rules. */
import type { TableSpec } from '../protocol/api';
import { t, tOr } from '../words';

type Played = Pick<TableSpec, 'seats'> &
    Partial<Pick<TableSpec, 'contractor' | 'hidden_money' | 'regions' | 'house_rules'>>;

/** A house rule has its sentence with the form for a new table: load the words `screens`. */
const houseRule = (rule: string): string =>
    [tOr(`new.rule.${rule}`, rule), tOr(`new.rule.${rule}.hint`, '')].filter(Boolean).join(': ');

export function variantSentences(spec: Played, trustPlays: boolean): string[] {
    return [
        trustPlays ? t('variant.trust') : '',
        spec.contractor ? t('variant.contractor') : '',
        spec.hidden_money ? t('variant.hidden_money') : '',
        spec.regions === 'draft' ? t('variant.draft') : '',
        ...(spec.house_rules ?? []).map(houseRule),
    ].filter(Boolean);
}
