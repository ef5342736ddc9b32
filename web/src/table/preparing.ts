/** Items prepared for the player's turn, with their present prices. */
import type { Plan } from '../protocol/api';
import type { PlanOrder } from '../wire/rest';
import type { OfferOf } from './chosen';
import { mostOf } from './fuelRoom';
import type { Prepared } from './ready.svelte';

interface PlannedCities {
    readonly cities: readonly number[];
    readonly order: PlanOrder;
    readonly priced: Plan | null;
}

/** Nothing while none is chosen or the server has not priced them. */
export function preparedCities({ priced, cities, order }: PlannedCities): Prepared | null {
    if (!priced || cities.length === 0) return null;
    const prices = priced.cities.map(({ city, house, connection }) => ({
        thing: city,
        count: 1,
        price: house + connection,
    }));
    return { part: 'cities', chosen: cities, order, prices, total: priced.total };
}

export function preparedFuel(
    buys: readonly OfferOf<'buy'>[],
    amounts: readonly number[],
    nKinds: number,
): Prepared | null {
    const prices = buys.flatMap(({ resource: thing, costs }) => {
        const count = amounts[thing] ?? 0;
        return count > 0 ? [{ thing, count, price: costs[count - 1] ?? 0 }] : [];
    });
    if (prices.length === 0) return null;
    const total = prices.reduce((sum, { price }) => sum + price, 0);
    return { part: 'fuel', chosen: amounts, order: 'chosen', prices, total, most: mostOf(buys, nKinds) };
}
