/** Sentences of the action bar. */
import { clockText } from '../design/seatView';
import { CHANCE } from '../game/ids';
import type { Do } from '../protocol/api';
import { t, tOr } from '../words';
import { chosen } from '../words/language.svelte';
import type { Keys } from './keys.svelte';
import { nextWords } from './turnWords';
import { refusalWords } from './refusal';
import type { Part, Prepared } from './ready.svelte';
import type { Scene } from './scene';
import type { Step } from './step';
import type { Turn } from './turn.svelte';

/** Milliseconds after which a pending order is mentioned. */
const LATE = 2000;

interface BarInput {
    readonly scene: Scene;
    readonly turn: Turn;
    readonly now: number;
    readonly keys: Keys;
    readonly letters: boolean;
    /** The seats that act after the acting seat, where known. */
    readonly following: readonly number[];
}

export interface BarWords {
    readonly texts: { flag: string; place: string; say: string; hint: string; short: string };
    /** Income of powering; null in other turns. */
    readonly income: number | null;
    /** On the yellow button. */
    readonly primary: string;
}

export function barWords(input: BarInput): BarWords {
    const { turn } = input;
    const step = turn.sent ?? turn.primary;
    const builds = step?.name === 'connect';
    const risk = turn.sent ? null : turn.riskyBid;
    return {
        texts: { flag: flagOf(input), place: placeOf(input), ...sentence(input) },
        income: builds
            ? (turn.plan.priced?.income ?? null)
            : step?.name === 'run'
              ? turn.income
              : producedIncome(turn, step?.name),
        primary: risk
            ? t('do.bid_risky', { bid: risk.bid, leaves: risk.leaves, cost: risk.run_costs })
            : (step?.label ?? ''),
    };
}

/** Income of the chosen plants in the card game. */
function producedIncome({ own, aids }: Turn, name: string | undefined): number | null {
    return name === 'produce' ? (aids.power?.runs[own?.runPlace ?? -1]?.income ?? null) : null;
}

function placeOf({ scene, following }: BarInput): string {
    const next = scene.isMyTurn ? '' : nextWords(scene, following);
    if (next) return next.charAt(0).toLocaleUpperCase() + next.slice(1);
    const when = scene.edition.hasSteps
        ? t('step.within', { step: scene.observation.step })
        : t('round', { round: scene.observation.round });
    return `${tOr(`phase.${scene.phase}`, scene.phase)}, ${when}`;
}

