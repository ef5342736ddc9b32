// @vitest-environment jsdom
import { join } from 'node:path';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';

import CardCentre from '../../src/card/CardCentre.svelte';
import { CardTurn } from '../../src/card/cardTurn.svelte.js';
import ProductionPanel from '../../src/card/ProductionPanel.svelte';
import PurchasePanel from '../../src/card/PurchasePanel.svelte';
import { foldAll } from '../../src/game/fold.js';
import { type RulesSheet, factsOf, openingFor } from '../../src/game/sheet.js';
import type { Offer } from '../../src/protocol/api.js';
import { startWords } from '../../src/words';
import { withWords } from '../../src/words/late';
import { eventsOf, readExport } from '../games.js';

const from = readExport(join(import.meta.dirname, './games.json.gz'));
let shown: Record<string, unknown>[] = [];

beforeAll(async () => {
    await startWords();
    await withWords(Promise.resolve(), 'card');
});
afterEach(async () => {
    for (const each of shown) await unmount(each);
    shown = [];
    document.body.replaceChildren();
});

/** The nth moment of a game at which something is offered. */
function turnAt(
    name: string,
    kind: Offer['offer'],
    nth: number,
    isWanted: (turn: CardTurn) => boolean = () => true,
): CardTurn {
    const game = from.games.find((each) => each.name === name)!;
    const sheet = from.sheets[game.rules] as RulesSheet;
    const facts = factsOf(sheet);
    let seen = openingFor(sheet, 0, true);
    let left = nth;
    for (const [, told, , offers] of game.steps as unknown as [
        string,
        [string, ...unknown[]][],
        string[],
        Offer[]?,
    ][]) {
        if (offers?.some((offer) => offer.offer === kind)) {
            const turn = new CardTurn(facts, { ...seen, viewer: offers[0]!.seat }, offers);
            if (isWanted(turn) && left-- === 0) return turn;
        }
        seen = foldAll(facts, seen, eventsOf(from, told));
    }
    throw new Error(`expected ${nth + 1} moments with ${kind} in ${name}`);
}

function show(part: typeof CardCentre, props: Record<string, unknown>): void {
    shown.push(mount(part, { target: document.body, props: props as { turn: CardTurn } }));
    flushSync();
}

function cards(): HTMLButtonElement[] {
    return [...document.querySelectorAll<HTMLButtonElement>('[data-card]')];
}

function press(on: Element, key: string): void {
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
}

it('buys by clicks: what is chosen is ticked, planned and ordered', () => {
    const turn = turnAt('card-4', 'buy-card', 12);
    show(CardCentre, { turn });
    show(PurchasePanel, { turn });
    const [first, second] = cards().filter((card) => card.getAttribute('aria-disabled') === 'false');
    first!.click();
    second!.click();
    flushSync();
    expect(first!.getAttribute('aria-pressed')).toBe('true');
    expect(turn.orders.map((order) => order.do)).toEqual(['buy-card', 'buy-card']);
    expect(document.querySelectorAll('table tbody tr').length).toBe(3);
    document.querySelector<HTMLButtonElement>('table button')!.click();
    flushSync();
    expect(turn.orders.length).toBe(1);
});

it('is one stop for the tab key, and arrows reach every card', () => {
    const turn = turnAt('card-4', 'buy-card', 12);
    show(CardCentre, { turn });
    expect(cards().filter((card) => card.tabIndex === 0).length).toBe(1);
    const reached = new Set<string>();
    const start = cards().find((card) => card.tabIndex === 0)!;
    start.focus();
    for (let column = 0; column < 4; column++) {
        for (let up = 0; up < 8; up++) press(document.activeElement!, 'ArrowUp');
        for (let down = 0; down < 8; down++) {
            reached.add((document.activeElement as HTMLElement).dataset['card']!);
            press(document.activeElement!, 'ArrowDown');
        }
        press(document.activeElement!, 'ArrowRight');
    }
    expect([...reached].sort()).toEqual(
        cards()
            .map((card) => card.dataset['card']!)
            .sort(),
    );
    expect(cards().filter((card) => card.tabIndex === 0).length).toBe(1);
});

it('says why a card cannot be had, with its rule', () => {
    const turn = turnAt('card-4', 'buy-card', 12);
    const reasons: string[] = [];
    show(CardCentre, { turn, onwhy: (reason: string) => reasons.push(reason) });
    cards()
        .find((card) => card.getAttribute('aria-disabled') === 'true')!
        .click();
    expect(reasons.length).toBe(1);
    expect(reasons[0]).toMatch(/k5\.\d/);
    expect(turn.picks).toEqual([]);
});

it('runs plants by clicks, and turns the cards that one chooses', () => {
    const turn = turnAt(
        'card-5',
        'produce',
        0,
        (each) => each.stored.length > 1 && each.burned.some((units) => units > 1),
    );
    show(ProductionPanel, { turn });
    const plant = document.querySelector<HTMLButtonElement>('[data-plant][aria-pressed=true]')!;
    plant.click();
    flushSync();
    expect(plant.getAttribute('aria-pressed')).toBe('false');
    expect(turn.run).not.toBe(turn.producing!.best);
    turn.setRun(turn.producing!.best);
    turn.chooseTurns();
    flushSync();
    const [spin] = document.querySelectorAll('[role=spinbutton]');
    press(spin!, 'Home');
    expect(turn.isMadeUp).toBe(false);
    expect(document.querySelector('[role=status]')).not.toBeNull();
    expect(turn.orders).toEqual([]);
});

it('shows the Trust to two players, with its plants', () => {
    const turn = turnAt('card-2', 'buy-card', 6);
    show(CardCentre, { turn });
    expect(document.querySelector('.trust')!.querySelectorAll('[role=img]').length).toBe(
        turn.observation.trust.plants.length,
    );
});

it('names the back of the next plant and the size of each pile in words', () => {
    const turn = turnAt('card-4', 'buy-card', 12);
    show(CardCentre, { turn });
    const text = document.body.textContent;
    expect(text).toMatch(/draw pile, \d+ cards?/);
    expect(text).toMatch(/Next: (big|small)/);
});
