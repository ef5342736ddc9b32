/** What the action bar says. */
import { clockText } from '../design/seatView';
import { CHANCE } from '../game/ids';
import { asOf } from '../offline/asOf';
import type { Do } from '../protocol/api';
import { t, tOr } from '../words';
import type { Keys } from './keys.svelte';
import { refusalWords } from './refusal';
import type { Scene } from './scene';
import type { Turn } from './turn.svelte';

/** An order without an answer for so long gets a word. */
const LATE = 2000;

interface Told {
    readonly scene: Scene;
    readonly turn: Turn;
    readonly now: number;
    readonly keys: Keys;
    readonly letters: boolean;
}

export interface BarWords {
    readonly texts: { flag: string; place: string; say: string; hint: string; short: string };
    /** What a price is made of. */
    readonly parts: readonly string[];
    /** What powering brings in; null where it is not that. */
    readonly income: number | null;
    /** On the yellow button. */
    readonly primary: string;
}

export function barWords(told: Told): BarWords {
    const { scene, turn } = told;
    const step = turn.sent ?? turn.primary;
    const builds = step?.name === 'connect';
    const quote = builds && turn.plan.cities.length === 1 ? turn.quotes.of(turn.city) : undefined;
    const { house, connection } = quote ?? { house: null, connection: null };
    const risk = turn.sent ? null : turn.riskyBid;
    return {
        texts: { flag: flagOf(told), place: placeOf(scene), ...sentence(told) },
        parts: house !== null && connection !== null ? [t('build.parts', { house, connection })] : [],
        income: builds ? (turn.plan.priced?.income ?? null) : step?.name === 'run' ? turn.income : null,
        primary: risk
            ? t('do.bid_risky', { bid: risk.bid, leaves: risk.leaves, cost: risk.run_costs })
            : (step?.label ?? ''),
    };
}

function placeOf(scene: Scene): string {
    const when = scene.edition.hasSteps
        ? t('step.within', { step: scene.observation.step })
        : t('round', { round: scene.observation.round });
    return `${tOr(`phase.${scene.phase}`, scene.phase)}, ${when}`;
}

function flagOf({ scene, turn: { live } }: Told): string {
    if (live.connection !== 'open') return t(live.isKept ? 'offline.flag' : 'bar.reconnecting');
    const actor = scene.observation.actor;
    if (scene.isMyTurn && !scene.isShared) return t('bar.your_turn');
    return actor < 0 ? t('bar.table') : t('bar.acts', { name: scene.plainName(actor) });
}

interface Sentence {
    say: string;
    hint: string;
    short: string;
}

const plain = (say: string, hint = '', short = ''): Sentence => ({ say, hint, short });

function sentence(told: Told): Sentence {
    const { scene, turn, now, keys } = told;
    const { live } = turn;
    const isAway = live.connection !== 'open';
    const pending = keys.canAct || isAway ? live.pending : null;
    if (isAway) {
        const hint = live.isKept ? 'offline.nothing' : pending ? 'pending.kept' : 'bar.nothing_lost';
        return plain(asOf(live.heardAt, now), t(hint));
    }
    if (pending && (pending.tries > 0 || now - pending.at > LATE)) return plain(t('pending.late'), t('pending.once'));
    if (scene.view.status === 'paused') return plain(t('bar.paused'));
    if (live.refusal) return plain(refusalWords(scene, live.refusal));
    const asking = keys.asking;
    if (asking) return nudged(told, asking.question);
    return keys.canAct ? nudged(told, asked(told)) : waiting(told);
}

/** Enter had nothing to do: say which key there is. */
function nudged({ turn, keys, letters }: Told, said: Sentence): Sentence {
    const name = keys.asking ? 'yes' : turn.quiet?.name;
    return keys.isNudged && letters && name
        ? { ...said, hint: t(`nudge.${name}`, { context: turn.hasDone ? 'after' : '' }) }
        : said;
}

function asked({ scene, turn }: Told): Sentence {
    const { low = 0, high = 0 } = turn.bidRange ?? {};
    if (turn.own?.says) return plain(turn.own.says, turn.own.hint);
    const plant = scene.plantName(scene.observation.auction.lot);
    const hint = fuelHint(scene, turn) ?? t(`ask.hint.${turn.asked}`, { low, high });
    return plain(t(`ask.${turn.asked}`, { plant, low, high }), hint, tOr(`ask.short.${turn.asked}`, ''));
}

/** What was just done, in a sentence. */
function doneWords(actions: readonly Do[]): string {
    const count = (kind: Do['do']): number => actions.filter((each) => each.do === kind).length;
    const [first] = actions;
    if (count('connect') > 0) return t('hold.did.connect', { count: count('connect') });
    return tOr(`hold.did.${first?.do}`, t('hold.did.other'), first && 'amount' in first ? { bid: first.amount } : {});
}

/** What one run would bring, where the server tells it. */
function fuelHint(scene: Scene, { tells: { fuel } }: Turn): string | null {
    const level = fuel?.one_run
        ? fuel.levels.findLast((each) => each.amounts.every((amount, kind) => amount <= fuel.one_run!.amounts[kind]!))
        : undefined;
    if (!level) return null;
    const context = scene.sheet.cities.length > 0 ? '' : 'cards';
    return t('ask.hint.one_run', { count: level.cities, income: level.income, context });
}

function waiting({ scene, turn, now }: Told): Sentence {
    const actor = scene.observation.actor;
    const held = scene.view.hold_until;
    if (held !== null && turn.undoable) {
        const count = Math.max(1, Math.ceil((held - now) / 1000));
        const name = actor >= 0 ? scene.plainName(actor) : t('bar.table');
        return plain(doneWords(turn.undoable.actions), t('hold.goes_on', { name, count }));
    }
    if (actor === CHANCE) return plain(t('bar.drawing'));
    const deadline = scene.view.deadline_at;
    const isTimed = deadline !== null && actor >= 0;
    const hint = isTimed
        ? t('bar.clock', { time: clockText(deadline - now) })
        : scene.viewer < 0
          ? t('bar.watching')
          : '';
    return plain(tOr(`wait.${scene.phase}`, t('wait.other'), { name: scene.plainName(actor) }), hint);
}
