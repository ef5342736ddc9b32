/** Keys of a question: digits and arrows choose, Enter decides or continues. */
export interface QuestionKeyHandlers {
    readonly count: number;
    readonly chosen: number;
    /** True once it was answered: nothing can be chosen any more. */
    readonly isAnswered: boolean;
    readonly choose: (place: number) => void;
    readonly enter: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** True if the focused element handles the key: a field, the map, a dialog, another button. */
function isOthers(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
    if (document.querySelector('dialog[open]')) return true;
    const target = event.target;
    if (!(target instanceof Element)) return false;
    if (target.matches('input, textarea, select') || target.closest('.gwmap')) return true;
    return event.key === 'Enter' && target.matches('a, button:not([data-choice], [data-do="continue"])');
}

export function pressQuestion(event: KeyboardEvent, handlers: QuestionKeyHandlers): void {
    if (isOthers(event)) return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const step = STEPS[event.key];
    if (event.key === 'Enter') handlers.enter();
    else if (handlers.isAnswered) return;
    else if (digit >= 0 && digit < handlers.count) handlers.choose(digit);
    else if (step !== undefined) {
        const from = handlers.chosen < 0 && step < 0 ? 0 : handlers.chosen;
        handlers.choose((from + step + handlers.count) % handlers.count);
    } else return;
    event.preventDefault();
}
