/** The choices of a puzzle in words, and why one of them is best. All numbers are the server's. */
import type { PuzzleAnswer, PuzzleChoice } from '../protocol/api';
import { namedBy } from '../table/hintWords';
import type { Scene } from '../table/scene';
import { t } from '../words';
import { chosen } from '../words/language.svelte';

type Kind = PuzzleChoice['actions'][number]['do'];

export const kindOf = ({ actions }: PuzzleChoice): Kind => actions[0]?.do ?? 'pass';

/** Kinds of choices of the same decision. */
const ASKED: Partial<Record<Kind, string>> = {
    bid: 'bid',
    drop: 'bid',
    offer: 'offer',
    pass: 'offer',
    scrap: 'scrap',
    buy: 'buy',
    'buy-card': 'buy',
    'change-market': 'buy',
    'finish-buying': 'buy',
    connect: 'connect',
    'finish-building': 'connect',
    run: 'run',
    produce: 'run',
};

/** The decision, as a question. */
export function askedOf(choices: readonly PuzzleChoice[]): string {
    const kinds = choices.map((choice) => ASKED[kindOf(choice)] ?? 'other');
    return kinds.find((kind) => kind !== 'other') ?? 'other';
}

/** "Bid 32", "Buy 3 coal, 1 oil", "Build in Duluth and Fargo". */
export function choiceWords(scene: Scene, { actions, up_to }: PuzzleChoice): string {
    const [name, values] = namedBy(scene, actions, up_to || null);
    return t(`puzzle.choice.${name}`, values);
}

/** Immediate cost, where there is one. */
export function costWords({ cost }: PuzzleChoice, money: number): string {
    return cost > 0 ? t('puzzle.costs', { cost, left: money - cost }) : '';
}

/** In whole points. */
export function percent(chance: number): string {
    return new Intl.NumberFormat(chosen.language, { style: 'percent', maximumFractionDigits: 0 }).format(chance);
}

/** Error margin of the chances, in points. */
export function errorWords({ choices }: PuzzleAnswer): string {
    const most = Math.max(...choices.map(({ error }) => error));
    return new Intl.NumberFormat(chosen.language, { maximumFractionDigits: 1 }).format(most * 100);
}

/** The best choice compared with the chosen one, or with the second if the best was chosen. */
export function comparedWords(
    scene: Scene,
    choices: readonly PuzzleChoice[],
    answer: PuzzleAnswer,
    guess: number,
): string {
    const other = guess === answer.best ? secondOf(answer) : guess;
    const wordsOf = (place: number): string => choiceWords(scene, choices[place]!);
    const chanceOf = (place: number): string => percent(answer.choices[place]!.chance);
    return t('puzzle.compared', {
        best: wordsOf(answer.best),
        chance: chanceOf(answer.best),
        other: wordsOf(other),
        less: chanceOf(other),
    });
}

export function points(chance: number): number {
    return Math.round(chance * 100);
}

/** Lead of the best over the second, from the rounded chances. */
export function leadOf(answer: PuzzleAnswer): number {
    const { best, choices } = answer;
    return points(choices[best]!.chance) - points(choices[secondOf(answer)]!.chance);
}

/** Index of the second best choice. */
export function secondOf({ best, choices }: PuzzleAnswer): number {
    const others = choices.map((_, place) => place).filter((place) => place !== best);
    return others.reduce(
        (one, other) => (choices[other]!.chance > choices[one]!.chance ? other : one),
        others[0] ?? best,
    );
}

/** Reasons for the best choice, in sentences about the position after it, compared with another choice. */
export function reasonsOf(
    scene: Scene,
    choices: readonly PuzzleChoice[],
    answer: PuzzleAnswer,
    other: number,
): string[] {
    const best = choices[answer.best];
    const judged = answer.choices[answer.best];
    const beside = answer.choices[other];
    if (!best || !judged || !beside) return [];
    const { observation, sheet, edition } = scene;
    const pays = (each: typeof judged): number => {
        if (edition.coin) return each.powers;
        return sheet.income[Math.min(each.powers, each.cities, sheet.income.length - 1)] ?? 0;
    };
    const lot = observation.auction.lot;
    const values = {
        plant: lot >= 0 ? scene.plantName(lot) : '',
        left: judged.left,
        less: beside.left,
        powers: judged.powers,
        other: beside.powers,
        cities: judged.cities,
        fewer: beside.cities,
        supplied: Math.min(judged.powers, judged.cities),
        income: pays(judged),
        lower: pays(beside),
        more: Math.abs(judged.left - beside.left),
    };
    const say = (key: string): string => t(`puzzle.why.${key}`, values);
    const own = (key: string): string => say(edition.coin ? `${key}_card` : key);
    const found: string[] = [];
    switch (ASKED[kindOf(best)]) {
        case 'bid':
            if (kindOf(best) === 'drop') {
                found.push(own(judged.powers >= beside.powers ? 'lot_adds_nothing' : 'lot_too_dear'));
                found.push(say('keeps'));
            } else if (judged.powers > beside.powers) {
                found.push(own('lot_adds'), say('leaves'));
            } else if (judged.left > beside.left) found.push(say('cheaper'));
            else found.push(say('leaves'));
            break;
        case 'offer':
            if (kindOf(best) === 'pass') {
                found.push(own(judged.powers >= beside.powers ? 'plant_adds_nothing' : 'plant_too_dear'));
                found.push(say('keeps'));
            } else {
                if (judged.powers !== beside.powers) found.push(own('plant_adds'));
                found.push(say('leaves'));
            }
            break;
        case 'scrap':
            found.push(own('scrap'));
            break;
        case 'buy':
        case 'run':
            if (pays(judged) > pays(beside)) found.push(own('pays'));
            else if (judged.left > beside.left) found.push(say('same_for_less'));
            else if (judged.powers > beside.powers) found.push(own('stocks'));
            if (judged.left < beside.left) found.push(say('leaves'));
            break;
        case 'connect':
            if (judged.cities > beside.cities) found.push(say('more_cities'));
            else if (judged.cities < beside.cities) found.push(say('fewer_cities'));
            if (pays(judged) > pays(beside)) found.push(own('pays'));
            else if (judged.cities === beside.cities && judged.left > beside.left) found.push(say('same_for_less'));
            found.push(say('leaves'));
            break;
    }
    return found;
}
