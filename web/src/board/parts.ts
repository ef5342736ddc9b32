/** What games on a board bring to the desk. */
import FuelLadder from '../design/FuelLadder.svelte';
import { type EditionParts, part } from '../table/parts';
import type { Turn } from '../table/turn.svelte';
import BoardCentre from './BoardCentre.svelte';
import BuildPanel from './BuildPanel.svelte';
import FuelPanel from './FuelPanel.svelte';
import PowerPanel from './PowerPanel.svelte';

export const BOARD_PARTS: EditionParts = {
    centre: part(BoardCentre, ({ scene, turn, onrule }) => ({ scene, turn, onrule })),
    fuel: part(FuelLadder, ({ scene: { sheet, observation }, turn }) => ({
        kinds: sheet.kinds,
        ladders: sheet.ladders,
        tokens: observation.tokens,
        refill: sheet.refills[observation.step - 1] ?? [],
        closed: observation.closed,
        chosen: turn.amounts,
        most: mostOf(turn),
        onpick: turn.buys.length > 0 ? (kind: number, amount: number) => turn.chooseAmount(kind, amount) : undefined,
    })),
    panels: [
        {
            isWanted: (turn) => Boolean(turn.may('buy') ?? turn.may('finish-buying')),
            part: part(FuelPanel, ({ scene, turn }) => ({ scene, turn })),
        },
        {
            isWanted: (turn) => Boolean(turn.may('connect') ?? turn.may('finish-building')),
            part: part(BuildPanel, ({ scene, turn, onrule }) => ({ scene, turn, onrule })),
        },
        {
            isWanted: (turn) => Boolean(turn.running),
            part: part(PowerPanel, ({ scene, turn }) => ({ scene, turn })),
        },
    ],
    underMarket: null,
    seatStats: null,
    newChoices: null,
};

/** How much of each kind may be bought. */
function mostOf(turn: Turn): number[] {
    const found: number[] = [];
    for (const offer of turn.buys) found[offer.resource] = offer.costs.length;
    return found;
}
