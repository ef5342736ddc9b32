/** While moves are shown, a key or a click skips them and does nothing else; Space pauses, a full stop steps, a comma goes back. */
import { rowOf } from '../table/keyRow';
import { PLAYBACK_KEYS } from './keys';
import type { Playback } from './playback.svelte';

/** Modifier keys, and Tab, which leads to the controls. */
const LEFT_ALONE = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Tab']);
/** Elements with their own clicks: the chat, the controls, and dialogs above the table. */
const ASIDE = '[data-side="talk"] .body, [data-side="talk"] .bar, [data-control], dialog, .coach, .lesson-card';

/** Intercept keys and clicks until the returned function is called. */
export function guard(playback: Playback): () => void {
    const swallow = (event: Event): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
    };
    const within = (event: Event, places: string): boolean =>
        event.target instanceof Element && event.target.closest(places) !== null;
    const effects = {
        pause: () => (playback.isPaused ? playback.resume() : playback.pause()),
        step: () => playback.step(),
        travel: () => playback.back(),
        skip: () => void playback.skip(),
    };
    const press = (event: KeyboardEvent): void => {
        if (!playback.maySkip || LEFT_ALONE.has(event.key)) return;
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (within(event, 'input:not([type="range"]), textarea, select, dialog')) return;
        if (event.key === 'Enter' && within(event, '[data-control]')) return;
        effects[rowOf(PLAYBACK_KEYS, event, true)?.name ?? 'skip']();
        swallow(event);
    };
    const click = (event: MouseEvent): void => {
        if (!playback.maySkip || within(event, ASIDE)) return;
        playback.skip();
        swallow(event);
    };
    addEventListener('keydown', press, true);
    addEventListener('click', click, true);
    return () => {
        removeEventListener('keydown', press, true);
        removeEventListener('click', click, true);
    };
}
