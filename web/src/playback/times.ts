/** Display time of each event of others: one table. */
import type { Event } from '../protocol/api';
import type { Pace } from '../settings/settings.svelte';

export type BeatKind =
    | 'offer'
    | 'bid'
    | 'out'
    | 'pass'
    | 'sale'
    | 'scrap'
    | 'card'
    | 'fuel'
    | 'city'
    | 'power'
    | 'refill'
    | 'order'
    | 'step'
    | 'idle'
    | 'undone'
    | 'roll'
    | 'cities'
    | 'passes';

/** Milliseconds from the start of an event to the next one. */
export const TIMES: { readonly [K in BeatKind]: { readonly calm: number; readonly brisk: number } } = {
    offer: { calm: 900, brisk: 450 },
    bid: { calm: 700, brisk: 300 },
    out: { calm: 450, brisk: 200 },
    pass: { calm: 450, brisk: 200 },
    sale: { calm: 1100, brisk: 550 },
    // Scrapping a plant is a decision of the buyer, shown after the sale.
    scrap: { calm: 450, brisk: 200 },
    card: { calm: 700, brisk: 350 },
    fuel: { calm: 800, brisk: 400 },
    city: { calm: 700, brisk: 350 },
    power: { calm: 800, brisk: 400 },
    refill: { calm: 900, brisk: 450 },
    order: { calm: 700, brisk: 350 },
    step: { calm: 1500, brisk: 900 },
    idle: { calm: 250, brisk: 0 },
    undone: { calm: 450, brisk: 200 },
    // Joined ones. A rolling bid takes as long as it has bids, within its bounds.
    roll: { calm: 700, brisk: 700 },
    cities: { calm: 900, brisk: 900 },
    passes: { calm: 450, brisk: 200 },
};

export const ROLL = { step: 120, least: 700, most: 1800 };
/** The third city of a turn and those after it take half their time. */
export const FULL_CITIES = 2;
/** Milliseconds from an own order to the next own decision. */
export const BUDGET: { readonly [P in Exclude<Pace, 'now'>]: number } = { calm: 12_000, brisk: 5_000 };
export const LEAST_FACTOR = 0.4;
/** Minimum milliseconds between events of different seats. */
export const LEAST_TIME = 200;
/** With more waiting events than this, moves are digested, not shown. */
export const MAX_EVENTS = 40;
/** With a clock that runs for the viewer. */
export const HURRY = { factor: 1 / 4, most: 1500 };

/** Beat of an event without its own time: the previous or the next one. */
export type Silent = 'with-last' | 'with-next';

type Name = Event['event'];

/** Kind of beat of an event, or the beat it joins. `turn_finished` is idle only without an action. */
export const KIND_OF: { readonly [N in Name]: BeatKind | Silent } = {
    plant_offered: 'offer',
    bid_made: 'bid',
    seat_dropped_out: 'out',
    auction_passed: 'pass',
    plant_bought: 'sale',
    trust_took_plant: 'sale',
    plant_scrapped: 'scrap',
    card_joined: 'card',
    contractor_advanced: 'card',
    card_went_under: 'order',
    card_left: 'order',
    order_set: 'order',
    regions_chosen: 'order',
    resources_bought: 'fuel',
    fuel_card_bought: 'fuel',
    trust_took_fuel: 'fuel',
    trust_took_cards: 'fuel',
    city_connected: 'city',
    trust_built: 'city',
    cities_supplied: 'power',
    electricity_produced: 'power',
    market_refilled: 'refill',
    fuel_moved: 'refill',
    fuel_dealt: 'refill',
    step_began: 'step',
    last_round_set: 'step',
    game_ended: 'step',
    sale_declined: 'idle',
    turn_finished: 'idle',
    taken_back: 'undone',
    auction_closed: 'with-last',
    discount_moved: 'with-last',
    fuel_lost: 'with-last',
    kinds_closed: 'with-last',
    market_resized: 'with-last',
    stack_ran_dry: 'with-last',
    stack_shuffled: 'with-last',
    part_changed: 'with-last',
    trust_burned_fuel: 'with-last',
    trust_burned_cards: 'with-last',
    turn_passed: 'with-next',
    phase_began: 'with-next',
    auctions_began: 'with-next',
    scrap_asked: 'with-next',
    card_revealed: 'with-next',
    parts_restored: 'with-next',
    fuel_reshuffled: 'with-next',
};
