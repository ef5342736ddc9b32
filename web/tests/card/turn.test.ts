// @vitest-environment node
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { CardTurn } from '../../src/card/cardTurn.svelte.js';
import { columnsOf, offerOf, pilesOf, storageRows, storedCards, unitsOf } from '../../src/card/view.js';
import { foldAll } from '../../src/game/fold.js';
import { type RulesSheet, type TableFacts, factsOf, openingFor } from '../../src/game/sheet.js';
import type { Do, Observation, Offer } from '../../src/protocol/api.js';
import de from '../../src/words/de/later/card.json';
import en from '../../src/words/en/later/card.json';
import { eventsOf, readExport } from '../games.js';

const from = readExport(join(import.meta.dirname, './games.json.gz'));

interface Moment {
    line: string;
    facts: TableFacts;
    seen: Observation;
    offers: Offer[];
}

/** Every moment of a game at which a seat had to act, as that seat saw it. */
function moments(name: string): Moment[] {
    const game = from.games.find((each) => each.name === name)!;
    const sheet = from.sheets[game.rules] as RulesSheet;
    const facts = factsOf(sheet);
    let seen = openingFor(sheet, 0, true);
    return (game.steps as unknown as [string, [string, ...unknown[]][], string[], Offer[]?][]).flatMap(
        ([line, told, , offers]) => {
            const before = seen;
            seen = foldAll(facts, seen, eventsOf(from, told));
            return offers?.[0] ? [{ line, facts, seen: { ...before, viewer: offers[0].seat }, offers }] : [];
        },
    );
}

/** The order as the notation writes it. */
function lineOf(seat: number, order: Do): string {
    const { do: verb, ...fields } = order;
    const words = Object.values(fields as Record<string, string | number>).map(String);
    if (verb === 'produce') {
        const { plants, first, turns } = order;
        const told = turns !== 'nothing' ? [plants, first, turns] : first !== 0 ? [plants, first] : [plants];
        return [seat, verb, ...told].join(' ');
    }
    return [seat, verb, ...words].join(' ');
}

/** Make the choices of a line, as a player would, and return the orders. */
function choose({ line, facts, seen, offers }: Moment): string[] {
    const turn = new CardTurn(facts, seen, offers);
    const words = line.split(' ');
    if (words[1] === 'buy-card') {
        const laid = columnsOf(facts, seen, turn.buying).flatMap((column) => column.cards);
        const card = laid.find(
            (each) => facts.fuelCards!.names[each.card] === words[2] && each.price === Number(words[3]),
        )!;
        expect(turn.toggleCard(card)).toBe(true);
    }
    if (words[1] === 'produce') {
        const wanted = (words[2] === 'nothing' ? [] : words[2]!.split('+')).map((name) =>
            facts.cardNames.indexOf(name),
        );
        // Plants that do not run are switched off first: what is left can always run.
        for (const card of seen.plants[seen.viewer]!)
            if (!wanted.includes(card) && turn.run >= 2 ** card && Math.floor(turn.run / 2 ** card) % 2)
                turn.togglePlant(card);
        for (const card of wanted)
            if (Math.floor(turn.run / 2 ** card) % 2 === 0) expect(turn.togglePlant(card)).toBe(true);
        turn.setFirst(Number(words[3] ?? 0));
        if (words[4]) {
            turn.chooseTurns();
            const left = words[4].split('+');
            for (const card of turn.stored) {
                const name = facts.fuelCards!.names[facts.fuelCards!.faceCard[card.face]!];
                const at = left.findIndex((each) => each.startsWith(`${name}:${card.shown}>`));
                const [turned] = at < 0 ? [] : left.splice(at, 1);
                turn.turn(card, turned ? card.shown - Number(turned.split('>')[1]) : 0);
            }
            expect(left).toEqual([]);
        }
    }
    return turn.orders.map((order) => lineOf(seen.viewer, order));
}

const OWN = ['buy-card', 'produce', 'finish-buying'];

