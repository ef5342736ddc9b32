/** The fuel market of the shown position: its prices in this step, and the board's note about it. */
import { firstToken } from '../design/ladder';
import type { LadderFace } from '../protocol/api';
import { t, tOr } from '../words';
import type { Scene } from './scene';
import { storesOf } from './secondMarket';

/** The part of a board on which oil is moved down: how far it was. */
const OIL_MOVED = 'oil-moved';

type Shown = Pick<Scene, 'sheet' | 'observation'>;

/** A board's note about its market, with its clause. */
export interface MarketNote {
    readonly text: string;
    readonly clause: string;
}

export function laddersNow({ sheet, observation }: Shown): readonly LadderFace[] {
    const ladders = sheet.step_ladders[observation.step - 1] ?? sheet.ladders;
    const [n_moved = 0] = observation.parts[OIL_MOVED] ?? [];
    return n_moved === 0
        ? ladders
        : ladders.map((ladder, kind) => (sheet.kinds[kind] === 'oil' ? movedDown(ladder, n_moved) : ladder));
}

/** The ladder with this number of its dearest spaces closed; the same number is open at the lowest price. */
function movedDown(ladder: LadderFace, n_moved: number): LadderFace {
    const cheapest = Array<number>(n_moved).fill(ladder.prices[0] ?? 0);
    return { ...ladder, prices: [...cheapest, ...ladder.prices.slice(0, ladder.prices.length - n_moved)] };
}

/** The tokens of each kind that are sold once the market has none: out of a store where the board has one. */
export function behindOf(scene: Shown): readonly number[] {
    const [store] = storesOf(scene);
    return store ? store[1] : scene.observation.supply;
}

/** For each kind the step from which on its next token is sold; 0 where it is not closed now. */
export function openingSteps(scene: Shown): number[] {
    return laddersNow(scene).map((ladder, kind) => {
        const tokens = scene.observation.tokens[kind] ?? 0;
        if (tokens === 0 || tokens > ladder.n_closed) return 0;
        const first = firstToken(ladder, tokens);
        return (
            scene.sheet.step_ladders.findIndex((ladders) => {
                const { prices, n_closed } = ladders[kind] ?? ladder;
                return first < prices.length - n_closed;
            }) + 1
        );
    });
}

const boardKey = ({ sheet }: Shown): string => `board.${String(sheet.spec['board']).replace('-recharged', '')}`;

/** Consequence of an exhausted stack; a board may have its own text for a step. */
export function afterStack(scene: Shown): string {
    const { sheet, observation } = scene;
    return tOr(`${boardKey(scene)}.then.${observation.step}`, t(`market.then.${sheet.step_card}`));
}

/** The board's note about its market in this step, or in every step. */
export function marketNote(scene: Shown): MarketNote | null {
    const { observation } = scene;
    const key = `${boardKey(scene)}.market`;
    const text = tOr(`${key}.${observation.step}`, tOr(key, ''));
    return text ? { text, clause: tOr(`${key}.rule`, '') } : null;
}
