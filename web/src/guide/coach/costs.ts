/** What a plant costs to run and brings in, by the figures that lie open on the table. */
import type { PlantFace } from '../../protocol/api';
import type { Scene } from '../../table/scene';
import type { Now } from './now';

/** The price of so much fuel on the ladder of a kind: the cheapest tokens go first. */
export function ladderPrice(scene: Scene, kind: number, amount: number): number {
    const prices = scene.sheet.ladders[kind]?.prices ?? [];
    const left = prices.slice(prices.length - (scene.observation.tokens[kind] ?? 0));
    return left.length < amount ? Infinity : left.slice(0, amount).reduce((sum, price) => sum + price, 0);
}

/** The price of so much fuel in cards: by the card that gives the most for its price. */
export function cardPrice(scene: Scene, kind: number, amount: number): number {
    let best = Infinity;
    for (const price of scene.sheet.columns) {
        (scene.observation.parts[`column_${price}`] ?? []).forEach((count, card) => {
            const face = scene.sheet.fuel_cards[card];
            if (count > 0 && face?.kind === kind) best = Math.min(best, (price * amount) / face.units);
        });
    }
    return Math.ceil(best);
}

/** What one run of a plant burns, in money. */
export function runCost(scene: Scene, plant: PlantFace): number {
    if (plant.kinds.length === 0) return 0;
    const price = scene.hasBoard ? ladderPrice : cardPrice;
    return Math.min(...plant.kinds.map((kind) => price(scene, kind, plant.need)));
}

export function capacity(scene: Scene, seat: number): number {
    return scene.held(seat).reduce((sum, { plant }) => sum + plant.output, 0);
}

/** What a further plant would bring in a round beyond what it burns. */
export function gain({ scene }: Now, plant: PlantFace): number {
    const cost = runCost(scene, plant);
    if (!scene.hasBoard) return plant.output - cost;
    const { income } = scene.sheet;
    const before = Math.min(capacity(scene, scene.viewer), income.length - 1);
    const after = Math.min(before + plant.output, income.length - 1);
    return (income[after] ?? 0) - (income[before] ?? 0) - cost;
}

/** What must be left for the first house. */
export function reserve({ scene }: Now): number {
    const hasCities = (scene.observation.n_cities[scene.viewer] ?? 0) > 0;
    return scene.hasBoard && !hasCities ? (scene.sheet.space_costs[0] ?? 0) : 0;
}
