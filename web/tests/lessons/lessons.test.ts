// @vitest-environment jsdom
/** A lesson without a server: its script, its orders, and the thing in the spotlight. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { flushSync } from 'svelte';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { keepLesson, keptLessons } from '../../src/lessons/kept';
import { isTurn, LessonLive } from '../../src/lessons/lessonLive.svelte';
import { buttonSpot, dropOthers, missingSpot } from '../../src/lessons/spot';
import { LINE } from '../../src/lessons/line';
import type { LessonScript } from '../../src/protocol/api';
import { Scene } from '../../src/table/scene';
import { Turn } from '../../src/table/turn.svelte';
import { startWords } from '../../src/words';

const read = (name: string): LessonScript =>
    JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf-8')) as LessonScript;

beforeAll(() => startWords());
beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
});

/** A lesson with its turn, as the page has them. */
function open(name: string): { live: LessonLive; turn: Turn; scene: () => Scene; wrong: () => number } {
    let count = 0;
    const live = new LessonLive(read(name), () => (count += 1));
    const scene = (): Scene => new Scene(live.store!.view!, live.store!.view!.observation!, live.sheet);
    const turn = new Turn(live, scene);
    turn.led = [];
    turn.follow();
    return { live, turn, scene, wrong: () => count };
}

test('a turn is recognised without its end and in any order', () => {
    const built = [
        { do: 'connect', city: 'chicago' },
        { do: 'connect', city: 'cincinnati' },
        { do: 'finish-building' },
    ] as const;
    expect(isTurn(built, [built[1], built[0]])).toBe(true);
    expect(isTurn(built, built)).toBe(true);
    expect(isTurn(built, [built[0], built[2]])).toBe(false);
    expect(isTurn([{ do: 'finish-building' }], [{ do: 'finish-building' }])).toBe(true);
    expect(isTurn([{ do: 'pass' }], [{ do: 'drop' }])).toBe(false);
});

test('the spotlight leads through a lesson; a wrong order and a wrong choice change nothing', async () => {
    const { live, turn, scene, wrong } = open('auction');
    const version = live.store!.version;
    const [choice] = live.step!.chooses;
    const spot = missingSpot(turn, scene(), live.step!.chooses);
    expect(spot).toMatchObject({ kind: 'plant', parts: ['.plants [data-plant="21"]'] });
    expect(await live.act({ do: 'pass' })).toBe(false);
    expect(wrong()).toBe(1);
    const other = turn.may('offer')!.plants[0]!;
    turn.choosePlant(other);
    expect(dropOthers(turn, scene(), live.step!.plays)).toBe(true);
    expect(turn.plant).toBe(-1);
    expect(live.store!.version).toBe(version);

    spot!.touch();
    expect(missingSpot(turn, scene(), [choice!])).toBeNull();
    expect(dropOthers(turn, scene(), live.step!.plays)).toBe(false);
    live.next();
    expect(live.place).toBe(1);
    expect(buttonSpot(turn, live.step!.plays)).toMatchObject({ parts: ['.bar [data-do="offer"]'] });

    const heard: number[] = [];
    live.onHappened((frames) => heard.push(...frames.map((frame) => frame.version)));
    const isDone = live.actAll(live.step!.plays);
    expect(live.isSending).toBe(true);
    expect(await isDone).toBe(true);
    expect(heard).toEqual([version + 1, version + 2]);
    expect(live.place).toBe(2);
    expect(scene().isMyTurn).toBe(true);
    flushSync(() => turn.follow());
    expect(turn.bid).toBe(25);
    await turn.take(turn.primary);
    expect(live.step).toBeUndefined();
    expect(
        scene()
            .held(live.seat)
            .map(({ plant }) => plant.number),
    ).toContain(21);
    expect(await live.act({ do: 'pass' })).toBe(false);
});

test('cities are chosen one by one, and priced without a server', async () => {
    const { live, turn, scene } = open('building');
    for (const city of ['chicago', 'cincinnati']) {
        const spot = missingSpot(turn, scene(), live.step!.chooses);
        expect(spot).toMatchObject({ kind: 'city', parts: [`.board [data-city="${city}"]`] });
        spot!.touch();
        live.next();
    }
    const plan = await live.plan(turn.plan.cities);
    expect(plan.total).toBe(27);
    await expect(live.plan([0])).rejects.toThrow();
    expect((await live.outlook()).version).toBe(live.store!.version);
    turn.plan.add(0);
    expect(dropOthers(turn, scene(), live.step!.plays)).toBe(true);
    expect(turn.plan.cities).toHaveLength(2);
});

test('a lesson has no questions before a step and no hints', () => {
    const { turn } = open('auction');
    expect(turn.questionFor(turn.quiet!)).toBeNull();
    expect(turn.hints.canAsk).toBe(false);
});

test('finished lessons are kept in the browser', () => {
    expect(keptLessons()).toEqual([]);
    keepLesson('goal');
    keepLesson('fuel');
    keepLesson('goal');
    expect(keptLessons()).toEqual(['goal', 'fuel']);
    localStorage.setItem('gridwright.lessons', '{');
    expect(keptLessons()).toEqual([]);
});

test('the line has a station for each lesson, and the first game', () => {
    expect(new Set(LINE.map(({ city }) => city)).size).toBe(10);
});
