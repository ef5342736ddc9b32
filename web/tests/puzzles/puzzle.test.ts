// @vitest-environment jsdom
/** Puzzles: their words, their keys, and their data in the browser's storage. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { PuzzleAnswer, PuzzleFace } from '../../src/protocol/api';
import Choices from '../../src/puzzles/Choices.svelte';
import { askedOf, choiceWords, comparedWords, errorWords, reasonsOf, secondOf } from '../../src/puzzles/choiceWords';
import { keepAnswer, keepSeen, keptPuzzles } from '../../src/puzzles/kept';
import { pressQuestion, type QuestionKeyHandlers } from '../../src/puzzles/keys';
import { sceneOf } from '../../src/puzzles/position';
import { learn, speak, startWords } from '../../src/words';
import made from './faces.json';

interface Made {
    face: PuzzleFace;
    answer: PuzzleAnswer;
}
const { auction, fuel } = made as unknown as Record<'auction' | 'fuel', Made>;

beforeAll(async () => {
    await startWords();
    await learn('puzzle');
    await learn('hint');
});
beforeEach(() => localStorage.clear());

const wordsOf = ({ face }: Made): string[] => face.choices.map((choice) => choiceWords(sceneOf(face), choice));

test('choices are said as orders, in either language', async () => {
    expect(wordsOf(auction).sort()).toEqual(['Bid 28', 'Bid 36', 'Drop out']);
    expect(wordsOf(fuel)).toContain('Buy 3 coal, 1 oil');
    expect([askedOf(auction.face.choices), askedOf(fuel.face.choices)]).toEqual(['bid', 'buy']);
    await speak('de');
    expect(wordsOf(fuel)).toContain('3 Kohle, 1 Öl kaufen');
    expect(errorWords(fuel.answer)).toBe('1,2');
    await speak('en');
});

test('the reasons say what the best choice leads to', () => {
    const { face, answer } = auction;
    expect(reasonsOf(sceneOf(face), face.choices, answer, secondOf(answer))).toEqual([
        'That way you have 88 money instead of 61 in round 10.',
        'That way you supply 11 cities instead of 10 in round 10.',
    ]);
    expect(comparedWords(sceneOf(face), face.choices, answer, answer.best)).toBe('Drop out: 76%. Bid 28: 68%.');
});

test('seats have no names but their colours', () => {
    const scene = sceneOf(fuel.face);
    expect(scene.plainName(0)).toBe('Blue');
    expect(scene.seatName(scene.viewer)).toBe('You');
    expect(scene.isMyTurn).toBe(true);
    expect(scene.view.offers).toEqual([]);
});

function press(key: string, handlers: Partial<QuestionKeyHandlers>): { chose: number[]; entered: number } {
    const told = { chose: [] as number[], entered: 0 };
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    pressQuestion(event, {
        count: 3,
        chosen: -1,
        isAnswered: false,
        choose: (place) => told.chose.push(place),
        enter: () => (told.entered += 1),
        ...handlers,
    });
    return told;
}

test('digits and arrows choose, Enter decides', () => {
    expect(press('2', {}).chose).toEqual([1]);
    expect(press('4', {}).chose).toEqual([]);
    expect(press('ArrowDown', {}).chose).toEqual([0]);
    expect(press('ArrowUp', {}).chose).toEqual([2]);
    expect(press('ArrowDown', { chosen: 2 }).chose).toEqual([0]);
    expect(press('1', { isAnswered: true }).chose).toEqual([]);
    expect(press('Enter', { isAnswered: true }).entered).toBe(1);
});

let shown: ReturnType<typeof mount> | undefined;
afterEach(() => {
    if (shown) void unmount(shown);
    shown = undefined;
});

test('after the answer the best comes first, and nothing can be chosen', () => {
    const { face, answer } = fuel;
    const given = { scene: sceneOf(face), choices: face.choices, label: 'How much?', onchoose: vi.fn() };
    shown = mount(Choices, { target: document.body, props: { ...given, chosen: -1, answer: null } });
    expect(document.querySelectorAll('[role=radio]')).toHaveLength(4);
    document.querySelector<HTMLElement>('[data-choice="2"]')?.click();
    expect(given.onchoose).toHaveBeenCalledWith(2);
    void unmount(shown);
    const wrong = secondOf(answer);
    shown = mount(Choices, { target: document.body, props: { ...given, chosen: wrong, answer } });
    flushSync();
    const rows = [...document.querySelectorAll('[role=listitem]')].map((each) => each.textContent ?? '');
    expect(document.querySelectorAll('button')).toHaveLength(0);
    expect(rows[0]).toContain('Buy 3 coal, 1 oil');
    expect(rows[0]).toContain('47%');
    expect(rows.filter((row) => row.includes('your answer'))).toHaveLength(1);
});

test('a browser keeps the rating, and what was seen', () => {
    expect(keptPuzzles().rating.rating).toBe(1500);
    keepSeen('one');
    keepSeen('two');
    keepSeen('one');
    keepAnswer('one', { rating: 1520, deviation: 190, tried: 1, found: 1 });
    keepAnswer('two', null);
    const kept = keptPuzzles();
    expect(kept.seen).toEqual(['one', 'two']);
    expect(kept.answered).toEqual(['two', 'one']);
    expect(kept.rating.rating).toBe(1520);
    localStorage.setItem('gridwright.puzzles', '{');
    expect(keptPuzzles().seen).toEqual([]);
});
