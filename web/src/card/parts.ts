/** Parts of the table for the card edition; loaded where it is played. */
import { type EditionParts, part } from '../table/parts';
import { runRows } from '../table/runRows';
import type { Turn } from '../table/turn.svelte';
import CardCentre from './CardCentre.svelte';
import { CardTurn } from './cardTurn.svelte';
import NextPlant from './NextPlant.svelte';
import ProductionPanel from './ProductionPanel.svelte';
import PurchasePanel from './PurchasePanel.svelte';
import SeatStorage from './SeatStorage.svelte';

/** The desk renders these parts only after `own` has been created. */
const cardsOf = (turn: Turn): CardTurn => turn.own as CardTurn;

export const PARTS: EditionParts = {
    centre: part(CardCentre, ({ scene, turn, onwhy }) => {
        const shownSeat = scene.observation.order[0] ?? 0;
        return { turn: cardsOf(turn), onwhy, shownSeat, shownName: scene.plainName(shownSeat), row: turn.row };
    }),
    rail: null,
    fuel: null,
    panels: [
        {
            isWanted: (turn) => Boolean(cardsOf(turn).buying ?? turn.may('finish-buying')),
            part: part(PurchasePanel, ({ turn, why }) => ({ turn: cardsOf(turn), why })),
        },
        {
            isWanted: (turn) => Boolean(cardsOf(turn).producing),
            part: part(ProductionPanel, ({ scene, turn }) => {
                const { producing, run, first } = cardsOf(turn);
                const rows = runRows(scene, { power: turn.aids.power, runs: producing?.runs, run, first });
                return { turn: cardsOf(turn), rows };
            }),
        },
    ],
    underMarket: part(NextPlant, ({ store, scene }) => ({ facts: store.facts, observation: scene.observation })),
    seatStats: part(SeatStorage, ({ store, scene }, seat: number) => ({
        facts: store.facts,
        observation: scene.observation,
        seat,
    })),
    newChoices: (facts, observation) => new CardTurn(facts, observation, []),
};