describe.each(from.games.map((game) => [game.name]))('%s', (name) => {
    const found = moments(name);

    it('lets a player choose everything that was done', () => {
        const own = found.filter(({ line }) => OWN.includes(line.split(' ')[1]!));
        expect(own.length).toBeGreaterThan(10);
        for (const moment of own) expect(choose(moment)).toEqual([moment.line]);
    });

    it('offers every card that the server offers, and no other', () => {
        for (const { facts, seen, offers } of found) {
            const offer = offerOf(offers, 'buy-card');
            if (!offer) continue;
            const open = columnsOf(facts, seen, offer).flatMap((column) =>
                column.cards.filter((card) => card.kept !== null),
            );
            const kinds = new Set(open.map((card) => `${card.card} ${card.price} ${card.kept}`));
            expect([...kinds].sort()).toEqual(
                offer.cards.map((card, place) => `${card} ${offer.prices[place]} ${offer.kept[place]}`).sort(),
            );
        }
    });

    it('suggests a production that makes up what is burned, and cards that the server would take', () => {
        for (const { facts, seen, offers } of found) {
            const turn = new CardTurn(facts, seen, offers);
            if (!turn.producing) continue;
            expect(turn.run).toBe(turn.producing.best);
            turn.chooseTurns();
            expect(turn.isMadeUp).toBe(true);
            const [first] = turn.stored;
            if (first && turn.burned.some((units) => units > 0)) {
                for (const card of turn.stored) turn.turn(card, 0);
                expect(turn.isMadeUp).toBe(false);
                expect(turn.orders.filter((order) => order.do === 'produce')).toEqual([]);
            }
        }
    });

    it('draws every card that is somewhere', () => {
        for (const { facts, seen } of found) {
            const cards = facts.fuelCards!;
            const piles = pilesOf(facts, seen);
            const laid = columnsOf(facts, seen, undefined).flatMap((column) =>
                column.cards.filter((card) => !card.isSingle),
            );
            const held = [...seen.plants.keys(), 'trust' as const].flatMap((owner) =>
                storedCards(facts, seen, owner).filter((card) => !card.isSingle),
            );
            const rules = facts.rules.cards!;
            const all = [rules.opening, rules.first_pile, rules.second_pile]
                .flat()
                .reduce((total, each) => total + each, 0);
            expect(piles.draw + piles.discard + piles.aside + laid.length + held.length).toBe(all);
            for (const [seat, plants] of seen.plants.entries()) {
                const stored = storedCards(facts, seen, seat);
                const rows = storageRows(
                    facts,
                    plants.map((plant) => facts.plants[plant]!),
                    stored,
                );
                const units = [...unitsOf(stored).values()].reduce((total, each) => total + each, 0);
                expect(rows.reduce((total, row) => total + row.held, 0)).toBe(units);
                expect(rows.every((row) => row.held <= row.room)).toBe(true);
                expect(cards.prices.length).toBe(4);
            }
        }
    });
});

it('knows the kept units of the second card only if the offers say them', () => {
    let nKnown = 0;
    let nUnknown = 0;
    for (const game of from.games) {
        for (const { facts, seen, offers } of moments(game.name)) {
            const turn = new CardTurn(facts, seen, offers);
            if (!turn.buying) continue;
            const open = columnsOf(facts, seen, turn.buying).flatMap((column) =>
                column.cards.filter((card) => card.kept !== null),
            );
            for (const card of open) turn.toggleCard(card);
            expect(turn.cost).toBeLessThanOrEqual(turn.money);
            expect(turn.planned[0]!.kept === null || turn.planned[0]!.kept === turn.planned[0]!.laid.kept).toBe(true);
            for (const { kept, laid } of turn.planned) {
                if (kept === null) nUnknown += 1;
                else nKnown += 1;
                expect(kept ?? 0).toBeLessThanOrEqual(laid.units);
            }
        }
    }
    expect(nKnown).toBeGreaterThan(100);
    expect(nUnknown).toBeGreaterThan(10);
});

it('keeps what was chosen while the offers stay, and forgets it when they change', () => {
    const [one, other] = moments('card-4').filter(({ offers }) => offerOf(offers, 'buy-card'));
    const turn = new CardTurn(one!.facts, one!.seen, one!.offers);
    const open = columnsOf(one!.facts, one!.seen, turn.buying).flatMap((column) =>
        column.cards.filter((card) => card.kept !== null),
    );
    turn.toggleCard(open[0]!);
    turn.follow({ ...one!.seen }, structuredClone(one!.offers));
    expect(turn.picks.length).toBe(1);
    turn.follow(other!.seen, other!.offers);
    expect(turn.picks).toEqual([]);
});

it('both languages have the same keys and values', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    const valuesOf = (text: string): string[] => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]!).sort();
    for (const [key, text] of Object.entries(en))
        expect([key, valuesOf((de as Record<string, string>)[key]!)]).toEqual([key, valuesOf(text)]);
});
