/** The choices of a puzzle in words, and why one of them is best. All numbers are the server's. */
import type { PuzzleAnswer, PuzzleChoice } from '../protocol/api';
import { reasonWords } from '../table/hintOutlook';
import { namedBy } from '../table/hintWords';
import type { Scene } from '../table/scene';
import { t } from '../words';
import { chosen } from '../words/language.svelte';

const MAX_REASONS = 2;

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
    extend: 'connect',
    'finish-building': 'connect',
    run: 'run',
    produce: 'run',
    'decline-sale': 'run',
};

/** The decision, as a question. */
export function askedOf(choices: readonly PuzzleChoice[]): string {
    const kinds = choices.map((choice) => ASKED[kindOf(choice)] ?? 'other');
    return kinds.find((kind) => kind !== 'other') ?? 'other';
}

/** "Bid 32", "Buy 3 coal, 1 oil", "Build in Duluth and Fargo". */
export function choiceWords(scene: Scene, { actions }: PuzzleChoice): string {
    const [name, values] = namedBy(scene, actions, null);
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

/** What speaks for the best choice against another one, the two most important reasons. */
export function reasonsOf(
    scene: Scene,
    choices: readonly PuzzleChoice[],
    answer: PuzzleAnswer,
    other: number,
): string[] {
    const { actions } = choices[answer.best]!;
    const { reasons } = answer.choices[other]!;
    return reasons.slice(0, MAX_REASONS).map((reason) => reasonWords(scene, actions, reason, answer.round));
}
