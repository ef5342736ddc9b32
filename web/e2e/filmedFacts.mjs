/**
 * Seats, market and map expected after each event, derived from the log alone: an oracle for films, independent of the page's own
 * folding.
 */

/** Expected facts by entry and number of its events applied; no fact where the log has none yet. */
export function factsAt(sheet, entries) {
    const known = new Map();
    let now = null;
    for (const { version, events } of entries) {
        if (now) known.set(`${version}.0`, drawn(sheet, now));
        for (const [place, event] of events.entries()) {
            now = after(now ?? opening(sheet), event);
            known.set(`${version}.${place + 1}`, drawn(sheet, now));
        }
    }
    const counts = new Map(entries.map(({ version, events }) => [version, events.length]));
    return {
        at: (version, place) => known.get(`${version}.${place}`) ?? null,
        nEvents: (version) => counts.get(version) ?? 0,
    };
}

function opening({ opening: seen, cities }) {
    return {
        money: seen.money,
        owned: seen.plants,
        order: seen.order,
        cards: seen.market,
        houses: cities.length > 0 ? seen.money.map(() => 0) : null,
    };
}

/** Convert to the names that the page uses. */
function drawn(sheet, { money, owned, order, cards, houses }) {
    const named = (list) => list.flatMap((card) => sheet.plants[card]?.name ?? []);
    const places = cards.map((card) => sheet.plants[card]?.number ?? Infinity);
    // Sorted by number; among equals the newest is the dearest.
    const sorted = cards.toSorted((one, other) => places[cards.indexOf(one)] - places[cards.indexOf(other)]);
    return { money, plants: owned.map(named), order, market: named(sorted), houses };
}

function after(before, event) {
    const now = {
        ...before,
        money: [...before.money],
        owned: before.owned.map((each) => [...each]),
        houses: before.houses && [...before.houses],
        cards: [...before.cards],
    };
    const pay = (amount) => (now.money[event.seat] += amount);
    switch (event.event) {
        case 'order_set':
            now.order = event.order;
            break;
        case 'plant_bought':
            pay(-event.price);
            now.owned[event.seat] = [...now.owned[event.seat], event.plant].sort((one, other) => one - other);
            now.cards = now.cards.filter((card) => card !== event.plant);
            break;
        case 'plant_scrapped':
            pay(event.paid);
            now.owned[event.seat] = now.owned[event.seat].filter((card) => card !== event.plant);
            break;
        case 'resources_bought':
        case 'fuel_card_bought':
            pay(-event.cost);
            break;
        case 'city_connected':
            pay(-event.house - event.connection);
            now.houses[event.seat] += 1;
            break;
        case 'cities_supplied':
        case 'electricity_produced':
            pay(event.income);
            break;
        case 'card_joined':
            now.cards = [...now.cards, event.card];
            break;
        case 'card_left':
        case 'card_went_under':
            now.cards = now.cards.filter((card) => card !== event.card);
            break;
        case 'game_ended':
            now.money = [...event.money];
            break;
        default:
            break;
    }
    return now;
}
