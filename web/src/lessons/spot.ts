/** The one thing to touch next: from the choices of a step that are still missing. */
import { plantNamed, plantNames } from '../table/advised';
import type { Do } from '../protocol/api';
import type { Scene } from '../table/scene';
import type { Turn } from '../table/turn.svelte';
import { withMember } from '../game/masks';

export interface Spot {
    /** Kind of the thing, for the words next to the sentence. */
    readonly kind: 'plant' | 'bid' | 'fuel' | 'city' | 'run' | 'button';
    /** Selectors of the thing; the first that is drawn counts. */
    readonly parts: readonly string[];
    /** The city that a narrow map brings into view. */
    readonly city?: number;
    /** Touch it. */
    readonly touch: () => void;
}

type Chosen = Pick<
    Turn,
    | 'plant'
    | 'bid'
    | 'amounts'
    | 'cities'
    | 'run'
    | 'primary'
    | 'quiet'
    | 'choosePlant'
    | 'setBid'
    | 'chooseAmount'
    | 'chooseRun'
    | 'plan'
    | 'take'
>;

/** The thing of the first choice that is missing; null if all are made. */
export function missingSpot(turn: Chosen, scene: Scene, actions: readonly Do[]): Spot | null {
    for (const action of actions) {
        const spot = choiceSpot(turn, scene, action);
        if (spot) return spot;
    }
    return null;
}

/** The button that sends the turn; null while the table offers none. */
export function buttonSpot(turn: Chosen, actions: readonly Do[]): Spot | null {
    const step = [turn.primary, turn.quiet].find((each) => each?.orders[0]?.do === actions[0]?.do);
    if (!step) return null;
    return { kind: 'button', parts: [`.bar [data-do="${step.name}"]`], touch: () => void turn.take(step) };
}

/** Undo choices that a step does not ask for; true if there were any. */
export function dropOthers(turn: Chosen & Pick<Turn, 'clear'>, scene: Scene, actions: readonly Do[]): boolean {
    const wanted = citiesOf(scene, actions);
    const amounts = wantedAmounts(scene, actions);
    const plants = actions.flatMap((action) => (action.do === 'offer' ? [plantNamed(scene, action.plant)] : []));
    const hasCities = turn.cities.some((city) => !wanted.includes(city));
    const hasFuel = turn.amounts.some((amount, kind) => amount > (amounts[kind] ?? 0));
    const hasPlant = turn.plant >= 0 && !plants.includes(turn.plant);
    if (hasCities) turn.plan.set(turn.cities.filter((city) => wanted.includes(city)));
    if (hasFuel) turn.amounts.forEach((amount, kind) => amount > (amounts[kind] ?? 0) && turn.chooseAmount(kind, 0));
    if (hasPlant) turn.choosePlant(turn.plant);
    return hasCities || hasFuel || hasPlant;
}

/** The cities that a turn builds in. */
function citiesOf(scene: Scene, actions: readonly Do[]): number[] {
    return actions.flatMap((action) => (action.do === 'connect' ? [cityNamed(scene, action.city)] : []));
}

function wantedAmounts(scene: Scene, actions: readonly Do[]): number[] {
    return scene.sheet.kinds.map((kind) =>
        actions.reduce((sum, action) => sum + (action.do === 'buy' && action.resource === kind ? action.amount : 0), 0),
    );
}

const cityNamed = (scene: Scene, id: string): number => scene.sheet.cities.findIndex((city) => city.id === id);

function choiceSpot(turn: Chosen, scene: Scene, action: Do): Spot | null {
    switch (action.do) {
        case 'offer': {
            const card = plantNamed(scene, action.plant);
            if (turn.plant !== card) {
                const parts = [`.plants [data-plant="${action.plant}"]`];
                return { kind: 'plant', parts, touch: () => turn.choosePlant(card) };
            }
            return bidSpot(turn, action.bid);
        }
        case 'bid':
            return bidSpot(turn, action.amount);
        case 'buy': {
            const kind = scene.sheet.kinds.indexOf(action.resource);
            if (turn.amounts[kind] === action.amount) return null;
            const parts = [
                `.fuel [data-token="${action.resource}.${action.amount}"]`,
                `.now .f-${action.resource} .stepper button:last-child`,
            ];
            return { kind: 'fuel', parts, touch: () => turn.chooseAmount(kind, action.amount) };
        }
        case 'connect': {
            const city = cityNamed(scene, action.city);
            if (turn.plan.has(city)) return null;
            const parts = [`.board [data-city="${action.city}"]`];
            return { kind: 'city', parts, city, touch: () => turn.plan.add(city) };
        }
        case 'run': {
            const mask = plantNames(action.plants).reduce((sum, name) => withMember(sum, plantNamed(scene, name)), 0);
            if (turn.run === mask) return null;
            return { kind: 'run', parts: [`.now [data-run="${mask}"]`], touch: () => void turn.chooseRun(mask) };
        }
        default:
            return null;
    }
}

function bidSpot(turn: Chosen, bid: number): Spot | null {
    return turn.bid === bid ? null : { kind: 'bid', parts: ['.now .ruler'], touch: () => turn.setBid(bid) };
}
