// Applies public events to an observation: the result equals what the server would show.
import type { Event, Observation } from '../protocol/api.js';
import { type DepotEvent, foldDepot } from './depot.js';
import { HIDDEN, NONE, OVER, TRUST } from './ids.js';
import { withMember, withoutMember } from './masks.js';
import type { TableFacts } from './sheet.js';
import { putUnderStack, shuffleStack, takeFromStack } from './stack.js';

/** A copy that can be folded while the original stays unchanged. Inner rows are replaced, so they are shared. */
export function copyObservation(seen: Observation): Observation {
    return {
        ...seen,
        money: [...seen.money],
        plants: [...seen.plants],
        stored: [...seen.stored],
        n_cities: [...seen.n_cities],
        stack: { ...seen.stack, pools: [...seen.stack.pools], counts: [...seen.stack.counts] },
        auction: { ...seen.auction },
        tokens: [...seen.tokens],
        supply: [...seen.supply],
        spaces: [...seen.spaces],
        trust: { ...seen.trust, fuel: [...seen.trust.fuel] },
        parts: { ...seen.parts },
    };
}

/** The observation after some events; the given one stays as it is. */
export function foldAll(facts: TableFacts, seen: Observation, events: readonly Event[]): Observation {
    const after = copyObservation(seen);
    for (const event of events) fold(facts, after, event);
    return after;
}

/** Bring an observation up to date with one event, in place. */
export function fold(facts: TableFacts, seen: Observation, event: Event): void {
    switch (event.event) {
        case 'turn_passed':
            seen.actor = event.actor;
            seen.takebacks = event.takebacks;
            return;
        case 'phase_began':
            seen.phase = event.phase;
            seen.round = event.round;
            return;
        case 'step_began':
            seen.step = event.step;
            return;
        case 'order_set':
            seen.order = [...event.order];
            return;
        case 'regions_chosen':
            seen.regions = event.regions;
            return;
        case 'game_ended':
            seen.phase = OVER;
            seen.scores = [...event.scores];
            seen.ranking = [...event.ranking];
            seen.money = [...event.money];
            return;
        case 'fuel_card_bought':
            pay(seen, event.seat, -event.cost);
            foldDepot(facts, seen.parts, event);
            return;
        case 'electricity_produced':
            pay(seen, event.seat, event.income);
            foldDepot(facts, seen.parts, event);
            return;
        case 'part_changed':
            if (event.gained !== 0) pay(seen, event.seat, event.gained);
            foldBoardParts(facts, seen, event);
            return;
        case 'parts_restored':
            if (facts.fuelCards) foldDepot(facts, seen.parts, event);
            else foldBoardParts(facts, seen, event);
            return;
        case 'fuel_dealt':
        case 'fuel_lost':
        case 'fuel_moved':
        case 'fuel_reshuffled':
        case 'trust_took_cards':
        case 'trust_burned_cards':
        case 'last_round_set':
            foldDepot(facts, seen.parts, event satisfies DepotEvent);
            return;
        default:
            if (!foldCards(facts, seen, event) && !foldAuction(seen, event)) {
                foldSeats(facts, seen, event);
            }
    }
}

function foldCards(facts: TableFacts, seen: Observation, event: Event): boolean {
    const nBacks = facts.backs.length;
    switch (event.event) {
        case 'card_revealed':
            takeFromStack(seen.stack, nBacks, event.card, event.next_back);
            return true;
        case 'stack_shuffled':
            shuffleStack(seen.stack, nBacks, event.next_back);
            return true;
        case 'stack_ran_dry':
            seen.is_dry = true;
            return true;
        case 'card_joined':
            layInRow(facts, seen, event.card);
            return true;
        case 'card_left':
            lift(seen, event.card);
            seen.gone = withMember(seen.gone, event.card);
            return true;
        case 'card_went_under':
            lift(seen, event.card);
            putUnderStack(seen.stack, nBacks, event.card, facts.backOf[event.card]!);
            return true;
        case 'market_resized':
            seen.market_size = event.size;
            seen.current_size = event.current;
            return true;
        case 'discount_moved':
            seen.discount = event.card;
            return true;
        default:
            return false;
    }
}

/** Sorted by number; among equals the newest is the dearest. */
function layInRow(facts: TableFacts, seen: Observation, card: number): void {
    let place = seen.market.length;
    const number = facts.numbers[card]!;
    while (place > 0 && facts.numbers[seen.market[place - 1]!]! > number) place -= 1;
    seen.market = [...seen.market.slice(0, place), card, ...seen.market.slice(place)];
}

function lift(seen: Observation, card: number): void {
    seen.market = seen.market.filter((each) => each !== card);
}

function foldAuction(seen: Observation, event: Event): boolean {
    const auction = seen.auction;
    switch (event.event) {
        case 'auctions_began':
            auction.out = 0;
            return true;
        case 'plant_offered':
            auction.lot = event.plant;
            auction.bid = event.bid;
            auction.leader = event.seat;
            auction.contenders = event.contenders;
            return true;
        case 'bid_made':
            auction.bid = event.amount;
            auction.leader = event.seat;
            auction.contenders = event.contenders;
            return true;
        case 'seat_dropped_out':
            auction.contenders = withoutMember(auction.contenders, event.seat);
            return true;
        case 'auction_passed':
            auction.out = withMember(auction.out, event.seat);
            return true;
        case 'scrap_asked':
            auction.scrapper = event.seat;
            return true;
        case 'auction_closed':
            auction.lot = NONE;
            auction.bid = 0;
            auction.leader = NONE;
            auction.contenders = 0;
            auction.scrapper = NONE;
            return true;
        default:
            return false;
    }
}

