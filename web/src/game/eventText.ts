// The log in words: the sentences of each event. The words themselves are in `words/<language>/game.json`.

import type { Event, HappenedFrame, TakenOrder } from '../protocol/api.js';
import { NONE } from './ids.js';
import { members } from './masks.js';
import { type Part, type Sentence, sentence } from './sentences.js';
import type { FuelCardFacts, TableFacts } from './sheet.js';
import { undoneWord } from './undone.js';

type Named<K extends Event['event']> = Extract<Event, { event: K }>;
type EventSentences = { readonly [K in Event['event']]?: (facts: TableFacts, event: Named<K>) => Sentence | null };

/** For events that another event, or the table itself, reports better. */
const silent = (): null => null;

/** Events that need more than `told.<event>` with their own fields. */
const SENTENCES: EventSentences = {
    // The course of the game
    turn_passed: silent,
    phase_began: silent,
    order_set: (_, event) => sentence('told.order_set', null, {}, { seats: event.order.map((seat) => ({ seat })) }),
    regions_chosen: (_, event) => {
        const regions = members(event.regions).map((region) => ({ region }));
        return event.seat === NONE
            ? sentence('told.regions_chosen', null, {}, { regions })
            : sentence('told.region_drafted', event.seat, {}, { regions });
    },
    game_ended: (facts, event) => {
        const winners = event.ranking.flatMap((place, seat) => (place === 1 ? [{ seat }] : []));
        const count = event.scores[winners[0]!.seat]!;
        const alone = winners.length === 1;
        const key = `told.game_ended.${alone ? 'won' : 'shared'}.${facts.edition.unit}`;
        return sentence(key, alone ? winners[0]!.seat : null, { count }, { winners });
    },
    parts_restored: silent,
    part_changed: silent,

    // The auction
    auctions_began: silent,
    scrap_asked: silent,
    auction_closed: silent,
    plant_scrapped: (facts, event) => {
        const lost = fuels(facts, event.lost);
        const form = lost.length > 0 ? 'lost' : event.paid > 0 ? 'paid' : 'plain';
        const values = { plant: facts.cardNames[event.plant]!, paid: event.paid };
        return sentence(`told.plant_scrapped.${form}`, event.seat, values, { lost });
    },
    contractor_advanced: (_, event) => sentence('told.contractor_advanced', null, { number: event.card + 1 }),

    // The market of plants
    card_revealed: silent,
    card_left: (facts, event) => {
        // A scrapped plant is reported with the seat that scrapped it.
        const cause = CAUSES[event.cause];
        return cause ? sentence(`told.card_left.${cause}`, null, {}, { card: [card(facts, event.card)] }) : null;
    },
    discount_moved: (facts, event) =>
        event.card === NONE
            ? sentence('told.discount_aside', null)
            : sentence('told.discount_moved', null, {}, { card: [card(facts, event.card)] }),

    // Fuel
    market_refilled: (facts, event) => ofAmounts('told.market_refilled', facts, event.amounts),
    kinds_closed: (facts, event) => {
        const kinds = members(event.kinds).map((kind) => ({ word: `told.kind.${facts.kinds[kind]}` }));
        return sentence('told.kinds_closed', null, {}, { kinds });
    },
    resources_bought: (facts, event) => {
        const bought = [fuel(facts, event.resource, event.amount)];
        return sentence(BOUGHT, event.seat, { cost: event.cost }, { fuel: bought });
    },
    fuel_dealt: (facts, event) => ofCards('told.fuel_dealt', facts, [dealtCard(facts, event)]),
    fuel_card_bought: (facts, event) => {
        const cards = facts.fuelCards;
        if (!cards) return null;
        const spilled = cards.unitsOf[event.card]! - event.kept;
        const key = spilled > 0 ? 'told.fuel_card_bought.spilled' : 'told.fuel_card_bought.kept';
        return sentence(key, event.seat, { cost: event.cost, spilled }, { card: [fuelCard(facts, event.card)] });
    },
    fuel_lost: (facts, event) => {
        const cards = facts.fuelCards;
        return cards && sentence('told.fuel_lost', event.seat, {}, { lost: turned(facts, cards, event.turns) });
    },
    fuel_moved: (facts, event) => {
        const cards = facts.fuelCards;
        if (!cards) return null;
        const moved = event.moves.map(([each, from, to]) =>
            fuelCard(facts, each!, 'told.part.card_moved', { from: cards.prices[from!]!, to: cards.prices[to!]! }),
        );
        return ofCards('told.fuel_moved', facts, moved);
    },

    // Building and powering
    city_connected: (_, event) => {
        const through = event.path.slice(1, -1).map((city) => ({ city }));
        const values = { cost: event.house + event.connection, house: event.house, connection: event.connection };
        const form = event.connection === 0 ? 'house' : through.length > 0 ? 'through' : 'way';
        return sentence(`told.city_connected.${form}`, event.seat, values, { city: [{ city: event.city }], through });
    },
    cities_supplied: (_, event) =>
        event.plants === 0
            ? sentence('told.idle', event.seat, { income: event.income })
            : sentence('told.cities_supplied', event.seat, { count: event.n_cities, income: event.income }),
    sale_declined: (_, event) => sentence('told.sale_declined', event.seat),
    electricity_produced: (facts, event) => {
        const { income } = event;
        if (event.plants === 0) return sentence('told.idle', event.seat, { income });
        const plants = members(event.plants).map((plant) => card(facts, plant));
        return sentence('told.electricity_produced', event.seat, { income }, { plants });
    },

    // The Trust
    trust_took_plant: (facts, event) => {
        const plant = facts.cardNames[event.plant]!;
        return event.scrapped === NONE
            ? sentence('told.trust_took_plant', null, { plant })
            : sentence('told.trust_swapped_plant', null, { plant, scrapped: facts.cardNames[event.scrapped]! });
    },
    trust_took_fuel: (facts, event) => ofAmounts('told.trust_took_fuel', facts, event.amounts),
    trust_burned_fuel: (facts, event) => ofAmounts('told.trust_burned_fuel', facts, event.amounts),
    // The Trust builds; the seat that chose the city is not named.
    trust_built: (facts, event) =>
        sentence(
            facts.rules.trust.plays ? 'told.trust_built' : 'told.space_blocked',
            null,
            {},
            { city: [{ city: event.city }] },
        ),
    trust_took_cards: (facts, event) => {
        const amounts = event.taken.map(([each]) => fuelCard(facts, each!));
        return amounts.length > 0 ? sentence('told.trust_took_fuel', null, {}, { amounts }) : null;
    },
};

