/** Handle of a row in a list: reports the new place of its row when dragged or moved by arrow keys. */
import { tick } from 'svelte';
import type { Action } from 'svelte/action';

export const grip: Action<HTMLElement, (place: number) => void> = (handle, given) => {
    let onmove = given;
    const rows = (): Element[] => [...(handle.closest('ol')?.children ?? [])];
    const own = (): number => rows().findIndex((row) => row.contains(handle));
    const go = (place: number): void => {
        if (place === own() || place < 0 || place >= rows().length) return;
        onmove(place);
        // A row that is moved loses the focus.
        void tick().then(() => handle.focus());
    };
    const drag = (event: PointerEvent): void => {
        const middles = rows().map((row) => {
            const { top, height } = row.getBoundingClientRect();
            return top + height / 2;
        });
        // The pointer must pass half of the next row, or two rows of different height would swap endlessly.
        const from = own();
        if (event.clientY > (middles[from + 1] ?? Infinity)) go(from + 1);
        else if (event.clientY < (middles[from - 1] ?? -Infinity)) go(from - 1);
    };
    const drop = (): void => {
        removeEventListener('pointermove', drag);
        removeEventListener('pointerup', drop);
        removeEventListener('pointercancel', drop);
    };
    /** The window listens to the pointer, because a moved row would lose it. */
    const take = (event: PointerEvent): void => {
        event.preventDefault();
        addEventListener('pointermove', drag);
        addEventListener('pointerup', drop);
        addEventListener('pointercancel', drop);
    };
    const press = (event: KeyboardEvent): void => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        // Otherwise the table's own arrow keys move to another city.
        event.stopPropagation();
        go(own() + step);
    };
    handle.addEventListener('pointerdown', take);
    handle.addEventListener('keydown', press);
    return {
        update: (now) => {
            onmove = now;
        },
        destroy: drop,
    };
};
