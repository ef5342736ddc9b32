/** What a plant costs to run and brings in, by the figures that lie open on the table. */
import type { Edition } from '../../game/edition';
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

/** What the figures of an edition are. */
interface Figures {
    price: (scene: Scene, kind: number, amount: number) => number;
    /** What a further plant would pay in a round. */
    pays: (scene: Scene, plant: PlantFace) => number;
    /** What must be left after an auction. */
    reserve: (scene: Scene) => number;
}

const FIGURES: Record<Edition['parts'], Figures> = {
    board: {
        price: ladderPrice,
        pays: (scene, plant) => {
            const { income } = scene.sheet;
            const before = Math.min(capacity(scene, scene.viewer), income.length - 1);
            const after = Math.min(before + plant.output, income.length - 1);
            return (income[after] ?? 0) - (income[before] ?? 0);
        },
        // The first house.
        reserve: (scene) => {
            const hasCities = (scene.observation.n_cities[scene.viewer] ?? 0) > 0;
            return hasCities ? 0 : (scene.sheet.space_costs[0] ?? 0);
        },
    },
    card: { price: cardPrice, pays: (_, plant) => plant.output, reserve: () => 0 },
};
const figuresOf = (scene: Scene): Figures => FIGURES[scene.edition.parts];

/** What one run of a plant burns, in money. */
export function runCost(scene: Scene, plant: PlantFace): number {
    if (plant.kinds.length === 0) return 0;
    return Math.min(...plant.kinds.map((kind) => figuresOf(scene).price(scene, kind, plant.need)));
}

export function capacity(scene: Scene, seat: number): number {
    return scene.held(seat).reduce((sum, { plant }) => sum + plant.output, 0);
}

/** What a further plant would bring in a round beyond what it burns. */
export const gain = ({ scene }: Now, plant: PlantFace): number =>
    figuresOf(scene).pays(scene, plant) - runCost(scene, plant);

/** What must be left after an auction. */
export const reserve = ({ scene }: Now): number => figuresOf(scene).reserve(scene);
