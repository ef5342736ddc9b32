/** Chosen fuel as rows of amounts, one for each kind on offer, and its history. */
import type { OfferOf } from './chosen';
import type { AmountRows } from './step';

interface Buyer {
    readonly buys: readonly OfferOf<'buy'>[];
    readonly amounts: readonly number[];
    /** Maximum of each kind next to the others. */
    readonly mostFuel: readonly number[];
    chooseAmount(kind: number, amount: number): void;
    stepBack(): boolean;
}

export function fuelRows(turn: Buyer): AmountRows | null {
    const { buys } = turn;
    const kindOf = (row: number): number => buys[row]?.resource ?? -1;
    if (buys.length === 0) return null;
    return {
        count: buys.length,
        amountOf: (row) => turn.amounts[kindOf(row)] ?? 0,
        mostOf: (row) => turn.mostFuel[kindOf(row)] ?? 0,
        choose: (row, amount) => turn.chooseAmount(kindOf(row), amount),
        stepBack: () => turn.stepBack(),
    };
}

/** The amounts that were chosen before, so that the last step can be undone. */
export class AmountHistory {
    #before: (readonly number[])[] = [];

    note(amounts: readonly number[]): void {
        this.#before.push(amounts);
    }

    back(): readonly number[] | null {
        return this.#before.pop() ?? null;
    }

    forget(): void {
        this.#before = [];
    }
}
