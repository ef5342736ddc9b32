/** The steps that are played at a table. */
import { has } from '../game/masks';
import { rulesOf } from '../game/sheet';

/** The step in which every plant of the market is on sale. */
export const LAST_STEP = 3;

/** Without the card of step 3 in the stack, and without a number of cities for step 2, step 1 lasts. */
export function stepsOf(sheet: { rules: unknown }): number[] {
    const { deck, step_two_cities: second } = rulesOf(sheet);
    const hasCard = deck.pools.some((pool) => has(pool, deck.plants.length));
    return hasCard || second > 0 ? [1, 2, LAST_STEP] : [1];
}
