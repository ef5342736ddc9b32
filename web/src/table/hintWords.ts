/** A hint in words: the advice, its reasons and its consequences. All numbers are the server's. */
import type { Do, Hint } from '../protocol/api';
import { t, tOr } from '../words';
import { amountsWords, listWords } from '../words/list';
import { advisedCities, amountsOf, cardsOf, plantNames } from './advised';
import type { Scene } from './scene';

export interface HintRow {
    readonly what: string;
    /** Distance to the best, in words. */
    readonly behind: string;
    readonly isBest: boolean;
}

/** Name of a decision: its word with its values. */
export function namedBy(
    scene: Scene,
    actions: readonly Do[],
    limit: number | null,
): [string, Record<string, string | number>] {
    const [first] = actions;
    if (!first) return ['nothing', {}];
    switch (first.do) {
        case 'offer':
            return [
                limit !== null && limit > first.bid ? 'offer_to' : 'offer',
                { plant: first.plant, limit: limit ?? 0 },
            ];
        case 'bid':
            return [
                limit !== null && limit > first.amount ? 'bid_to' : 'bid',
                { bid: first.amount, limit: limit ?? 0 },
            ];
        case 'scrap':
            return ['scrap', { plant: first.plant }];
        case 'change-market':
        case 'buy':
            return ['buy', { what: amountsWords(scene, amountsOf(scene, actions)) }];
        case 'buy-card':
            return ['buy', { what: amountsWords(scene, cardUnits(scene, actions)) }];
        case 'extend':
        case 'connect':
            return [
                'connect',
                { cities: listWords(advisedCities(scene, actions).map((city) => scene.cityName(city))) },
            ];
        case 'run':
        case 'produce': {
            const plants = plantNames(first.plants);
            return plants.length > 0
                ? ['run', { plants: listWords(plants), count: plants.length }]
                : ['run_nothing', {}];
        }
        case 'draft':
            return [
                'draft',
                { region: scene.regionName(scene.sheet.regions.findIndex(({ id }) => id === first.region)) },
            ];
        case 'place-trust':
            return [
                'place-trust',
                { city: scene.cityName(scene.sheet.cities.findIndex(({ id }) => id === first.city)) },
            ];
        default:
            return [first.do, {}];
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

/** Subject of the sentence: the reader advised by the bot, or the bot that made the move. */
function about(scene: Scene, { seat, bot }: Hint): { bot: string; context: string } {
    const isBots = scene.viewer >= 0 && seat !== scene.viewer;
    return isBots ? { bot: scene.plainName(seat), context: 'bot' } : { bot: t(`bot.${bot}`), context: '' };
}

/** "Hard would put 28 up, to 34", or "Hedy put 28 up and would go to 34". */
export function decisionWords(scene: Scene, hint: Hint): string {
    const [name, values] = namedBy(scene, hint.actions, hint.limit);
    return t(`hint.would.${name}`, { ...values, ...about(scene, hint) });
}

/** Effects of it in sentences, the most important first. */
export function reasonWords(scene: Scene, hint: Hint): string[] {
    const { numbers, actions, limit } = hint;
    const kind = actions[0]?.do ?? 'pass';
    const lost = numbers.gives_up ?? null;
    const before = numbers.run_cost_before ?? null;
    const pays = (numbers.income ?? 0) > (numbers.income_now ?? 0);
    const figures = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, value ?? 0]));
    const values = {
        ...figures,
        limit: limit ?? 0,
        plant: lost === null ? '' : scene.plantName(lost),
        ...about(scene, hint),
    };
    const say = (key: string): string => t(`hint.why.${key}`, values);
    // In editions without cities plants earn money directly.
    const own = (key: string): string => say(scene.edition.coin ? `${key}_card` : key);
    switch (kind) {
        case 'offer':
        case 'bid':
            return [
                own(lost === null ? 'plant' : 'plant_instead'),
                say(!numbers.run_cost ? 'no_fuel' : before === null ? 'fuel' : 'fuel_instead'),
                say('left'),
                ...(limit === null ? [] : [say('limit')]),
            ];
        case 'drop':
            return [say(limit ? 'drop' : 'drop_now')];
        case 'scrap':
            return [own('scrap')];
        case 'change-market':
        case 'buy':
        case 'buy-card':
            return [
                (numbers.powers ?? 0) > (numbers.powers_now ?? 0) ? own('run') : say('later'),
                ...(pays && !scene.edition.coin ? [say('income')] : []),
                say('cost'),
            ];
        case 'connect':
            return [
                // A first city is weighed by money.
                say(hint.measure === 'money' ? 'start' : 'cost'),
                say(pays ? 'income' : 'waits'),
            ];
        case 'run':
            return [say('powers')];
        case 'produce':
            return [say('earns')];
        default:
            return [tOr(`hint.why.${kind}`, '', values)].filter(Boolean);
    }
}

/** The decision and the next best ones, with the bot's measure. */
export function hintRows(scene: Scene, { actions, limit, others, measure }: Hint): HintRow[] {
    const row = (done: readonly Do[], most: number | null): string => {
        // A first city is compared as the place to begin.
        const isStart = measure === 'money' && done[0]?.do === 'connect';
        const [name, values] = namedBy(scene, isStart ? done.slice(0, 1) : done, most);
        // A skip is named after its button.
        const word = isStart ? 'begin' : name === 'nothing' ? (SKIPS[actions[0]?.do ?? ''] ?? 'pass') : name;
        return t(`hint.row.${word}`, values);
    };
    return [
        { what: row(actions, limit), behind: t('hint.best'), isBest: true },
        ...others.map((other) => ({
            what: row(other.actions, null),
            behind: behindWords(other.behind, measure),
            isBest: false,
        })),
    ];
}

/** Name of doing nothing, by the advised action. */
const SKIPS: Readonly<Record<string, string>> = {
    buy: 'finish-buying',
    'buy-card': 'finish-buying',
    connect: 'finish-building',
};
/** Beyond this a number is meaningless: the game itself is at stake. Money and chances have no such bound. */
const FAR: Readonly<Record<Hint['measure'], number>> = { cities: 8, points: 8, money: Infinity, chance: Infinity };
/** Measures without decimals. */
const WHOLE: ReadonlySet<Hint['measure']> = new Set(['money', 'chance']);

function behindWords(behind: number, measure: Hint['measure']): string {
    const shown = WHOLE.has(measure) ? Math.round(behind) : Math.round(behind * 10) / 10;
    if (shown === 0) return t('hint.same');
    if (behind >= FAR[measure]) return t('hint.far');
    return t('hint.less', { less: new Intl.NumberFormat(document.documentElement.lang).format(shown) });
}
