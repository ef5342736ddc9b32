/** A costly decision in words: the move, the better one, and what the better one leads to. */
import type { Do, Finding, Reason } from '../../protocol/api';
import { advisedCities, amountsOf, cardsOf, plantNames } from '../../table/advised';
import type { Scene } from '../../table/scene';
import { t } from '../../words';
import { amountsWords, listWords } from '../../words/list';
import { N_LISTED } from './course';
import { costOf } from './figures';

type Side = 'played' | 'better';
type Values = Record<string, string | number>;

/** Actions that only end a turn: left out of the text. */
const ENDS: ReadonlySet<string> = new Set(['finish-buying', 'finish-building', 'change-market']);

/** The subject of a sentence about a seat. */
export function subject(scene: Scene, seat: number): { name: string; context: string } {
    return { name: scene.plainName(seat), context: scene.isYou(seat) ? 'you' : '' };
}

/** Name and values of the decision of a side. */
function namedDecision(scene: Scene, finding: Finding, side: Side): [string, Values] {
    const { actions, up_to: limit } = finding[side];
    const said = actions.filter((action) => !ENDS.has(action.do));
    const [first] = said;
    const { facts } = finding;
    const cost = facts[`cost_${side}`];
    const priced = (what: string): Values => ({
        ...facts,
        what: cost === undefined ? what : t('analysis.for', { what, cost }),
    });
    if (!first) return [finding.kind === 'building' ? 'no_city' : 'no_fuel', facts];
    switch (first.do) {
        case 'drop':
            return ['drop', facts];
        case 'bid': {
            const isUpToLimit = side === 'better' && typeof limit === 'number' && limit > first.amount;
            return [isUpToLimit ? 'bid_to' : 'bid', { ...facts, amount: first.amount, limit: limit ?? 0 }];
        }
        case 'offer':
            return ['offer', { ...facts, plant: first.plant, amount: first.bid }];
        case 'pass':
            return ['pass', facts];
        case 'scrap':
            return ['scrap', { ...facts, plant: first.plant }];
        case 'buy':
            return ['buy', priced(amountsWords(scene, amountsOf(scene, said)))];
        case 'buy-card':
            return ['buy', priced(amountsWords(scene, cardUnits(scene, said)))];
        case 'extend':
        case 'connect':
            return ['connect', priced(listWords(advisedCities(scene, said).map((city) => scene.cityName(city))))];
        case 'run':
        case 'produce': {
            const plants = plantNames(first.plants);
            return plants.length > 0
                ? ['run', { ...facts, plants: listWords(plants), count: plants.length }]
                : ['run_nothing', facts];
        }
        default:
            return ['other', facts];
    }
}

function cardUnits(scene: Scene, actions: readonly Do[]): number[] {
    const units = scene.sheet.kinds.map(() => 0);
    for (const { card } of cardsOf(scene, actions)) {
        const face = scene.sheet.fuel_cards[card];
        if (face) units[face.kind]! += face.units;
    }
    return units;
}

/** "You let plant 36 go at 41." */
export function playedWords(scene: Scene, finding: Finding): string {
    const [name, values] = namedDecision(scene, finding, 'played');
    return t(`analysis.played.${name}`, { ...values, ...subject(scene, finding.seat) });
}

/** "bid 42, up to 49": a line without its subject. */
export function lineWords(scene: Scene, finding: Finding, side: Side): string {
    const [name, values] = namedDecision(scene, finding, side);
    return t(`analysis.line.${name}`, values);
}

/** "Three decisions cost you 28 points of winning chance." */
export function leadWords(scene: Scene, seat: number, findings: readonly Finding[]): string {
    const who = subject(scene, seat);
    if (findings.length === 0) return t('analysis.lead.none', who);
    const listed = findings.slice(0, N_LISTED);
    const values = { ...who, points: listed.reduce((sum, finding) => sum + costOf(finding), 0) };
    if (listed.length === 1) return t('analysis.lead.single', values);
    if (listed.length === 2) return t('analysis.lead.two', values);
    return t(findings.length > N_LISTED ? 'analysis.lead.worst' : 'analysis.lead.three', values);
}

/** "With the better choice you supply 9 cities by round 8 instead of 7."; empty without a reason. */
export function reasonWords(scene: Scene, finding: Finding): string {
    const [reason] = finding.reasons;
    const future = finding.future_better;
    if (!reason || !future) return '';
    const when = future.is_over ? t('analysis.by_end') : t('analysis.by_round', { round: future.round });
    const values = { ...subject(scene, finding.seat), better: reason.better, played: reason.played, when };
    return t(`analysis.reason.${reasonName(scene, reason)}`, { ...values, count: reason.better });
}

/** Plants of the card game earn money; they supply no cities. */
function reasonName(scene: Scene, { kind }: Reason): string {
    return scene.edition.coin && (kind === 'supplied' || kind === 'output') ? `${kind}_card` : kind;
}
