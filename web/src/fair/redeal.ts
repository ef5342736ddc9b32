// The dealer a second time: what the seed gives, outcome by outcome, beside the public game.

import { NONE } from '../game/ids.js';
import { has, members, withoutMember } from '../game/masks.js';
import type { Rules, TableFacts } from '../game/sheet.js';
import type { Event, Observation } from '../protocol/api.js';
import type { Keys, Stream } from './protocol.js';

/** Deals one game. Ask once for each outcome, and tell what happened after each line. */
export class Redeal {
    readonly #facts: TableFacts;
    readonly #keys: Keys;
    /** Plant cards of the stack, top first; nothing before the first one is due. */
    #hidden: number[] | null = null;
    #nShuffles = 0;
    /** Fuel cards of their stack, top first. */
    #fuel: number[] = [];
    #nFuelShuffles = 0;

    constructor(facts: TableFacts, keys: Keys) {
        this.#facts = facts;
        this.#keys = keys;
    }

    /** What must stand in a line of chance, given the position before it; null if it names none. */
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

/** The whole stack before the first card is turned: layer by layer, and in each back by back. */
async function openingStack(rules: Rules, facts: TableFacts, stream: Stream): Promise<number[]> {
    const deck = rules.deck;
    const nBacks = deck.backs.length;
    const hidden: number[] = [];
    for (const [layer, pool] of deck.pools.entries()) {
        const free = members(deck.opening_market.reduce(withoutMember, pool));
        const taken: number[] = [];
        for (let back = 0; back < nBacks; back++) {
            const left = free.filter((card) => facts.backOf[card] === back && !hidden.includes(card));
            const drawn = await stream.shuffled(left);
            taken.push(...drawn.slice(0, deck.counts[layer * nBacks + back]));
        }
        hidden.push(...(await stream.shuffled(taken)));
    }
    return hidden;
}

/** Every choice of regions that hang together, with cities that do; as ascending masks. */
export function regionChoices(rules: Rules): number[] {
    const board = rules.board;
    const choices: number[] = [];
    for (let regions = 0; regions < 2 ** board.regions.length; regions++) {
        const chosen = members(regions);
        if (chosen.length !== rules.n_regions) continue;
        const touches = (one: number, other: number): boolean => has(board.region_neighbours[one]!, other);
        if (!hangsTogether(chosen, touches)) continue;
        const inside = board.city_regions.flatMap((region, city) => (has(regions, region) ? [city] : []));
        const linked = new Set(board.links.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
        if (hangsTogether(inside, (one, other) => linked.has(`${one} ${other}`))) choices.push(regions);
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

/** Whether a card that went under the stack could: it lay open, or was just given up. */
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

/** What a line of chance says happened must be what the log says. */
export function isTold(facts: TableFacts, line: string, events: readonly Event[]): boolean {
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
                return (
                    verb === 'trust-region' &&
                    facts.rules.board.regions[facts.rules.board.city_regions[event.city]!] === first
                );
            default:
                return false;
        }
    });
}
