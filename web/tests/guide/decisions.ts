/** Every decision of recorded games, as input of the guide. */
import { foldAll } from '../../src/game/fold';
import { factsOf, openingFor, type RulesSheet } from '../../src/game/sheet';
import type { Now } from '../../src/guide/coach/now';
import type { Event, Observation, Offer, TableSheet } from '../../src/protocol/api';
import { Scene } from '../../src/table/scene';
import { viewOf } from '../frames';
import { eventsOf, type Export, type RecordedGame } from '../games';

type Step = [string, [string, ...unknown[]][], string[], Offer[]?];

export interface Decision {
    now: Now;
    line: string;
}

/** Names and numbers of such a table in a server's answer. */
export function tableSheet(sheet: RulesSheet): TableSheet {
    const { rules } = sheet;
    const facts = factsOf(sheet);
    const cards = facts.fuelCards;
    return {
        ...sheet,
        plants: facts.plants,
        kinds: facts.kinds,
        backs: facts.backs,
        board_name: rules.board.name,
        preset_name: rules.preset,
        cities: rules.board.cities.map((id, city) => ({ id, name: id, region: rules.board.city_regions[city] ?? 0 })),
        regions: rules.board.regions.map((id) => ({ id, name: id })),
        links: rules.board.links,
        space_costs: rules.board.space_costs,
        ladders: rules.market.ladders.map(([prices, store]) => ({ prices, store_price: store, n_closed: 0 })),
        step_ladders: [],
        refills: rules.market.refills,
        income: rules.income,
        end_cities: rules.end_cities,
        step_two_cities: rules.step_two_cities,
        plant_limit: rules.plant_limit,
        trust_plays: rules.trust.plays,
        hybrid_kinds: rules.hybrid,
        columns: cards?.prices ?? [],
        fuel_cards: (cards?.kindOf ?? []).map((kind, card) => ({
            kind,
            units: cards?.unitsOf[card] ?? 0,
            name: cards?.names[card] ?? '',
            is_single: card >= (cards?.nPrinted ?? 0),
        })),
        n_slots: cards?.nSlots ?? 0,
        n_regions: rules.n_regions,
        step_card: facts.stepCardName,
    } as unknown as TableSheet;
}

/** Observation of each seat that has to decide, and of all other seats at that time. */
export function decisionsOf(from: Export, game: RecordedGame): Decision[] {
    const sheet = from.sheets[game.rules] as RulesSheet;
    const facts = factsOf(sheet);
    const shown = tableSheet(sheet);
    const seats = Array.from({ length: sheet.rules.n_seats }, (_, seat) => seat);
    let seen: Observation[] = seats.map((seat) => openingFor(sheet, seat));
    const found: Decision[] = [];
    for (const [line, told, , offers] of game.steps as unknown as Step[]) {
        for (const seat of seats) {
            const own = (offers ?? []).filter((offer) => offer.seat === seat);
            const scene = new Scene(
                { ...viewOf(from, game), viewer: seat, observation: seen[seat]!, offers: own },
                seen[seat]!,
                shown,
            );
            found.push({ line, now: { scene, offers: own, happened: [] } });
        }
        const events: Event[] = eventsOf(from, told);
        seen = seen.map((each) => foldAll(facts, each, events));
    }
    return found;
}
