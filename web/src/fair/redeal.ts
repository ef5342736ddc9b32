// Second deal from the seed: derives each random outcome, to compare it with the public game.

import { NONE, TRUST } from '../game/ids.js';
import { has, members, withoutMember } from '../game/masks.js';
import type { Rules, TableFacts } from '../game/sheet.js';
import type { Event, Observation, StackSeen } from '../protocol/api.js';
import type { Keys, Stream } from './protocol.js';

/** Deals one game again. Call `expected` once for each outcome, and `follow` with the events after each line. */
export class Redeal {
    readonly #facts: TableFacts;
    readonly #keys: Keys;
    /** Plant cards of the stack, top first; null until the first one is needed. */
    #hidden: number[] | null = null;
    #nShuffles = 0;
    #nBlocked = 0;
    /** Fuel cards of their stack, top first. */
    #fuel: number[] = [];
    #nFuelShuffles = 0;

    constructor(facts: TableFacts, keys: Keys) {
        this.#facts = facts;
        this.#keys = keys;
    }

    /** Start from a given position: its hidden cards were drawn again after the public ones. */
    async startFrom(stack: StackSeen): Promise<void> {
        this.#hidden = await drawHidden(this.#facts, stack, await this.#keys.stream('deck'));
    }

    /** The only valid text of a line of chance, given the position before it; null if it names none. */
    async expected(line: string, before: Observation): Promise<string | null> {
        switch (line.split(' ')[1]) {
            case 'order': {
                const seats = Array.from({ length: this.#facts.nSeats }, (_, seat) => seat);
                const order = await (await this.#keys.stream('order')).shuffled(seats);
                return `chance order ${order.join('+')}`;
            }
            case 'regions': {
                const choices = regionChoices(this.#facts.rules);
                const stream = await this.#keys.stream('regions');
                return `chance regions ${this.#regions(members(choices[await stream.below(choices.length)]!))}`;
            }
            case 'trust-region': {
                const regions = members(before.regions);
                const stream = await this.#keys.stream('trust-region');
                return `chance trust-region ${this.#regions([regions[await stream.below(regions.length)]!])}`;
            }
            case 'trust-city': {
                const cities = blockable(this.#facts, before);
                const stream = await this.#keys.stream(`trust-city/${this.#nBlocked}`);
                this.#nBlocked += 1;
                const city = cities[await stream.below(cities.length)]!;
                return `chance trust-city ${this.#facts.rules.board.cities[city]}`;
            }
            case 'reveal': {
                const hidden = await this.#stack();
                const card = hidden.shift();
                return card === undefined ? null : `chance reveal ${this.#facts.cardNames[card]} ${this.#back()}`;
            }
            case 'shuffle': {
                const sorted = [...(await this.#stack())].sort((one, other) => one - other);
                this.#nShuffles += 1;
                const stream = await this.#keys.stream(`step3/${this.#nShuffles}`);
                this.#hidden = await stream.shuffled(sorted);
                return `chance shuffle ${this.#back()}`;
            }
            case 'fuel':
                return this.#dealFuel(before);
            default:
                return null;
        }
    }

    /** Cards that go under the stack are public; they wait at its bottom. */
    async follow(events: readonly Event[]): Promise<void> {
        for (const event of events) {
            if (event.event === 'card_went_under') (await this.#stack()).push(event.card);
        }
    }

    async #stack(): Promise<number[]> {
        this.#hidden ??= await openingStack(this.#facts.rules, this.#facts, await this.#keys.stream('deck'));
        return this.#hidden;
    }

    async #dealFuel(before: Observation): Promise<string | null> {
        const cards = this.#facts.fuelCards;
        if (!cards) return null;
        if (this.#fuel.length === 0) {
            const stack = before.parts['stack']!.flatMap((held, card) => new Array<number>(held).fill(card));
            const stream = await this.#keys.stream(`fuel/${this.#nFuelShuffles}`);
            this.#fuel = await stream.shuffled(stack);
            this.#nFuelShuffles += 1;
        }
        const card = this.#fuel.shift();
        return card === undefined ? null : `chance fuel ${cards.names[card]}`;
    }

    #regions(regions: number[]): string {
        return regions.map((region) => this.#facts.rules.board.regions[region]).join('+');
    }

    #back(): string {
        const top = this.#hidden?.[0];
        return top === undefined ? NOTHING : this.#facts.backs[this.#facts.backOf[top]!]!;
    }
}

const NOTHING = 'nothing';

/** The whole stack before the first card is turned. */
function openingStack(rules: Rules, facts: TableFacts, stream: Stream): Promise<number[]> {
    const { backs, counts, pools, opening_market: market, n_mixed } = rules.deck;
    const stack = {
        pools: pools.map((pool) => market.reduce(withoutMember, pool)),
        counts,
        top_back: counts.slice(0, backs.length).findLastIndex((held) => held > 0),
        n_mixed: n_mixed ?? 1,
    };
    return drawHidden(facts, stack, stream);
}

/** A stack, top first: layer by layer, and in each back by back; the first ones may lie mixed. */
async function drawHidden(facts: TableFacts, stack: StackSeen, stream: Stream): Promise<number[]> {
    const deck = facts.rules.deck;
    const nBacks = deck.backs.length;
    const hidden: number[] = [];
    const removed = deck.kept ? await removedUnseen(facts, stack, deck.kept, stream) : [];
    const nMixed = Math.min(stack.n_mixed, stack.pools.length);
    let mixed: number[] = [];
    for (const [layer, pool] of stack.pools.entries()) {
        const free = members(pool).filter((card) => !removed.includes(card));
        const taken: number[] = [];
        for (let back = 0; back < nBacks; back++) {
            const left = free.filter(
                (card) => facts.backOf[card] === back && !hidden.includes(card) && !mixed.includes(card),
            );
            const drawn = await stream.shuffled(left);
            taken.push(...drawn.slice(0, stack.counts[layer * nBacks + back]));
        }
        mixed.push(...taken);
        if (layer + 1 < nMixed) continue;
        const isTop = layer + 1 === nMixed;
        hidden.push(...(isTop ? await mixTop(mixed, stack.top_back, facts, stream) : await stream.shuffled(mixed)));
        mixed = [];
    }
    return hidden;
}

/** The cards that were removed unseen from the pools in which some were kept. */
async function removedUnseen(facts: TableFacts, stack: StackSeen, kept: number, stream: Stream): Promise<number[]> {
    const nBacks = facts.rules.deck.backs.length;
    const wanted = new Map<string, number>();
    for (const [layer, pool] of stack.pools.entries()) {
        for (let back = 0; back < nBacks; back++) {
            const nCards = stack.counts[layer * nBacks + back]!;
            const key = members(pool)
                .filter((card) => facts.backOf[card] === back)
                .join(' ');
            if (nCards > 0) wanted.set(key, (wanted.get(key) ?? 0) + nCards);
        }
    }
    const removed: number[] = [];
    for (const [key, nCards] of wanted) {
        const cards = key.split(' ').map(Number);
        const others = cards.filter((card) => !has(kept, card));
        if (others.length < cards.length && cards.length > nCards) {
            removed.push(...(await stream.shuffled(others)).slice(0, cards.length - nCards));
        }
    }
    return removed;
}

/** The top of the stack, shuffled. A card of the visible back is on top. */
async function mixTop(cards: number[], shown: number, facts: TableFacts, stream: Stream): Promise<number[]> {
    const tops = cards.filter((card) => facts.backOf[card] === shown);
    if (tops.length === cards.length) return stream.shuffled(cards);
    const top = tops[await stream.below(tops.length)]!;
    return [top, ...(await stream.shuffled(cards.filter((card) => card !== top)))];
}

/** The cities in play without a house whose first house has the price of the next city to block; ascending. */
function blockable(facts: TableFacts, before: Observation): number[] {
    const { board, trust } = facts.rules;
    const blocked = trust.blocked ?? [];
    const next = blocked[before.spaces.filter((owner) => owner === TRUST).length];
    const own = new Map((board.own_spaces ?? []).map(([city, costs]) => [city, costs]));
    return board.cities.flatMap((_, city) => {
        const isFree = before.spaces[city * facts.nSpaces] === NONE && has(before.regions, board.city_regions[city]!);
        return isFree && (own.get(city) ?? board.space_costs)[0] === next ? [city] : [];
    });
}

/**
 * All sets of regions that may be in play, as ascending masks: regions and their cities are connected on each
 * landmass. Where any city can be reached at a flat cost, any set will do.
 */
export function regionChoices(rules: Rules): number[] {
    const board = rules.board;
    const lands = board.apart?.length ? board.apart : [2 ** board.regions.length - 1];
    const touches = (one: number, other: number): boolean => has(board.region_neighbours[one]!, other);
    const linked = new Set(board.links.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
    const isJoined = (regions: number[]): boolean => {
        const inside = board.city_regions.flatMap((region, city) => (regions.includes(region) ? [city] : []));
        return hangsTogether(regions, touches) && hangsTogether(inside, (one, other) => linked.has(`${one} ${other}`));
    };
    const choices: number[] = [];
    for (let regions = 0; regions < 2 ** board.regions.length; regions++) {
        const chosen = members(regions);
        if (chosen.length !== rules.n_regions) continue;
        const parts = lands.map((land) => chosen.filter((region) => has(land, region)));
        if (board.flat || parts.every((part) => part.length === 0 || isJoined(part))) choices.push(regions);
    }
    return choices;
}

function hangsTogether(places: number[], touches: (one: number, other: number) => boolean): boolean {
    const first = places[0];
    if (first === undefined) return false;
    const reached = new Set([first]);
    const waiting = [first];
    for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
        for (const other of places) {
            if (!reached.has(other) && touches(here, other)) {
                reached.add(other);
                waiting.push(other);
            }
        }
    }
    return reached.size === places.length;
}

/** True if a card could go under the stack: it was open, or was just given up. */
export function couldGoUnder(before: Observation, events: readonly Event[], card: number): boolean {
    return (
        before.market.includes(card) ||
        events.some(
            (event) =>
                (event.event === 'card_joined' && event.card === card) ||
                (event.event === 'plant_scrapped' && event.plant === card) ||
                (event.event === 'trust_took_plant' && event.scrapped === card),
        )
    );
}

/** True if the events of a line of chance match the log. */
export function matchesLog(facts: TableFacts, line: string, events: readonly Event[]): boolean {
    const [, verb, first = '', second = ''] = line.split(' ');
    const backOf = (word: string): number => (word === NOTHING ? NONE : facts.backs.indexOf(word));
    return events.some((event) => {
        switch (event.event) {
            case 'order_set':
                return verb === 'order' && event.order.join('+') === first;
            case 'regions_chosen':
                return (
                    verb === 'regions' &&
                    members(event.regions)
                        .map((region) => facts.rules.board.regions[region])
                        .join('+') === first
                );
            case 'card_revealed':
                return verb === 'reveal' && facts.cardNames[event.card] === first && event.next_back === backOf(second);
            case 'stack_shuffled':
                return verb === 'shuffle' && event.next_back === backOf(first);
            case 'fuel_dealt':
                return verb === 'fuel' && facts.fuelCards?.names[event.card] === first;
            case 'trust_built':
                return verb === 'trust-city'
                    ? facts.rules.board.cities[event.city] === first
                    : verb === 'trust-region' &&
                          facts.rules.board.regions[facts.rules.board.city_regions[event.city]!] === first;
            default:
                return false;
        }
    });
}
