// @vitest-environment jsdom
/** Hints: presses, the advised choice in the controls, the card, and its words in both languages. */
import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import BidRuler from '../../src/desk/BidRuler.svelte';
import HintCard from '../../src/desk/HintCard.svelte';
import type { Do, Hint, HintOutlook, Offer, TableSheet, TableView } from '../../src/protocol/api';
import { holdsAdvised } from '../../src/table/advised';
import { adviceWords, closeRows, futureWords, withoutWords } from '../../src/table/hintOutlook';
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

const REASON: HintOutlook['reasons'][number] = { kind: 'supplied', better: 11, played: 9 };

function outlookOf(more: Partial<HintOutlook> = {}): HintOutlook {
    return {
        chance: 0.34,
        without: 0.27,
        error: 0.021,
        sureness: 'sure',
        alternative: [{ do: 'drop' }],
        round: 8,
        reasons: [REASON],
        ...more,
    };
}

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
        outlook: null,
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

describe('presses', () => {
    const actions: Do[] = [{ do: 'offer', plant: '25', bid: 25 }];

    test('show the whole hint, put it into the controls, and hide it, with one request', async () => {
        const { turn, asked } = bench(OFFER, hintOf(actions));
        const { hints } = turn;
        expect([hints.canAsk, hints.isShown, hints.count]).toEqual([true, false, 1]);
        await hints.press();
        expect([hints.isShown, hints.advised?.actions, turn.primary]).toEqual([true, actions, null]);
        await hints.press();
        expect([hints.isShown, hints.isChosen, turn.primary?.name]).toEqual([true, true, 'offer']);
        expect([turn.plant, turn.bid]).toEqual([1, 25]);
        await hints.press();
        expect([hints.isShown, turn.plant]).toEqual([false, 1]);
        expect(asked()).toBe(1);
    });

    test('offer to put a bid into the bar that is there already, but nothing to skip', async () => {
        const { hints } = bench(BID, hintOf([{ do: 'bid', amount: 28 }])).turn;
        await hints.press();
        expect(hints.isChosen).toBe(false);
        await hints.press();
        expect([hints.isShown, hints.isChosen]).toEqual([true, true]);
        const skip = bench(BID, hintOf([{ do: 'drop' }])).turn.hints;
        await skip.press();
        expect(skip.isChosen).toBe(true);
    });

    test('choose nothing where the alternative is as good', async () => {
        const { turn } = bench(OFFER, hintOf(actions, { outlook: outlookOf({ sureness: 'close' }) }));
        await turn.hints.press();
        expect([turn.hints.isShown, turn.hints.advised, turn.advice]).toEqual([true, null, null]);
        await turn.hints.press();
        expect([turn.hints.isShown, turn.plant]).toEqual([false, -1]);
    });

    test('Escape hides what is shown and nothing else; the next press shows it again', async () => {
        const { turn } = bench(OFFER, hintOf(actions));
        turn.choosePlant(0);
        await turn.hints.press();
        const keys = new Keys(turn, () => null);
        const escape = (): void => keys.press(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }), true);
        expect(keys.over).toContain('hint');
        escape();
        flushSync();
        expect([turn.hints.isShown, turn.plant]).toEqual([false, 0]);
        await turn.hints.press();
        expect(turn.hints.isShown).toBe(true);
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
        await turn.hints.press();
        turn.hints.choose();
        expect(holdsAdvised(turn.steps, actions)).toBe(true);
    });

    test('is said in both languages, with every figure', async () => {
        const hint = hintOf(actions);
        const { scene } = bench(offers, hint);
        for (const language of ['de', 'en']) {
            await speak(language, false);
            const rows = hintRows(scene, hint);
            const said = [
                adviceWords(scene, hint),
                withoutWords(scene, outlookOf({ alternative: actions })),
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

const BID_30: Do[] = [{ do: 'bid', amount: 30 }];

/** The text of the card after one press, in a language. */
async function cardOf(hint: Hint, language: string, act: (turn: Turn) => void = () => {}): Promise<string> {
    await speak(language, false);
    const { turn, scene } = bench(BID, hint);
    await turn.hints.press();
    const card = mount(HintCard, { target: document.body, props: { scene, turn } });
    act(turn);
    flushSync();
    const said = document.querySelector('.hint')!.textContent.replace(/\s+/g, ' ').trim();
    await unmount(card);
    return said;
}

describe('the card', () => {
    test('says what and up to where, the reason, and how sure, in this order', async () => {
        const hint = hintOf(BID_30, { outlook: outlookOf() });
        expect(await cardOf(hint, 'en')).toMatch(
            /^Bid 30, go up to 34 With it you supply 11 cities instead of 9 in round 8\. 34 % to win, 27 % if you drop out \(±2\)\. Sure\. Put 30 into the bar/,
        );
        expect(await cardOf(hint, 'de')).toMatch(
            /^30 bieten, bis 34 mitgehen Damit versorgst du 11 Städte statt 9 in Runde 8\. 34 % Gewinnchance, 27 %, wenn du aussteigst \(±2\)\. Sicher\. 30 in die Leiste/,
        );
    });

    test('has no reason where none speaks for the decision, and says if it is only fairly sure', async () => {
        const hint = hintOf(BID_30, { outlook: outlookOf({ reasons: [], sureness: 'fairly', error: 0.001 }) });
        expect(await cardOf(hint, 'en')).toMatch(
            /^Bid 30, go up to 34 34 % to win, 27 % if you drop out \(±1\)\. Fairly sure\./,
        );
    });

    test('advises nothing where both are fine', async () => {
        const hint = hintOf(BID_30, { outlook: outlookOf({ sureness: 'close', without: 0.33 }) });
        const english = await cardOf(hint, 'en');
        expect(english).toMatch(/^Both are fine Chance to win \(±2\): Bid 30 34 % ?Drop out 33 %/);
        expect(english).not.toMatch(/up to|supply|into the bar/);
        expect(await cardOf(hint, 'de')).toMatch(/^Beides geht Gewinnchance \(±2\): 30 bieten 34 % ?Aussteigen 33 %/);
    });

    test('shows the numbers of the decision where there is no outlook', async () => {
        const said = await cardOf(hintOf(BID_30), 'en');
        expect(said).toMatch(/^Bid 30, go up to 34 Your plants then supply 6 instead of 1\./);
        expect(said).not.toContain('to win');
    });

    test('names the button that sends what is in the bar', async () => {
        const hint = hintOf(BID_30, { outlook: outlookOf() });
        const said = await cardOf(hint, 'en', (turn) => turn.hints.choose());
        expect(said).toContain('Press “Bid 30” to do it.');
        expect(said).not.toContain('into the bar');
    });
});

const REASONS: [HintOutlook['reasons'][number]['kind'], string, string][] = [
    ['supplied', 'With it you supply 2 cities instead of 1', 'Damit versorgst du 2 Städte statt 1'],
    ['cities', 'With it you have 2 cities instead of 1', 'Damit hast du 2 Städte statt 1'],
    ['output', 'With it your plants can supply 2 cities', 'Damit können deine Kraftwerke 2 Städte'],
    ['money', 'With it you have 2 money instead of 1', 'Damit hast du 2 Geld statt 1'],
    ['place', 'With it you finish in place 2 instead of 1', 'Damit kommst du auf Platz 2 statt 1'],
];

test.each(REASONS)('a reason of %s is a sentence', async (kind, english, german) => {
    const { scene } = bench(BID, hintOf(BID_30));
    const outlook = outlookOf({ reasons: [{ kind, better: 2, played: 1 }] });
    await speak('en', false);
    expect(futureWords(scene, hintOf(BID_30), outlook)).toContain(english);
    expect(futureWords(scene, hintOf([{ do: 'drop' }]), outlook)).toMatch(/^That way /);
    await speak('de', false);
    expect(futureWords(scene, hintOf(BID_30), outlook)).toContain(german);
});

test('two equally good decisions are named without a limit', async () => {
    await speak('en', false);
    const { scene } = bench(BID, hintOf(BID_30));
    expect(closeRows(scene, hintOf(BID_30), outlookOf()).map(({ what }) => what)).toEqual(['Bid 30', 'Drop out']);
});

test('the ruler has a dotted flag at the advised limit, in the place of the number below it', async () => {
    // jsdom has no layout: the ruler keeps its first width.
    vi.stubGlobal(
        'ResizeObserver',
        class {
            observe(): void {}
            unobserve(): void {}
            disconnect(): void {}
        },
    );
    const numbersOf = async (hinted: number | null): Promise<[string | undefined, string[]]> => {
        const props = {
            ...{ low: 25, high: 45, bids: [], range: { low: 30, high: 45 }, bid: 30, bounds: null, limit: null },
            ...{ isFast: false, seat: 0, hinted, onbid: () => {}, onlimit: () => {} },
        };
        const ruler = mount(BidRuler, { target: document.body, props });
        const flag = document.querySelector<SVGElement>('[data-hinted]')?.dataset.hinted;
        const below = [...document.querySelectorAll('.ruler text')]
            .filter((text) => text.getAttribute('y') === '59')
            .map((text) => text.textContent);
        await unmount(ruler);
        return [flag, below];
    };
    expect(await numbersOf(null)).toEqual([undefined, ['25', '30', '35', '40', '45']]);
    expect(await numbersOf(34)).toEqual(['34', ['25', '30', '40', '45', '34']]);
});
