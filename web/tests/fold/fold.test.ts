// @vitest-environment node
import { describe, expect, it } from 'vitest';

import { fold, foldAll } from '../../src/game/fold.js';
import { type TableFacts, factsOf, openingFor } from '../../src/game/sheet.js';
import type { Event, Observation } from '../../src/protocol/api.js';
import { type Export, type RecordedGame, digestOf, eventsOf, largeExport, wholeSample } from '../games.js';

type Fold = (facts: TableFacts, seen: Observation, events: Event[]) => Observation;

/** Where the folded observation first differs from the server's, or nothing. */
function firstDifference(from: Export, game: RecordedGame, folds: Fold = foldAll): string | null {
    const sheet = from.sheets[game.rules]!;
    const facts = factsOf(sheet);
    for (const [place, viewer] of game.viewers.entries()) {
        let seen = openingFor(sheet, viewer);
        for (const [at, [line, told, digests]] of game.steps.entries()) {
            const events = eventsOf(from, told);
            seen = folds(facts, seen, events);
            if (digestOf(seen) !== digests[place]) {
                return `${game.name}, viewer ${viewer}, line ${at} "${line}": ${JSON.stringify(events)}`;
            }
        }
    }
    return null;
}

function frozen<T>(value: T): T {
    if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
        Object.freeze(value);
        Object.values(value).forEach(frozen);
    }
    return value;
}

/** True if a fold that does something else is detected. */
function isNoticed(from: Export, game: RecordedGame, folds: Fold): boolean {
    try {
        return firstDifference(from, game, folds) !== null;
    } catch {
        return true;
    }
}

function editions(from: Export): Set<string> {
    return new Set(from.games.map((game) => from.sheets[game.rules]!.rules.edition));
}

describe('folding the sample', () => {
    const from = wholeSample();

    it.each(from.games.map((game) => [game.name, game] as const))('%s', (_name, game) => {
        expect(firstDifference(from, game)).toBeNull();
    });

    it("agrees with the engine's own fold after every single event", () => {
        let nEvents = 0;
        const wrong: string[] = [];
        for (const game of from.games) {
            const sheet = from.sheets[game.rules]!;
            const facts = factsOf(sheet);
            const seen = openingFor(sheet, -3);
            for (const [at, [line, told]] of game.steps.entries()) {
                const found = eventsOf(from, told).map((event) => {
                    fold(facts, seen, event);
                    return digestOf(seen).slice(0, 4);
                });
                if (found.join('') !== game.between![at]) wrong.push(`${game.name}, line ${at} "${line}"`);
                nEvents += found.length;
            }
        }
        expect(wrong).toEqual([]);
        expect(nEvents).toBeGreaterThan(10_000);
    });

    it('has every edition, every number of seats and every event', () => {
        expect(editions(from)).toEqual(new Set(['card', 'classic', 'deluxe']));
        expect(new Set(from.games.map((game) => from.sheets[game.rules]!.rules.n_seats))).toEqual(
            new Set([2, 3, 4, 5, 6]),
        );
        const told = new Set(
            from.games.flatMap((game) => game.steps.flatMap(([, events]) => events.map(([word]) => word))),
        );
        expect(Object.keys(from.fields).filter((word) => !told.has(word))).toEqual([]);
    });

    it('ends with the whole observation of the server', () => {
        for (const game of from.games) {
            const sheet = from.sheets[game.rules]!;
            const events = game.steps.flatMap(([, told]) => eventsOf(from, told));
            expect(foldAll(factsOf(sheet), openingFor(sheet, -3), events)).toEqual(game.last);
        }
    });

    it('leaves the observation that it starts from as it was', () => {
        // Frozen objects cannot be changed: writing to them throws.
        const careful: Fold = (facts, seen, events) => foldAll(facts, frozen(seen), events);
        const some = from.games.filter((_game, place) => place % 4 === 0);
        for (const game of some) expect(firstDifference(from, game, careful)).toBeNull();
    });

    it('notices one event that is left out, of any kind that changes something', () => {
        const silent = new Set(['turn_finished', 'sale_declined']);
        const missed = Object.keys(from.fields).filter((word) => {
            if (silent.has(word)) return false;
            const deaf: Fold = (facts, seen, events) =>
                foldAll(
                    facts,
                    seen,
                    events.filter((event) => event.event !== word),
                );
            const hears = from.games.filter((game) =>
                game.steps.some(([, events]) => events.some(([each]) => each === word)),
            );
            return !hears.some((game) => isNoticed(from, game, deaf));
        });
        expect(missed).toEqual([]);
    });

    it('refuses an event that it does not know', () => {
        const sheet = from.sheets[from.games[0]!.rules]!;
        const strange = { event: 'dragon_came' } as unknown as Event;
        expect(() => fold(factsOf(sheet), openingFor(sheet, -3), strange)).toThrow('dragon_came');
    });
});

const large = largeExport();

describe.runIf(large !== null)('folding the large export', () => {
    it('agrees with the server after every line of at least 200 games of all editions', { timeout: 300_000 }, () => {
        const from = large!;
        expect(from.games.length).toBeGreaterThanOrEqual(200);
        expect(editions(from)).toEqual(new Set(['card', 'classic', 'deluxe']));
        const wrong = from.games.map((game) => firstDifference(from, game)).filter((each) => each !== null);
        expect(wrong).toEqual([]);
        const nLines = from.games.reduce((total, game) => total + game.steps.length * game.viewers.length, 0);
        console.log(`${from.games.length} games, ${nLines} observations compared`);
    });
});