const CAUSES = ['obsolete', 'unsold', 'undercut', 'step', 'upkeep'];

/** Sentence of one event; null where another event reports it better. */
export function eventSentence(facts: TableFacts, event: Event, isByLimit = false): Sentence | null {
    const own = SENTENCES[event.event] as ((facts: TableFacts, event: Event) => Sentence | null) | undefined;
    const told = own ? own(facts, event) : defaultSentence(facts, event);
    return told && isByLimit && event.event === 'bid_made' ? { ...told, key: BY_LIMIT } : told;
}

/** `told.<event>` with its numbers by field name; plants, cards, cities and regions by their names. */
function defaultSentence(facts: TableFacts, event: Event): Sentence {
    const { event: name, ...fields } = event;
    const told = sentence(`told.${name}`, null);
    for (const [field, value] of Object.entries(fields) as [string, unknown][]) {
        if (typeof value !== 'number') continue;
        if (field === 'seat') told.seat = value === NONE ? null : value;
        else if (field === 'plant') told.values[field] = facts.cardNames[value] ?? '';
        else if (field === 'card') told.parts[field] = [card(facts, value)];
        else if (field === 'city') told.parts[field] = [{ city: value }];
        else if (field === 'region') told.parts[field] = [{ region: value }];
        else told.values[field] = value;
    }
    return told;
}

const BOUGHT = 'told.resources_bought';

type Entry = Pick<HappenedFrame, 'events' | 'kind' | 'seat'> & Partial<Pick<HappenedFrame, 'undone' | 'by_limit'>>;
/** Key of a bid that the reader's own limit made. */
export const BY_LIMIT = 'told.bid_by_limit';

