/** What a hint says: the decision, the reason from two futures, and how sure it is. All numbers are the server's. */
import type { Do, Hint, HintOutlook, Reason } from '../protocol/api';
import { t } from '../words';
import { namedBy } from './hintWords';
import type { Scene } from './scene';

/** Decisions that win or buy something: the reason says what the player has with it. */
const GAINS: ReadonlySet<Do['do']> = new Set(['offer', 'bid', 'buy', 'buy-card', 'connect']);

const percent = (chance: number): number => Math.round(100 * chance);
/** "±2": whole points, never less than one. */
const plusMinus = (error: number): string => `±${Math.max(1, percent(error))}`;

/** "Bid 30, go up to 34". */
export function adviceWords(scene: Scene, { actions, limit }: Hint): string {
    const [name, values] = namedBy(scene, actions, limit);
    return t(`hint.do.${name}`, values);
}

/** "With it you supply 11 cities instead of 9 in round 8."; empty without a reason. */
export function futureWords(scene: Scene, { actions }: Hint, { reasons, round }: HintOutlook): string {
    const [reason] = reasons;
    return reason ? reasonWords(scene, actions, reason, round) : '';
}

/** A reason for a decision: what it leads to, compared with another one. */
export function reasonWords(scene: Scene, actions: readonly Do[], reason: Reason, round: number): string {
    const how = t(actions[0] && GAINS.has(actions[0].do) ? 'hint.with_it' : 'hint.that_way');
    const { kind, better, played } = reason;
    // Plants of the card game earn money; they supply no cities.
    const context = scene.edition.coin ? 'card' : '';
    return t(`hint.reason.${kind}`, { how, better, played, round, count: better, context });
}

/** "34 % to win". */
export function chanceWords({ chance }: HintOutlook): string {
    return t('hint.chance', { chance: percent(chance) });
}

/** "27 % if you drop out (±2). Sure." */
export function withoutWords(scene: Scene, { without, alternative, error, sureness }: HintOutlook): string {
    const [name, values] = namedBy(scene, alternative, null);
    const said = t('hint.without', {
        without: percent(without),
        alternative: t(`hint.if.${name}`, values),
        error: plusMinus(error),
    });
    return `${said} ${t(`hint.${sureness}`)}`;
}

/** Two equally good decisions, each with its chance to win. */
export function closeRows(scene: Scene, { actions }: Hint, outlook: HintOutlook): { what: string; chance: string }[] {
    const row = (done: readonly Do[], chance: number): { what: string; chance: string } => {
        const [name, values] = namedBy(scene, done, null);
        return { what: t(`hint.do.${name}`, values), chance: t('hint.close.chance', { chance: percent(chance) }) };
    };
    return [row(actions, outlook.chance), row(outlook.alternative, outlook.without)];
}

/** "Chance to win (±2):" */
export function closeWords({ error }: HintOutlook): string {
    return t('hint.close.chances', { error: plusMinus(error) });
}
