/** Values that are not drawn, such as labels for screen readers: computed after the frame that shows the change. */
import { untrack } from 'svelte';
import { painted } from './painted';

export class AfterPaint<Value> {
    current: Value;

    constructor(value: () => Value) {
        this.current = $state.raw(untrack(value));
        $effect(() => {
            const next = value();
            let isOld = false;
            void painted().then(() => {
                if (!isOld) this.current = next;
            });
            return () => {
                isOld = true;
            };
        });
    }
}
