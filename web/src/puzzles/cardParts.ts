/** Parts of the card game, loaded where it is played. */
import { factsOf, type RulesSheet, type TableFacts } from '../game/sheet';
import type { TableSheet } from '../protocol/api';
import { withWords } from '../words/late';

export interface CardParts {
    readonly Centre: typeof import('../card/CardCentre.svelte').default;
    readonly NextPlant: typeof import('../card/NextPlant.svelte').default;
    readonly SeatStorage: typeof import('../card/SeatStorage.svelte').default;
    readonly CardTurn: typeof import('../card/cardTurn.svelte').CardTurn;
}

export async function loadCardParts(): Promise<CardParts> {
    const [centre, next, storage, turn] = await withWords(
        Promise.all([
            import('../card/CardCentre.svelte'),
            import('../card/NextPlant.svelte'),
            import('../card/SeatStorage.svelte'),
            import('../card/cardTurn.svelte'),
        ]),
        'card',
    );
    return { Centre: centre.default, NextPlant: next.default, SeatStorage: storage.default, CardTurn: turn.CardTurn };
}

export const cardFacts = (sheet: TableSheet): TableFacts => factsOf(sheet as unknown as RulesSheet);
