/**
 * Dotted outline of what a hint advises. The parts of the table already have anchors, so one style sheet marks them;
 * yellow is reserved for the player's choices.
 */
import type { Hint } from '../protocol/api';
import { amountsOf, cardsOf, plantNames } from '../table/advised';
import type { Scene } from '../table/scene';

const DOTTED = '{ outline: 2px dotted var(--ink); outline-offset: 3px; border-radius: var(--r2); }';
/** At the edge of a part there is no room outside it. */
const WITHIN = '{ outline: 2px dotted var(--ink); outline-offset: -4px; }';
const ON_MAP = '{ stroke: var(--ink); stroke-width: 3; stroke-dasharray: 0.1 4.4; stroke-linecap: round; }';

/** The style rules for a hint; empty for none. */
export function outlineRules(scene: Scene, hint: Hint | null): string {
    return hint ? hint.actions.map((action) => ruleOf(scene, hint, action)).join('\n') : '';
}

function ruleOf(scene: Scene, hint: Hint, action: Hint['actions'][number]): string {
    const own = `.desk .seats [data-seat="${scene.viewer}"]`;
    const named = (plants: readonly string[], within: string): string =>
        plants.map((plant) => `${within} [data-plant="${CSS.escape(plant)}"] ${DOTTED}`).join('\n');
    switch (action.do) {
        case 'offer':
            return named([action.plant], '.desk .plants');
        case 'scrap':
            return named([action.plant], own);
        case 'run':
        case 'produce':
            return named(plantNames(action.plants), own);
        case 'buy':
            return amountsOf(scene, hint.actions)
                .flatMap((amount, kind) =>
                    amount > 0 ? [`.desk .fuel [data-fuel="${scene.sheet.kinds[kind] ?? ''}"] ${WITHIN}`] : [],
                )
                .join('\n');
        case 'buy-card':
            return cardsOf(scene, hint.actions)
                .map(({ card, price }) => `.desk [data-card^="${price}.${card}."] ${DOTTED}`)
                .join('\n');
        case 'connect':
        case 'place-trust':
            return `.desk .board [data-city="${CSS.escape(action.city)}"] .body ${ON_MAP}`;
        default:
            return '';
    }
}

/** Apply style rules until the returned function is called. */
export function applyOutline(rules: string): () => void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
}
