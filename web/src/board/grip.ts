/** A handle of a row in a list: dragged, or moved by the arrow keys, it says to which place its row goes. */
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
        // Half of the next row must be passed, or two rows of different height would change places without end.
        const from = own();
        if (event.clientY > (middles[from + 1] ?? Infinity)) go(from + 1);
        else if (event.clientY < (middles[from - 1] ?? -Infinity)) go(from - 1);
    };
    const drop = (): void => {
        removeEventListener('pointermove', drag);
        removeEventListener('pointerup', drop);
        removeEventListener('pointercancel', drop);
    };
    /** The window listens to the pointer: a row that is moved would lose it. */
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
        // The table's own arrows go to another city.
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
