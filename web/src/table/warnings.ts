/**
 * The confirmation of a step that is plainly bad, with its numbers. The server detects them; this page has the words.
 */
import { t } from '../words';
import { chosen as language } from '../words/language.svelte';
import type { Scene } from './scene';
import type { Step } from './step';
import { type FuelLevel, type IncomeLost, type ViewAids, type Warning, warningOf } from './viewAids';

export interface Question {
    readonly say: string;
    readonly hint: string;
    /** Text for a narrow bar. */
    readonly short: string;
}

/** State that a question is about. */
export interface Asked {
    readonly step: Step;
    /** The amounts of a purchase, by kind. */
    readonly amounts: readonly number[];
    /** The place of the chosen run among those on offer. */
    readonly run: number;
    readonly scene: Scene;
    readonly aids: ViewAids;
}

type Ask = (asked: Asked) => Question | null;

/** Questions by the name of the step; other steps need no confirmation. */
const QUESTIONS: Readonly<Record<string, Ask>> = {
    'finish-buying': ({ scene, aids }) => {
        const warning = warningOf(aids, 'fuel-missing');
        if (!warning) return null;
        const names = list(warning.plants.map((card) => scene.plantName(card)));
        return question('fuel-missing', {
            ...figures(warning),
            context: incomeWords(scene, warning.is_points),
            plants: names,
            count: warning.plants.length,
        });
    },
    buy: fuelTooLittle,
    'buy-card': fuelTooLittle,
    'finish-building': ({ scene, aids }) => {
        const warning = warningOf(aids, 'city-missing');
        if (!warning) return null;
        return question('city-missing', {
            ...figures(warning),
            city: scene.cityName(warning.city),
            context: warning.more > 0 ? '' : 'last',
        });
    },
    pass: ({ scene, aids }) => {
        const warning = warningOf(aids, 'plant-missing');
        return warning
            ? question('plant-missing', { ...figures(warning), plant: scene.plantName(warning.plant) })
            : null;
    },
    run: incomeLost,
    produce: incomeLost,
    connect: gameEnds,
    'connect-on': gameEnds,
};

export function questionOf(asked: Asked): Question | null {
    return QUESTIONS[asked.step.name]?.(asked) ?? null;
}

function question(key: string, values: Record<string, string | number>): Question {
    return {
        say: t(`warn.${key}`, values),
        hint: t(`warn.hint.${key}`, values),
        short: t(`warn.short.${key}`, values),
    };
}

function fuelTooLittle({ scene, aids, amounts }: Asked): Question | null {
    const levels = aids.fuel?.levels ?? [];
    const level = levels.findLast((each) => each.amounts.every((amount, kind) => amount <= (amounts[kind] ?? 0)));
    const better = levels[level?.better ?? -1];
    if (!level || !better) return null;
    return question('fuel-short', {
        cities: level.cities,
        possible_cities: better.cities,
        income: level.income,
        possible_income: better.income,
        price: better.price,
        context: incomeWords(scene, false),
    });
}

function incomeLost({ scene, aids, run }: Asked): Question | null {
    const warning = aids.warnings?.find(
        (each): each is IncomeLost => each.warning === 'income-lost' && each.run === run,
    );
    if (!warning) return null;
    const kept = list(
        warning.kept.flatMap((amount, kind) => (amount > 0 ? [`${amount} ${scene.kindWithin(kind)}`] : [])),
    );
    return question('income-lost', {
        less: warning.less,
        worth: warning.worth,
        plants: list(warning.plants.map((card) => scene.plantName(card))),
        count: warning.plants.length,
        kept,
        context: kept ? '' : 'nothing',
    });
}

function gameEnds({ scene, aids, step }: Asked): Question | null {
    const warning = warningOf(aids, 'game-ends');
    const count = step.orders.filter((order) => order.do === 'connect').length;
    if (!warning || count < warning.builds) return null;
    return question('game-ends', { ...figures(warning), name: scene.seatName(warning.seat) });
}

/** Where plants supply no cities only the income counts, and in the last round at cards that is points. */
function incomeWords(scene: Scene, isPoints: boolean): string {
    if (isPoints) return 'points';
    return scene.edition.coin ? 'cards' : '';
}

/** The plain numbers of a warning. */
function figures(warning: Warning | FuelLevel): Record<string, number> {
    return Object.fromEntries(
        Object.entries(warning).filter((each): each is [string, number] => typeof each[1] === 'number'),
    );
}

function list(names: readonly string[]): string {
    return new Intl.ListFormat(language.language, { type: 'conjunction' }).format(names);
}