function foldSeats(facts: TableFacts, seen: Observation, event: Event): void {
    switch (event.event) {
        case 'plant_bought':
            pay(seen, event.seat, -event.price);
            lift(seen, event.plant);
            seen.plants[event.seat] = [...seen.plants[event.seat]!, event.plant].sort(ascending);
            seen.stored[event.seat] = event.stored;
            if (!facts.rules.discount_buys_again || seen.discount !== event.plant) {
                seen.auction.out = withMember(seen.auction.out, event.seat);
            }
            return;
        case 'plant_scrapped':
            pay(seen, event.seat, event.paid);
            seen.plants[event.seat] = seen.plants[event.seat]!.filter((plant) => plant !== event.plant);
            seen.stored[event.seat] = event.stored;
            move(seen.supply, event.lost, 1);
            return;
        case 'resources_bought':
            pay(seen, event.seat, -event.cost);
            seen.tokens[event.resource]! -= event.amount - event.from_supply;
            seen.supply[event.resource]! -= event.from_supply;
            seen.stored[event.seat] = event.stored;
            return;
        case 'taken_back':
            pay(seen, event.seat, event.money);
            move(seen.tokens, event.tokens, 1);
            move(seen.supply, event.supply, 1);
            seen.stored[event.seat] = event.stored;
            for (const space of event.spaces) clearSpace(seen, space);
            seen.market = [...event.market];
            seen.gone = event.gone;
            seen.is_dry = event.is_dry === 1;
            return;
        case 'cities_supplied':
            pay(seen, event.seat, event.income);
            move(seen.supply, event.burned, 1);
            seen.stored[event.seat] = event.stored;
            return;
        case 'city_connected':
            pay(seen, event.seat, -event.house - event.connection);
            seen.spaces[event.city * facts.nSpaces + event.space] = event.seat;
            seen.n_cities[event.seat]! += 1;
            return;
        default:
            foldTable(facts, seen, event);
    }
}

function foldTable(facts: TableFacts, seen: Observation, event: Event): void {
    switch (event.event) {
        case 'market_refilled':
            move(seen.tokens, event.amounts, 1);
            move(seen.supply, event.amounts, -1);
            return;
        case 'contractor_advanced':
            seen.contractor = event.card;
            return;
        case 'kinds_closed':
            seen.closed = event.kinds;
            return;
        case 'trust_took_plant':
            lift(seen, event.plant);
            seen.trust.plants = [...event.plants];
            if (event.scrapped !== NONE) seen.gone = withMember(seen.gone, event.scrapped);
            return;
        case 'trust_took_fuel':
            move(seen.tokens, event.amounts, -1);
            move(seen.trust.fuel, event.amounts, 1);
            return;
        case 'trust_burned_fuel':
            move(seen.trust.fuel, event.amounts, -1);
            move(seen.supply, event.amounts, 1);
            return;
        case 'trust_built':
            seen.spaces[event.city * facts.nSpaces + event.space] = TRUST;
            seen.trust.houses -= 1;
            return;
        // The part that says so changes by an event of its own.
        case 'sale_declined':
        case 'turn_finished':
            return;
        default:
            // A newer server may send unknown events: fail rather than show a wrong table.
            throw new Error(`expected an event that this page knows, got ${event.event}`);
    }
}

function pay(seen: Observation, seat: number, amount: number): void {
    if (seen.money[seat] !== HIDDEN) seen.money[seat]! += amount;
}

function clearSpace(seen: Observation, space: number): void {
    const owner = seen.spaces[space]!;
    seen.spaces[space] = NONE;
    if (owner === TRUST) seen.trust.houses += 1;
    else seen.n_cities[owner]! -= 1;
}

function move(counts: number[], amounts: readonly number[], sign: 1 | -1): void {
    amounts.forEach((amount, kind) => (counts[kind]! += sign * amount));
}

function ascending(one: number, other: number): number {
    return one - other;
}

/** Public parts of a board, as rows by name: folded without knowing their meaning. */
type BoardPartEvent = Extract<Event, { event: 'part_changed' | 'parts_restored' }>;

/** The names of the parts in the order in which the rules list them. */
function partNames(facts: TableFacts): string[] {
    return (facts.rules.parts ?? []).map(([name]) => name);
}

/** Rows are replaced, never changed, so that copies of an observation may share them. */
function foldBoardParts(facts: TableFacts, seen: Observation, event: BoardPartEvent): void {
    const names = partNames(facts);
    if (event.event === 'parts_restored') {
        names.forEach((name, place) => (seen.parts[name] = [...event.rows[place]!]));
        return;
    }
    const name = names[event.place];
    if (name === undefined) throw new Error(`expected a part of the board; came place ${event.place}`);
    seen.parts[name] = [...event.row];
    event.to_supply.forEach((amount, kind) => (seen.supply[kind]! += amount));
}
