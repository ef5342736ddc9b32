/** What games on a board bring to the desk. */
import CityRail from '../design/CityRail.svelte';
import FuelLadder from '../design/FuelLadder.svelte';
import { type EditionParts, latePart, part } from '../table/parts';
import type { Turn } from '../table/turn.svelte';
import BoardCentre from './BoardCentre.svelte';

export const BOARD_PARTS: EditionParts = {
    centre: part(BoardCentre, ({ scene, turn, onrule, outlook, looked, onlook, prices }) => ({
        scene,
        turn,
        onrule,
        look: looked < 0 ? null : (outlook?.seats[looked] ?? null),
        onlook,
        prices,
    })),
    rail: part(CityRail, ({ scene, turn }) => ({
        income: scene.sheet.income,
        cities: scene.observation.n_cities,
        names: scene.view.seats.map((_, seat) => scene.seatName(seat)),
        viewer: scene.viewer,
        planned: turn.plan.cities.length,
        powered: turn.choiceOf(turn.run)?.cities ?? -1,
        stepTwo: scene.sheet.step_two_cities,
        end: scene.sheet.end_cities,
    })),
    fuel: part(FuelLadder, ({ scene: { sheet, observation, isPast }, turn, outlook }) => ({
        kinds: sheet.kinds,
        ladders: sheet.ladders,
        tokens: observation.tokens,
        refill: sheet.refills[observation.step - 1] ?? [],
        after: isPast ? [] : (outlook?.prices ?? []),
        supply: observation.supply,
        closed: observation.closed,
        chosen: turn.amounts,
        most: turn.mostFuel,
        onpick: turn.buys.length > 0 ? (kind: number, amount: number) => turn.chooseAmount(kind, amount) : undefined,
    })),
    panels: [
        {
            isWanted: (turn) => Boolean(turn.may('buy') ?? turn.may('finish-buying')) || turn.ready.isForFuel,
            part: latePart(
                () => import('./FuelPanel.svelte'),
                ({ scene, turn }) => ({ scene, turn }),
            ),
        },
        {
            isWanted: (turn) => Boolean(turn.may('connect') ?? turn.may('finish-building')) || preparesCities(turn),
            part: latePart(
                () => import('./BuildPanel.svelte'),
                ({ scene, turn, onrule }) => ({ scene, turn, onrule }),
            ),
        },
        {
            isWanted: (turn) => Boolean(turn.running),
            part: latePart(
                () => import('./PowerPanel.svelte'),
                ({ scene, turn }) => ({ scene, turn }),
            ),
        },
    ],
    underMarket: null,
    seatStats: null,
    newChoices: null,
};

/** Whoever waits to buy fuel sees the cities once one is planned. */
function preparesCities({ ready, plan }: Turn): boolean {
    return ready.isForCities && (!ready.isForFuel || plan.cities.length > 0);
}
