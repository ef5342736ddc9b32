// @vitest-environment jsdom
/** Automatic powering: only where the server reports no choice, against bots alone, and until it is stopped. */
import { beforeAll, beforeEach, expect, test } from 'vitest';

import type { Do, Offer, TableSheet, TableView } from '../../src/protocol/api';
import { PowerAlone } from '../../src/table/powerAlone.svelte';
import { Scene } from '../../src/table/scene';
import { Turn } from '../../src/table/turn.svelte';
import type { Live } from '../../src/wire/live.svelte';
import { startWords } from '../../src/words';

beforeAll(startWords);
beforeEach(() => sessionStorage.clear());

const RUN: Offer[] = [
    {
        offer: 'run',
        seat: 0,
        runs: [
            [0, 0, 0, 0],
            [1, 0, 0, 1],
        ],
        incomes: [10, 22],
        best: 1,
    },
];
const HEDY = { name: 'Hedy', bot: 'hard' };
const GRACE = { name: 'Grace', is_person: true, left: '' };

function bench({
    isPlain = true,
    isWanted = true,
    other = HEDY,
}: { isPlain?: boolean; isWanted?: boolean; other?: object } = {}) {
    const sent: (readonly Do[])[] = [];
    const choice = { cities: 0, income: 10, less: 12, first: 0, n_hybrid: 0, burns: [[0]], kept: [2], worth: 4 };
    const power = {
        runs: [choice, { ...choice, cities: 1, income: 22, less: 0, burns: [[2]], kept: [0], worth: 0 }],
        compared: [1, 0],
        is_plain: isPlain,
        prices: [2],
    };
    let round = 3;
    const scene = (): Scene =>
        new Scene(
            {
                seats: [{ name: 'Ada', is_person: true, hints: 0 }, other],
                offers: RUN,
                status: 'running',
                warnings: [],
                power,
            } as unknown as TableView,
            {
                viewer: 0,
                actor: 0,
                round,
                phase: 0,
                takebacks: 0,
                money: [50, 50],
                n_cities: [1, 1],
                plants: [[0], []],
                stored: [[2], []],
                auction: { lot: -1 },
            } as unknown as NonNullable<TableView['observation']>,
            {
                plants: [{ name: '4', number: 4, output: 1, kinds: [0], need: 2, storage: 4, back: 0 }],
                kinds: ['coal'],
                cities: [{ id: 'fargo', name: 'Fargo' }],
                phases: ['bureaucracy'],
                spec: { edition: 'classic', board: 'usa' },
            } as unknown as TableSheet,
        );
    const live = {
        gameId: 'g',
        connection: 'open',
        store: { offers: RUN, version: 1, view: { undo: null } },
        refusal: null,
        pending: null,
        isSending: false,
        actAll: (orders: readonly Do[]) => {
            sent.push(orders);
            return Promise.resolve(true);
        },
    };
    const turn = new Turn(live as unknown as Live, scene);
    turn.follow();
    const alone = new PowerAlone(turn, () => isWanted);
    return { alone, turn, sent, nextRound: () => (round += 1) };
}

test('the plain set is due, is sent once, and not again after an undo', async () => {
    const { alone, sent, nextRound } = bench();
    expect(alone.isDue).toBe(true);
    alone.send();
    await new Promise((done) => setTimeout(done));
    expect(sent.map(([order]) => order?.do)).toEqual(['run']);
    alone.send();
    expect([alone.isDue, sent.length]).toEqual([false, 1]);
    nextRound();
    expect(alone.isDue).toBe(true);
});

test('what was stopped stays stopped for that round', () => {
    const { alone, sent, nextRound } = bench();
    alone.stop();
    alone.send();
    expect([alone.isDue, sent]).toEqual([false, []]);
    nextRound();
    expect(alone.isDue).toBe(true);
});

test('nothing is sent automatically where there is a choice, or next to another person', () => {
    expect(bench({ isPlain: false }).alone.isDue).toBe(false);
    expect(bench({ isWanted: false }).alone.isDue).toBe(false);
    expect(bench({ other: GRACE }).alone.isDue).toBe(false);
    const chosen = bench();
    chosen.turn.chooseRun(0);
    expect(chosen.alone.isDue).toBe(false);
});
