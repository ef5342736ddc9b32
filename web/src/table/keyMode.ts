/** Selects the key mode of the action bar. */
import type { Kind } from './chosen';
import type { KeyMode } from './keyTable';
import type { AuctionStage } from './bidLimit.svelte';

/** By kind of decision: without a choice, and with one. */
const MODE_OF: Readonly<Record<Kind, readonly [open: KeyMode, chosen: KeyMode]>> = {
    bid: ['bid', 'bid'],
    drop: ['bid', 'bid'],
    offer: ['offer', 'lot'],
    pass: ['offer', 'lot'],
    scrap: ['scrap', 'scrap'],
    buy: ['fuel', 'fuel-chosen'],
    'buy-card': ['fuel', 'fuel-chosen'],
    'change-market': ['fuel', 'fuel-chosen'],
    'finish-buying': ['fuel', 'fuel-chosen'],
    connect: ['build', 'plan'],
    'finish-building': ['build', 'plan'],
    extend: ['build', 'plan'],
    'decline-sale': ['run', 'run'],
    run: ['run', 'run'],
    produce: ['run', 'run'],
    draft: ['list', 'list-chosen'],
    'place-trust': ['list', 'list-chosen'],
};

export interface BarState {
    readonly canAct: boolean;
    readonly canUndo: boolean;
    readonly asked: Kind;
    readonly hasChosen: boolean;
    /** Something is prepared for the player's turn. */
    readonly hasPrepared: boolean;
    /** Fuel can be prepared. */
    readonly readiesFuel: boolean;
    /** The keyboard focus is on a city that can be added. */
    readonly isAtCity: boolean;
    /** The player's part in the auctions while others act. */
    readonly auction: AuctionStage;
}

export function keyModeOf(state: BarState): KeyMode {
    const { canAct, asked, hasChosen, isAtCity } = state;
    if (!canAct && !isAtCity) return waitingMode(state);
    return isAtCity ? 'city' : MODE_OF[asked][hasChosen ? 1 : 0];
}

function waitingMode({ canUndo, hasPrepared, readiesFuel, auction }: BarState): KeyMode {
    if (auction === 'limit' || auction === 'left') return `wait-${auction}`;
    if (canUndo && !hasPrepared) return 'hold';
    return readiesFuel ? 'wait-fuel' : 'wait';
}
