/** Which mood of the key table the bar is in. */
import type { Kind } from './chosen';
import type { Mood } from './keyTable';
import type { AuctionStage } from './limitHand.svelte';

/** By what is asked for: while nothing is chosen, and once something is. */
const MOOD_OF: Readonly<Record<Kind, readonly [open: Mood, chosen: Mood]>> = {
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
    /** Something is prepared for one's turn. */
    readonly hasPrepared: boolean;
    /** Fuel can be prepared. */
    readonly readiesFuel: boolean;
    /** The keyboard stands on a city that can be added. */
    readonly isAtCity: boolean;
    /** Where one's part in the auctions stands while others act. */
    readonly auction: AuctionStage;
}

export function moodOf(state: BarState): Mood {
    const { canAct, asked, hasChosen, isAtCity } = state;
    if (!canAct && !isAtCity) return waitingMood(state);
    return isAtCity ? 'city' : MOOD_OF[asked][hasChosen ? 1 : 0];
}

function waitingMood({ canUndo, hasPrepared, readiesFuel, auction }: BarState): Mood {
    if (auction === 'limit' || auction === 'left') return `wait-${auction}`;
    if (canUndo && !hasPrepared) return 'hold';
    return readiesFuel ? 'wait-fuel' : 'wait';
}