/** Sentences of an entry, in order; cards that are dealt together share one. */
export function entrySentences(facts: TableFacts, frame: Entry): Sentence[] {
    const told: Sentence[] = [];
    const outside = frame.undone ? undoneSentence(facts, frame.seat, frame.undone) : tableSentence(frame);
    if (outside) told.push(outside);
    let dealt: Part[] = [];
    let blocked: number[] = [];
    const flush = (): void => {
        if (dealt.length > 0) told.push(sentence('told.fuel_dealt', null, {}, { cards: dealt }));
        const cities = blocked.toSorted((one, other) => one - other).map((city) => ({ city }));
        if (cities.length > 0) told.push(sentence('told.spaces_blocked', null, {}, { cities }));
        dealt = [];
        blocked = [];
    };
    for (const event of frame.events) {
        if (event.event === 'fuel_dealt' && facts.fuelCards) {
            dealt.push(dealtCard(facts, event));
            continue;
        }
        if (event.event === 'trust_built' && !facts.rules.trust.plays) {
            blocked.push(event.city);
            continue;
        }
        const found = atMarket(facts, frame, eventSentence(facts, event, frame.by_limit));
        if (!found) continue;
        flush();
        told.push(found);
    }
    flush();
    return told;
}

/** On a board with two fuel markets a purchase names its market: the tokens of the second one leave its part. */
function atMarket(facts: TableFacts, { events }: Pick<Entry, 'events'>, told: Sentence | null): Sentence | null {
    const { second } = facts.rules.market;
    if (!second || told?.key !== BOUGHT) return told;
    const isSecond = events.some(
        (event) =>
            event.event === 'part_changed' &&
            event.place === second.part &&
            event.to_supply.some((amount) => amount > 0),
    );
    return { ...told, key: isSecond ? 'market.bought_second' : 'market.bought_first' };
}

const TABLE_KINDS = new Set([
    'sat_down',
    'stood_up',
    'got_ready',
    'began',
    'handed_over',
    'hinted',
    'guided',
    'paused',
    'resumed',
    'revealed',
    'seat_left',
    'resigned',
    'taken_over',
    'vote_cast',
    'end_agreed',
    'seat_erased',
    'table_changed',
]);

function tableSentence(frame: Pick<HappenedFrame, 'kind' | 'seat'>): Sentence | null {
    return TABLE_KINDS.has(frame.kind) ? sentence(`told.deed.${frame.kind}`, frame.seat) : null;
}

function undoneSentence(facts: TableFacts, seat: number | null, { actions }: TakenOrder): Sentence {
    return sentence('told.undone', seat, {}, { what: [undoneWord(facts.rules.board.cities, actions)] });
}

/** A sentence about a list, unless there is nothing in it. */
function ofAmounts(key: string, facts: TableFacts, counts: readonly number[]): Sentence | null {
    const amounts = fuels(facts, counts);
    return amounts.length > 0 ? sentence(key, null, {}, { amounts }) : null;
}

function ofCards(key: string, facts: TableFacts, cards: Part[]): Sentence | null {
    return facts.fuelCards && cards.length > 0 ? sentence(key, null, {}, { cards }) : null;
}

function dealtCard(facts: TableFacts, event: Named<'fuel_dealt'>): Part {
    const price = facts.fuelCards?.prices[event.column] ?? 0;
    return fuelCard(facts, event.card, 'told.part.card_for', { price });
}

function card(facts: TableFacts, which: number): Part {
    if (which === facts.stepCard) return { word: `told.part.${facts.stepCardName}` };
    return { word: 'told.part.plant', values: { plant: facts.cardNames[which]! } };
}

function fuel(facts: TableFacts, kind: number, amount: number): Part {
    return { word: `told.part.fuel.${facts.kinds[kind]}`, values: { amount } };
}

function fuels(facts: TableFacts, amounts: readonly number[]): Part[] {
    return amounts.flatMap((amount, kind) => (amount > 0 ? [fuel(facts, kind, amount)] : []));
}

function fuelCard(facts: TableFacts, which: number, form = 'told.part.card', more: Record<string, number> = {}): Part {
    const cards = facts.fuelCards!;
    const kind = facts.kinds[cards.kindOf[which]!]!;
    return { word: `${form}.${kind}`, values: { amount: cards.unitsOf[which]!, ...more } };
}

function turned(facts: TableFacts, cards: FuelCardFacts, turns: readonly number[]): Part[] {
    const lost = facts.kinds.map(() => 0);
    for (const turn of turns) lost[cards.kindOf[cards.faceCard[cards.turnFace[turn]!]!]!]! += cards.turnUnits[turn]!;
    return fuels(facts, lost);
}
