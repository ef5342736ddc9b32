/** Decisions of a sensible player, from the view of a seat. No rule is known here: the offers list the legal orders. */

/** The offers and possessions of a seat, as plain numbers. */
export function situation(view, sheet) {
    const seen = view.observation;
    const me = seen.viewer;
    return {
        offers: view.offers,
        round: seen.round,
        money: seen.money[me],
        plants: seen.plants[me].map((card) => sheet.plants[card]),
        lot: sheet.plants[seen.auction.lot]?.number ?? 0,
        plantNames: sheet.plants.map((plant) => plant.name),
        cityNames: sheet.cities.map((city) => city.id),
        kindNames: sheet.kinds,
        fuelCards: sheet.fuel_cards,
    };
}

const MAX_CITIES = 4;
const ENOUGH_PLANTS = 3;
const find = ({ offers }, kind) => offers.find((each) => each.offer === kind);

export function wantsBid(now) {
    const { low } = find(now, 'bid');
    return !find(now, 'drop') || low <= now.lot + (now.plants.length < ENOUGH_PLANTS ? 4 : 0);
}

/** The card of the dearest plant that leaves half the money, or nothing to pass. */
export function plantToOffer(now) {
    const { plants: cards, lows } = find(now, 'offer');
    const worst = Math.min(...now.plants.map((plant) => plant.output));
    const within = cards.filter((_, place) => lows[place] <= now.money / 2);
    const isSettled = now.plants.length >= ENOUGH_PLANTS && (now.money < 60 || worst >= 4);
    if (find(now, 'pass') && (within.length === 0 || isSettled)) return null;
    return within.at(-1) ?? cards[0];
}

/** The next kind to buy and how much of it: enough for one running, at half the money. `tried` are kinds of this turn. */
export function fuelToBuy(now, tried) {
    const buys = now.offers.filter((each) => each.offer === 'buy');
    for (const [place, { resource, costs }] of buys.entries()) {
        if (tried.has(resource)) continue;
        tried.add(resource);
        const need = now.plants
            .filter((plant) => plant.kinds.includes(resource))
            .reduce((sum, plant) => sum + plant.need, 0);
        const amount = Math.min(need, costs.filter((cost) => cost <= now.money / 2).length);
        if (amount > 0) return { place, resource, amount };
    }
    return null;
}

/** All kinds to buy in one order, limited by the money. */
export function fuelsToBuy(now) {
    const tried = new Set();
    const found = [];
    let left = now.money;
    for (let fuel = fuelToBuy(now, tried); fuel; fuel = fuelToBuy(now, tried)) {
        const cost = now.offers.find(({ offer, resource }) => offer === 'buy' && resource === fuel.resource).costs[
            fuel.amount - 1
        ];
        if (cost <= left) found.push(fuel);
        left -= cost <= left ? cost : 0;
    }
    return found;
}

/** The situation after building in a city, estimated from the current offers. */
export function withoutCity(now, city) {
    const offer = find(now, 'connect');
    const cost = offer.costs[offer.cities.indexOf(city)];
    const rest = offer.cities.map((each, place) => [each, offer.costs[place]]).filter(([each]) => each !== city);
    const left = { ...offer, cities: rest.map(([each]) => each), costs: rest.map(([, each]) => each) };
    return { ...now, money: now.money - cost, offers: now.offers.map((each) => (each === offer ? left : each)) };
}

/** The cheapest city, while something is left for fuel; nothing to finish. */
export function cityToBuild(now, built) {
    const { cities, costs } = find(now, 'connect');
    const cost = Math.min(...costs);
    if (cost > now.money) return null;
    if (built >= MAX_CITIES || (built > 0 && now.money - cost < 12)) return null;
    return cities[costs.indexOf(cost)];
}
