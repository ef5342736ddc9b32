/** Pages shown once: before the first decision, and after the first round. */
import { endCities } from '../../game/endCities';
import { rulesOf } from '../../game/sheet';
import type { Edition, Tab } from '../../game/edition';
import type { Scene } from '../../table/scene';

/** Its words are `guide.<id>.title` and `guide.<id>.about`. */
export interface Page {
    id: string;
    look: string;
    tab: Tab;
    hasTrust?: boolean;
}

type Pages = Readonly<Record<Edition['parts'], readonly Page[]>>;

const TRUST: Page = { id: 'trust', look: '.board', tab: 'map', hasTrust: true };
const REPLACING: Page = { id: 'replacing', look: '.plants', tab: 'plants' };
const DONE: Page = { id: 'done', look: '.bar', tab: 'plants' };

/** Before the first decision. */
export const OPENING: Pages = {
    board: [{ id: 'goal', look: '.board', tab: 'map' }, TRUST, { id: 'order', look: '.seats', tab: 'seats' }],
    card: [{ id: 'goal-card', look: '.board', tab: 'map' }, TRUST, { id: 'order-card', look: '.seats', tab: 'seats' }],
};

/** After the first round. */
export const CLOSING: Pages = {
    board: [
        { id: 'refill', look: '.fuel', tab: 'fuel' },
        REPLACING,
        { id: 'steps', look: '.top .step', tab: 'plants' },
        { id: 'end', look: '.seats', tab: 'seats' },
        DONE,
    ],
    card: [
        { id: 'refill-card', look: '.board', tab: 'map' },
        REPLACING,
        { id: 'last-round', look: '.plants', tab: 'plants' },
        { id: 'end-card', look: '.seats', tab: 'seats' },
        DONE,
    ],
};

export function pagesFor(pages: Pages, { edition, sheet }: Scene): Page[] {
    return pages[edition.parts].filter(
        (page) =>
            (page.hasTrust ?? sheet.trust_plays) === sheet.trust_plays &&
            // Where no number of cities begins a step, the board's own rules say when one does.
            (page.id !== 'steps' || sheet.step_two_cities > 0),
    );
}

/** Unread pages for this moment, if any; none once the game is over. */
export function pagesNow(scene: Scene, read: readonly string[], continues: boolean): Page[] {
    const { round, plants } = scene.observation;
    const isUnread = (page: Page): boolean => !read.includes(page.id);
    if (scene.isOver || scene.viewer < 0) return [];
    if (round > 1)
        return continues ? [] : pagesFor(CLOSING, scene).filter((page) => page.id === 'done' || isUnread(page));
    const hasBegun = (plants[scene.viewer] ?? []).length > 0;
    return hasBegun ? [] : pagesFor(OPENING, scene).filter(isUnread);
}

/** The table's own numbers, as values for the words of pages. */
export function figures(scene: Scene): Record<string, number | string> {
    const { sheet, observation } = scene;
    return {
        cities: endCities(rulesOf(sheet), observation.regions),
        step_two: sheet.step_two_cities,
        limit: sheet.plant_limit,
        none: sheet.income[0] ?? 0,
        one: sheet.income[1] ?? 0,
        two: sheet.income[2] ?? 0,
        money: scene.money(scene.viewer),
        place: observation.order.indexOf(scene.viewer) + 1,
        seats: observation.order.length,
        first: scene.seatName(observation.order[0] ?? 0),
        last: scene.seatName(observation.order.at(-1) ?? 0),
        second: sheet.space_costs[1] ?? 0,
    };
}
