/** Parts of the table for editions with a board. */
import CityRail from '../design/CityRail.svelte';
import FuelLadder from '../design/FuelLadder.svelte';
import { endCities } from '../game/endCities';
import { rulesOf } from '../game/sheet';
import { behindOf, laddersNow, marketNote, openingSteps } from '../table/marketNow';
import { minesOf } from '../table/mines';
import { isAtSecond, storesOf } from '../table/secondMarket';
import { t } from '../words';
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
        end: endCities(rulesOf(scene.sheet), scene.observation.regions),
    })),
    fuel: part(FuelLadder, ({ scene, scene: { sheet, observation, isPast }, turn, outlook, onrule }) => ({
        title: sheet.second_market ? t('market.first') : undefined,
        kinds: sheet.kinds,
        ladders: laddersNow(scene),
        tokens: observation.tokens,
        refill: sheet.refills[observation.step - 1] ?? [],
        after: isPast ? [] : (outlook?.prices ?? []),
        supply: observation.supply,
        behind: behindOf(scene),
        opens: openingSteps(scene),
        note: marketNote(scene),
        onrule,
        closed: observation.closed,
        chosen: isAtSecond(scene) ? [] : turn.amounts,
        most: turn.mostFuel,
        onpick:
            turn.buys.length > 0 && !isAtSecond(scene)
                ? (kind: number, amount: number) => turn.chooseAmount(kind, amount)
                : undefined,
    })),
    secondFuel: {
        isWanted: (scene) =>
            scene.sheet.second_market !== null || storesOf(scene).length > 0 || minesOf(scene) !== null,
        part: latePart(
            () => import('./BesideMarket.svelte'),
            ({ scene, turn, onrule }) => ({ scene, turn, onrule }),
        ),
    },
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

/** While waiting to buy fuel, cities are shown once one is planned. */
function preparesCities({ ready, plan }: Turn): boolean {
    return ready.isForCities && (!ready.isForFuel || plan.cities.length > 0);
}
