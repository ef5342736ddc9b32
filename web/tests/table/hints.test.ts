// @vitest-environment jsdom
/** Hints: three presses, the advised choice in the controls, and its words in both languages. */
import { flushSync } from 'svelte';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Do, Hint, Offer, TableSheet, TableView } from '../../src/protocol/api';
import { holdsAdvised } from '../../src/table/advised';
import { decisionWords, hintRows, reasonWords } from '../../src/table/hintWords';
import { Keys } from '../../src/table/keys.svelte';
import { Scene } from '../../src/table/scene';
import { Turn } from '../../src/table/turn.svelte';
import type { Live } from '../../src/wire/live.svelte';
import { learn, speak, startWords } from '../../src/words';

beforeAll(async () => {
    await startWords();
    await learn('hint');
});
beforeEach(() => sessionStorage.clear());

const PLANTS = [
    { name: '4', number: 4, output: 1, kinds: [0], need: 2, storage: 4, back: 0 },
    { name: '25', number: 25, output: 5, kinds: [0], need: 2, storage: 4, back: 0 },
];
const OFFER: Offer[] = [
    { offer: 'offer', seat: 0, plants: [0, 1], lows: [4, 25], highs: [45, 45] },
    { offer: 'pass', seat: 0 },
];
const BID: Offer[] = [
    { offer: 'bid', seat: 0, low: 28, high: 45 },
    { offer: 'drop', seat: 0 },
];
const SCRAP: Offer[] = [{ offer: 'scrap', seat: 0, plants: [0, 1], lows: [0, 0], highs: [2, 0], mores: [[], []] }];
const FUEL: Offer[] = [
    { offer: 'buy', seat: 0, resource: 0, costs: [2, 4, 6] },
    { offer: 'buy', seat: 0, resource: 1, costs: [3, 6, 10] },
    { offer: 'finish-buying', seat: 0 },
];
const BUILD: Offer[] = [
    { offer: 'connect', seat: 0, cities: [0, 1], costs: [15, 22] },
    { offer: 'finish-building', seat: 0 },
];
const RUN: Offer[] = [
    {
        offer: 'run',
        seat: 0,
        runs: [
            [0, 0, 0, 0],
            [1, 0, 2, 1],
            [3, 0, 0, 6],
        ],
        incomes: [10, 22, 73],
        best: 3,
    },
];
const DRAFT: Offer[] = [{ offer: 'draft', seat: 0, regions: [1, 0] }];

function hintOf(actions: Do[], more: Partial<Hint> = {}): Hint {
    const numbers = { cost: 28, left: 17, powers_now: 1, powers: 6, income_now: 22, income: 73 };
    const others = [
        { actions: [], behind: 0.34 },
        { actions, behind: 0 },
    ];
    return {
        version: 2,
        seat: 0,
        bot: 'hard',
        area: 'market',
        actions,
        limit: 34,
        numbers,
        measure: 'cities',
        others,
        ...more,
    };
}

function bench(offers: Offer[], hint: Hint, other: Record<string, unknown> = { name: 'Hedy', bot: 'l1' }) {
    const sheet = {
        plants: PLANTS,
        kinds: ['coal', 'oil'],
        cities: [
            { id: 'fargo', name: 'Fargo' },
            { id: 'duluth', name: 'Duluth' },
        ],
        regions: [
            { id: 'red', name: 'Red' },
            { id: 'blue', name: 'Blue' },
        ],
        fuel_cards: [],
        phases: ['auction'],
        spec: { edition: 'classic', board: 'usa' },
    } as unknown as TableSheet;
    const observation = {
        viewer: 0,
        actor: 0,
        round: 1,
        takebacks: 0,
        phase: 0,
        money: [90],
        n_cities: [9],
        plants: [[0, 1]],
        stored: [[]],
        auction: { lot: 1 },
    } as unknown as NonNullable<TableView['observation']>;
    const seats = [{ name: 'Ada', is_person: true, hints: 1 }, other];
    const view = { seats, offers, status: 'running' } as unknown as TableView;
    const scene = new Scene(view, observation, sheet);
    let asked = 0;
    const live = {
        gameId: 'g',
        connection: 'open',
        store: { offers, version: 1, view: { undo: null } },
        refusal: null,
        pending: null,
        isSending: false,
        hint: () => {
            asked += 1;
            return Promise.resolve(hint);
        },
    };
    const turn = new Turn(live as unknown as Live, () => scene);
    turn.follow();
    return { turn, scene, live, asked: () => asked };
}

