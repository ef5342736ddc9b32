/** Puts advice into the controls as if the player had chosen it. */
import { withMember } from '../game/masks';
import type { Do } from '../protocol/api';
import { itemsOf } from './actions';
import type { Chosen, Kind, Pick as Picked } from './chosen';
import type { Scene } from './scene';
import type { OwnThing, Step } from './step';
import type { FuelPurchase } from './viewAids';

/** The controls of a turn that advice uses. */
export interface Controls extends Pick<Chosen, 'own' | 'may'> {
    readonly plant: number;
    lost: number;
    more: number;
    first: number;
    cities: readonly number[];
    pick: Picked | null;
    readonly plan: { order: 'cheapest' | 'chosen' };
    choosePlant(card: number): void;
    setBid(bid: number): void;
    purchase(purchase: FuelPurchase): void;
    chooseRun(mask: number): boolean;
    clear(): void;
}

const NOTHING = 'nothing';

/** The plants of a run, by their names with a plus between them. */
export function plantNames(plants: string): string[] {
    return plants === NOTHING ? [] : plants.split('+');
}

export function plantNamed(scene: Scene, name: string): number {
    return scene.sheet.plants.findIndex((plant) => plant.name === name);
}

/** Units of each kind that are to be bought. */
export function amountsOf(scene: Scene, actions: readonly Do[]): number[] {
    const amounts = scene.sheet.kinds.map(() => 0);
    for (const action of actions) {
        if (action.do === 'buy') amounts[scene.sheet.kinds.indexOf(action.resource)]! += action.amount;
    }
    return amounts;
}

/** Fuel cards that are to be bought, each with its price. */
export function cardsOf(scene: Scene, actions: readonly Do[]): OwnThing[] {
    return actions.flatMap((action) => {
        if (action.do !== 'buy-card') return [];
        return [{ card: scene.sheet.fuel_cards.findIndex(({ name }) => name === action.card), price: action.price }];
    });
}

/** The cities of the advice. */
export function advisedCities(scene: Scene, actions: readonly Do[]): number[] {
    const ids = actions.flatMap((action) =>
        action.do === 'connect' || action.do === 'extend' || action.do === 'place-trust' ? [action.city] : [],
    );
    return ids.map((id) => scene.sheet.cities.findIndex((city) => city.id === id));
}

/** Skipping needs no choice: the current choice is cleared, and the quiet button is shown. */
export function chooseAdvised(turn: Controls, scene: Scene, actions: readonly Do[]): void {
    const [first] = actions;
    if (!first) return;
    switch (first.do) {
        case 'offer':
            choosePlant(turn, plantNamed(scene, first.plant));
            turn.setBid(first.bid);
            return;
        case 'bid':
            turn.setBid(first.amount);
            return;
        case 'scrap':
            choosePlant(turn, plantNamed(scene, first.plant));
            turn.lost = first.lost;
            turn.more = first.more;
            return;
        case 'buy':
        case 'buy-card':
            turn.purchase({ amounts: amountsOf(scene, actions), cards: cardsOf(scene, actions), price: 0 });
            return;
        case 'connect':
            turn.plan.order = 'cheapest';
            turn.cities = advisedCities(scene, actions);
            return;
        case 'run':
        case 'produce':
            chooseRun(turn, maskOf(scene, first.plants), first.first);
            return;
        case 'draft':
            pick(turn, 'draft', scene.sheet.regions, first.region);
            return;
        case 'place-trust':
            pick(turn, 'place-trust', scene.sheet.cities, first.city);
            return;
        default:
            turn.clear();
    }
}

/** Choosing the same plant twice would deselect it. */
function choosePlant(turn: Controls, card: number): void {
    if (turn.plant !== card) turn.choosePlant(card);
}

function maskOf(scene: Scene, plants: string): number {
    return plantNames(plants).reduce((mask, name) => withMember(mask, plantNamed(scene, name)), 0);
}

function chooseRun(turn: Controls, mask: number, first: number): void {
    if (turn.own?.isRunning) turn.own.chooseRun(mask, first);
    else if (turn.chooseRun(mask)) turn.first = first;
}

function pick(turn: Controls, offer: Kind, things: readonly { id: string }[], wanted: string): void {
    const item = things.findIndex(({ id }) => id === wanted);
    const place = itemsOf(turn.may(offer)).indexOf(item);
    if (place >= 0) turn.pick = { offer, place };
}

/** True if advice is to do nothing: a button of the bar does it, without a choice. */
export function isSkip(actions: readonly Do[]): boolean {
    return actions.some(({ do: kind }) => SKIPS.has(kind));
}

/** True if the controls have the advised choice; the step that ends the turn is added automatically. */
export function holdsAdvised(steps: readonly Step[], actions: readonly Do[]): boolean {
    const step = steps.find(({ name }) => name === actions[0]?.do);
    return step !== undefined && actionKey(step.orders) === actionKey(actions);
}

const SKIPS: ReadonlySet<string> = new Set(['pass', 'drop', 'finish-buying', 'finish-building']);
const ENDS: ReadonlySet<string> = new Set(['finish-buying', 'finish-building']);

/** Comparison key of actions: independent of their order, and without the cards to turn. */
function actionKey(actions: readonly Do[]): string {
    const said = actions.flatMap((action) => {
        if (actions.length > 1 && ENDS.has(action.do)) return [];
        const fields = Object.entries(action).filter(([name]) => name !== 'turns');
        return [JSON.stringify(fields.sort(([one], [other]) => one.localeCompare(other)))];
    });
    return said.sort().join();
}
