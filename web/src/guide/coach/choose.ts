/** Choose what was advised; the player still presses the button. */
import type { Turn } from '../../table/turn.svelte';
import type { Choice } from './advice';

export function choose(turn: Turn, choice: Choice): void {
    switch (choice.what) {
        case 'plant':
            if (turn.plant !== choice.card) turn.choosePlant(choice.card);
            return;
        case 'bid':
            turn.setBid(choice.amount);
            return;
        case 'fuel':
            choice.amounts.forEach((amount, kind) => turn.chooseAmount(kind, amount));
            return;
        case 'city':
            turn.city = choice.city;
            return;
        case 'card':
            turn.own?.choose(choice);
            return;
        case 'place':
            turn.pick = { offer: choice.offer, place: choice.place };
            return;
        case 'nothing':
            return;
    }
}

/** Whether nothing is left to be chosen. */
export function isChosen(turn: Turn, choice: Choice): boolean {
    switch (choice.what) {
        case 'plant':
            return turn.plant === choice.card;
        case 'bid':
            return turn.bid === choice.amount;
        case 'fuel':
            return choice.amounts.every((amount, kind) => (turn.amounts[kind] ?? 0) === amount);
        case 'city':
            return turn.city === choice.city;
        case 'card':
            return turn.own?.isChosen(choice) ?? false;
        case 'place':
            return turn.pick?.offer === choice.offer && turn.pick.place === choice.place;
        case 'nothing':
            return true;
    }
}
