/** Keys of the whole table, in every turn. The action bar and the map handle them first. */
import { type KeyRow, rowOf } from '../table/keyRow';

export type DeskKey = 'list' | 'aid' | 'hint' | 'map' | 'market' | 'talk' | 'log' | 'seat' | 'prices' | 'rail' | 'back';

export const DESK_KEYS: readonly KeyRow<DeskKey>[] = [
    { name: 'aid', keys: ['a'] },
    { name: 'hint', keys: ['h'] },
    { name: 'seat', keys: ['1', '2', '3', '4', '5', '6'] },
    { name: 'prices', keys: ['b'] },
    { name: 'rail', keys: ['r'] },
    { name: 'map', keys: ['m'] },
    { name: 'market', keys: ['g'] },
    { name: 'talk', keys: ['k'] },
    { name: 'log', keys: ['j'] },
    { name: 'back', keys: [','] },
    { name: 'list', keys: ['?'] },
];

/** Handlers by key; keys without a handler are ignored. */
export type DeskKeyHandlers = { readonly [Name in DeskKey]?: ((key: string) => void) | undefined };

const FIELD = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';

export function pressDesk(event: KeyboardEvent, handlers: DeskKeyHandlers, letters: boolean): void {
    const isTyping = event.target instanceof Element && event.target.closest(FIELD) !== null;
    if (event.defaultPrevented || event.repeat || isTyping || document.querySelector('dialog[open]')) return;
    const row = rowOf(DESK_KEYS, event, letters);
    const act = row && handlers[row.name];
    if (!act) return;
    event.preventDefault();
    act(event.key);
}
