/** The amounts that were chosen before, so that the last step can be taken back. */
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
