/** Keys as data: a name and its keys. The same rows are handled and listed. */

export interface KeyRow<Name extends string = string> {
    readonly name: Name;
    /** As `KeyboardEvent.key` has them, letters small; with `Shift+` where that belongs to it. */
    readonly keys: readonly string[];
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

/** Letters, digits and signs can be switched off; keys with a name stay. */
export const isLetter = (key: string): boolean => key !== ' ' && [...key].length === 1;

/** True if the key is a command of the browser. Signs may need the third level of a keyboard. */
export function isCommand(event: Pressed): boolean {
    return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

/** The row of a pressed key; null if there is none. */
export function rowOf<Name extends string>(
    rows: readonly KeyRow<Name>[],
    event: Pressed,
    letters: boolean,
): KeyRow<Name> | null {
    const { key } = event;
    if (isCommand(event) || (isLetter(key) && !letters)) return null;
    const name = isLetter(key) ? key.toLowerCase() : event.shiftKey ? `Shift+${key}` : key;
    return rows.find(({ keys }) => keys.includes(name)) ?? null;
}
