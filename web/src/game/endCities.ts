/** Number of cities that ends the game: never more than are in play. */
import { has as hasBit } from './masks';
import type { Rules } from './sheet';

/** `regions` is the mask of those in play; 0 while they are not chosen, and where there is no board. */
export function endCities({ end_cities: wanted, board }: Pick<Rules, 'end_cities' | 'board'>, regions: number): number {
    if (regions === 0) return wanted;
    return Math.min(wanted, board.city_regions.filter((region) => hasBit(regions, region)).length);
}