function flagOf({ scene, turn: { live } }: BarInput): string {
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

function sentence(input: BarInput): Sentence {
    const { scene, turn, now, keys } = input;
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
    if (asking) return nudged(input, asking.question);
    return keys.canAct ? nudged(input, asked(input)) : waiting(input);
}

/** Enter had no effect: name the key that has one. */
function nudged({ turn, keys, letters }: BarInput, said: Sentence): Sentence {
    const name = keys.asking ? 'yes' : turn.quiet?.name;
    return keys.isNudged && letters && name
        ? { ...said, hint: t(`nudge.${name}`, { context: turn.hasDone ? 'after' : '' }) }
        : said;
}

function asked({ scene, turn }: BarInput): Sentence {
    const { low = 0, high = 0 } = turn.bidRange ?? {};
    if (turn.own?.says) return plain(turn.own.says, turn.own.hint);
    const step = turn.primary;
    if (step?.name === 'connect') return planned(scene, turn, step);
    if (step?.name === 'buy' && turn.ready.changes(turn.preparedOf('fuel')).length > 0)
        return repriced(scene, turn, 'fuel');
    const plant = scene.plantName(scene.observation.auction.lot);
    const hint = fuelHint(scene, turn) ?? t(`ask.hint.${turn.asked}`, { low, high });
    return plain(t(`ask.${turn.asked}`, { plant, low, high }), hint, tOr(`ask.short.${turn.asked}`, ''));
}

/** The planned cities, or the changes since they were prepared. */
function planned(scene: Scene, turn: Turn, step: Step): Sentence {
    if (turn.ready.changes(turn.preparedOf('cities')).length > 0) return repriced(scene, turn, 'cities');
    const { cities, priced } = turn.plan;
    const all = names((priced?.cities.map(({ city }) => city) ?? cities).map((city) => scene.cityName(city)));
    const count = step.orders.filter((order) => order.do === 'connect').length;
    const ends = step.orders.some((order) => order.do === 'finish-building') ? t('ask.hint.plan') : '';
    const hint = count < cities.length ? t('ask.hint.plan_part', { count }) : ends;
    return plain(t('ask.plan', { count: cities.length, cities: all }), hint, t('ask.short.plan', { price: step.pay }));
}

/** Prepared items that are dearer or gone; the total with both sums. */
function repriced(scene: Scene, turn: Turn, part: Part): Sentence {
    const now = turn.preparedOf(part);
    const changes = turn.ready.changes(now);
    const [first] = changes;
    if (!now || !first) return plain('');
    const name = part === 'cities' ? scene.cityName(first.thing) : scene.kindName(first.thing);
    const more = (first.now ?? 0) - first.was;
    const was = turn.ready.of(part)?.total ?? 0;
    const what = first.now === null ? t(`ready.gone.${part}`, { name }) : t('ready.dearer', { name, more });
    const others = changes.length > 1 ? t('ready.and_more', { count: changes.length - 1 }) : '';
    const sums = t('ready.sums', { was, now: now.total });
    return plain(`${what}${others ? ` ${others}` : ''}: ${sums}`, t('ready.look'), `${what}: ${now.total}`);
}

/** Items prepared for the player's turn, while others act. */
function kept(scene: Scene, turn: Turn, prepared: Prepared): Sentence {
    const { ready } = turn;
    if (ready.changes(prepared).length > 0) return repriced(scene, turn, prepared.part);
    const things = names(
        prepared.part === 'cities'
            ? prepared.prices.map(({ thing }) => scene.cityName(thing))
            : prepared.prices.map(({ thing, count }) => `${count} ${scene.kindWithin(thing)}`),
    );
    const { total } = prepared;
    const hint = ready.isDue(prepared) ? t('ready.hint_sends', { total }) : t('ready.hint');
    return plain(t('ready.plan', { things, total }), hint, t('ready.short', { total }));
}

const names = (each: readonly string[]): string => each.join(', ');

/** The last action in a sentence. */
function doneWords(actions: readonly Do[]): string {
    const count = (kind: Do['do']): number => actions.filter((each) => each.do === kind).length;
    const [first] = actions;
    const built = count('connect') + count('extend');
    if (built > 0) return t('hold.did.connect', { count: built });
    return tOr(`hold.did.${first?.do}`, t('hold.did.other'), first && 'amount' in first ? { bid: first.amount } : {});
}

/** Result of one run, where the server sends it. */
function fuelHint(scene: Scene, { aids: { fuel } }: Turn): string | null {
    const level = fuel?.one_run
        ? fuel.levels.findLast((each) => each.amounts.every((amount, kind) => amount <= fuel.one_run!.amounts[kind]!))
        : undefined;
    if (!level) return null;
    const context = scene.edition.coin ? 'cards' : '';
    return t('ask.hint.one_run', { count: level.cities, income: level.income, context });
}

/** Bid limits and passes set for the coming auctions. */
function aheadWords({ limit }: Turn): Sentence | null {
    const { left, value, ahead } = limit;
    if (ahead && !limit.isDraft) {
        const what = limit.aheadWords(ahead);
        return plain(t(ahead.up_to ? 'limit.bids_for' : 'limit.drops_for', what), t('limit.until', what));
    }
    if (limit.drops) return plain(t('limit.drops'));
    if (limit.passes) return plain(t('limit.passes'), t('limit.passes_hint'));
    if (left !== null)
        return plain(t('limit.bids', { limit: left }), t('limit.hint'), t('limit.flag', { limit: left }));
    return value === null ? null : plain(t('limit.leave', { limit: value }), t('limit.hint'));
}

function waiting({ scene, turn, now, following }: BarInput): Sentence {
    const actor = scene.observation.actor;
    if (turn.hold.isOn && turn.undoable) return plain(doneWords(turn.undoable.actions));
    if (actor === CHANCE) return plain(t('bar.drawing'));
    const ahead = aheadWords(turn);
    if (ahead) return ahead;
    if (turn.prepared) return kept(scene, turn, turn.prepared);
    const deadline = scene.view.deadline_at;
    const isTimed = deadline !== null && actor >= 0;
    const hint = isTimed
        ? t('bar.clock', { time: clockText(deadline - now) })
        : scene.viewer < 0
          ? t('bar.watching')
          : '';
    const say = tOr(`wait.${scene.phase}`, t('wait.other'), { name: scene.plainName(actor) });
    return plain(say, hint, nextWords(scene, following));
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Age of the shown state, in words. */
function asOf(at: number, now: number): string {
    const age = Math.max(now - at, 0);
    if (age < 2 * MINUTE) return t('bar.as_of', { count: Math.round(age / 1000) });
    const shape: Intl.DateTimeFormatOptions =
        age < DAY ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' };
    return t('offline.as_of', { time: new Intl.DateTimeFormat(chosen.language, shape).format(at) });
}
