/** What is told once: before the first decision, and after the first round. */
import type { Scene } from '../../table/scene';
import type { Tab } from './now';

/** Its words are `guide.<id>.title` and `guide.<id>.about`. */
export interface Page {
    id: string;
    look: string;
    tab: Tab;
    hasBoard?: boolean;
    hasTrust?: boolean;
}

export const OPENING: readonly Page[] = [
    { id: 'goal', look: '.board', tab: 'map', hasBoard: true },
    { id: 'goal-card', look: '.board', tab: 'map', hasBoard: false },
    { id: 'trust', look: '.board', tab: 'map', hasTrust: true },
    { id: 'order', look: '.seats', tab: 'seats', hasBoard: true },
    { id: 'order-card', look: '.seats', tab: 'seats', hasBoard: false },
];

export const CLOSING: readonly Page[] = [
    { id: 'refill', look: '.fuel', tab: 'fuel', hasBoard: true },
    { id: 'refill-card', look: '.board', tab: 'map', hasBoard: false },
    { id: 'replacing', look: '.plants', tab: 'plants' },
    { id: 'steps', look: '.top .step', tab: 'plants', hasBoard: true },
    { id: 'last-round', look: '.plants', tab: 'plants', hasBoard: false },
    { id: 'end', look: '.seats', tab: 'seats', hasBoard: true },
    { id: 'end-card', look: '.seats', tab: 'seats', hasBoard: false },
    { id: 'done', look: '.bar', tab: 'plants' },
];

export function pagesFor(pages: readonly Page[], { hasBoard, sheet }: Scene): Page[] {
    return pages.filter(
        (page) => (page.hasBoard ?? hasBoard) === hasBoard && (page.hasTrust ?? sheet.trust_plays) === sheet.trust_plays,
    );
}

/** The pages to be read now, if any: what is over in the game is over in the guide. */
export function pagesNow(scene: Scene, read: readonly string[], goesOn: boolean): Page[] {
    const { round, plants } = scene.observation;
    const isUnread = (page: Page): boolean => !read.includes(page.id);
    if (scene.isOver || scene.viewer < 0) return [];
    if (round > 1) return goesOn ? [] : pagesFor(CLOSING, scene).filter((page) => page.id === 'done' || isUnread(page));
    const hasBegun = (plants[scene.viewer] ?? []).length > 0;
    return hasBegun ? [] : pagesFor(OPENING, scene).filter(isUnread);
}

/** The table's own figures, for the words of pages. */
export function figures(scene: Scene): Record<string, number | string> {
    const { sheet, observation } = scene;
    return {
        cities: sheet.end_cities,
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
