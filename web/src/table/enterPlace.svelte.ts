/**
 * Target of Enter: the yellow button of the bar, except in text fields, and on links and buttons that were reached by
 * keys. Elements focused by a pointer do not receive it.
 */
const FIELD =
    'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=true]';
const PRESSED = 'a[href], button, summary, input, [role=button], [role=tab], [role=radio], [role=switch], [role=link]';
/** Attributes of the focused element that decide whether Enter acts there. */
const CHANGING = ['aria-pressed', 'data-enter', 'disabled'];

export type Place = 'bar' | 'focus' | 'field';

export class EnterPlace {
    now = $state<Place>('bar');
    #byKeys = false;
    #isReached = false;

    /** Follow the focus of the page; returns a function that stops it. */
    watch(): () => void {
        const off = new AbortController();
        const on = { capture: true, signal: off.signal };
        document.addEventListener('keydown', (event) => (this.#byKeys ||= event.key === 'Tab'), on);
        document.addEventListener('pointerdown', () => (this.#byKeys = false), on);
        document.addEventListener(
            'focusin',
            () => {
                this.#isReached = this.#byKeys;
                this.look();
            },
            on,
        );
        document.addEventListener('focusout', () => queueMicrotask(() => this.look()), on);
        // The focused element may disappear, be chosen or be disabled without an event.
        const changes = new MutationObserver(() => this.look());
        changes.observe(document.body, { subtree: true, childList: true, attributeFilter: CHANGING });
        this.look();
        return () => {
            off.abort();
            changes.disconnect();
        };
    }

    /** Focus something on behalf of an arrow key: Enter then acts there. */
    reach(element: HTMLElement): void {
        this.#byKeys = true;
        element.focus();
    }

    /** Focus something and leave Enter to the bar. */
    pass(element: HTMLElement): void {
        this.#byKeys = false;
        element.focus();
    }

    look(): void {
        this.now = placeOf(document.activeElement, this.#isReached);
    }
}

function placeOf(focus: Element | null, isReached: boolean): Place {
    if (!focus) return 'bar';
    if (focus.matches(FIELD)) return 'field';
    // Enter never undoes a choice: on a chosen element it moves to the bar.
    const isDone = focus.matches('[aria-pressed=true], [data-enter=bar], :disabled');
    return isReached && focus.matches(PRESSED) && !isDone ? 'focus' : 'bar';
}