describe('three presses', () => {
    const actions: Do[] = [{ do: 'offer', plant: '25', bid: 25 }];

    test('show the area, the decision, and put it into the controls with one request', async () => {
        const { turn, asked } = bench(OFFER, hintOf(actions));
        const { hints } = turn;
        expect([hints.canAsk, hints.stage, hints.count]).toEqual([true, 'hidden', 1]);
        await hints.press();
        expect(hints.stage).toBe('area');
        expect(turn.primary).toBeNull();
        await hints.press();
        expect([hints.stage, turn.primary]).toEqual(['decision', null]);
        await hints.press();
        expect([hints.stage, turn.primary?.name, turn.plant, turn.bid]).toEqual(['hidden', 'offer', 1, 25]);
        expect(asked()).toBe(1);
    });

    test('Escape hides what is shown and nothing else; the next press shows it again', async () => {
        const { turn } = bench(OFFER, hintOf(actions));
        turn.choosePlant(0);
        await turn.hints.press();
        await turn.hints.press();
        const keys = new Keys(turn, () => null);
        const escape = (): void => keys.press(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }), true);
        expect(keys.over).toContain('hint');
        escape();
        flushSync();
        expect([turn.hints.stage, turn.plant]).toEqual(['hidden', 0]);
        await turn.hints.press();
        expect(turn.hints.stage).toBe('decision');
        turn.hints.hide();
        escape();
        expect(turn.plant).toBe(-1);
    });

    test('another decision has a hint of its own', async () => {
        const { turn, live, asked } = bench(OFFER, hintOf(actions));
        await turn.hints.press();
        live.store.offers = BID;
        expect([turn.hints.isShown, turn.hints.told]).toEqual([false, null]);
        await turn.hints.press();
        expect(asked()).toBe(2);
    });

    test('there is none beside another person, and none without an answer', async () => {
        const people = bench(OFFER, hintOf(actions), { name: 'Grace', is_person: true, left: '' });
        await people.turn.hints.press();
        expect([people.turn.hints.canAsk, people.asked()]).toEqual([false, 0]);
        const gone = bench(OFFER, hintOf(actions), { name: 'Grace', is_person: true, left: 'resigned' });
        expect(gone.turn.hints.canAsk).toBe(true);
        const lost = bench(OFFER, hintOf(actions));
        lost.live.hint = () => Promise.reject(new Error('away'));
        await lost.turn.hints.press();
        expect([lost.turn.hints.hasFailed, lost.turn.hints.isShown]).toEqual([true, false]);
    });
});

const CASES: [string, Offer[], Do[]][] = [
    ['a plant', OFFER, [{ do: 'offer', plant: '25', bid: 25 }]],
    ['no plant', OFFER, [{ do: 'pass' }]],
    ['a bid', BID, [{ do: 'bid', amount: 30 }]],
    ['to drop out', BID, [{ do: 'drop' }]],
    ['a plant to give up', SCRAP, [{ do: 'scrap', plant: '4', lost: 1, more: 0 }]],
    [
        'fuel',
        FUEL,
        [
            { do: 'buy', resource: 'coal', amount: 2 },
            { do: 'buy', resource: 'oil', amount: 1 },
        ],
    ],
    ['no fuel', FUEL, [{ do: 'finish-buying' }]],
    [
        'cities',
        BUILD,
        [
            { do: 'connect', city: 'duluth' },
            { do: 'connect', city: 'fargo' },
        ],
    ],
    ['a run', RUN, [{ do: 'run', plants: '4', first: 1 }]],
    ['no run', RUN, [{ do: 'run', plants: 'nothing', first: 0 }]],
    ['a region', DRAFT, [{ do: 'draft', region: 'red' }]],
];

test('what was found by playing on names its bot, and counts in whole points', async () => {
    const others = [{ actions: [], behind: 10.94 }];
    const hint = hintOf([{ do: 'bid', amount: 28 }], { bot: 'expert', measure: 'chance', others });
    const { scene } = bench(BID, hint);
    await speak('en', false);
    expect(decisionWords(scene, hint)).toMatch(/^Expert would bid 28/);
    expect(hintRows(scene, hint)[1]?.behind).toBe('11');
});

describe.each(CASES)('%s', (_, offers, actions) => {
    test('comes into the controls', async () => {
        const { turn } = bench(offers, hintOf(actions));
        for (let press = 0; press < 3; press += 1) await turn.hints.press();
        expect(holdsAdvised(turn.steps, actions)).toBe(true);
    });

    test('is said in both languages, with every figure', async () => {
        const hint = hintOf(actions);
        const { scene } = bench(offers, hint);
        for (const language of ['de', 'en']) {
            await speak(language, false);
            const rows = hintRows(scene, hint);
            const said = [
                decisionWords(scene, hint),
                ...reasonWords(scene, hint),
                ...rows.map((row) => JSON.stringify(row)),
            ];
            expect(said.filter((text) => /\{\{|undefined|NaN|hint\./.test(text))).toEqual([]);
            expect(rows[1]?.behind).toBe(language === 'de' ? '0,3' : '0.3');
        }
    });

    test('of a bot is said about the bot, and nothing about the reader', async () => {
        const hint = hintOf(actions, { seat: 1, numbers: { ...hintOf(actions).numbers, gives_up: 0 } });
        const { scene } = bench(offers, hint);
        for (const language of ['de', 'en']) {
            await speak(language, false);
            const said = [decisionWords(scene, hint), ...reasonWords(scene, hint)];
            expect(said[0]).toContain('Hedy');
            expect(said.filter((text) => /\{\{|undefined|NaN|hint\./.test(text))).toEqual([]);
            expect(said.filter((text) => /\b(you|your|du|dir|dein\w*)\b/i.test(text))).toEqual([]);
        }
    });
});
