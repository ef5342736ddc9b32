/**
 * The keys of the table: for each mode of the action bar, the effect of each key. A key without a row does nothing
 * there. `keys.svelte.ts` executes the effects; the list under `?` is made from the same data.
 */

/** Subject of the bar. The modes of `OVER` cover another one and leave it the keys that they do not name. */
export const KEY_MODES = [
    'offer',
    'lot',
    'bid',
    'scrap',
    'fuel',
    'fuel-chosen',
    'build',
    'city',
    'plan',
    'run',
    'list',
    'list-chosen',
    'hold',
    'wait',
    'wait-fuel',
    'wait-limit',
    'wait-left',
] as const;
export const OVER = ['asking', 'guard', 'refused', 'hint', 'held'] as const;
export type KeyMode = (typeof KEY_MODES)[number];
export type OverlayMode = (typeof OVER)[number];

/** Keys by their purpose. Those of `LETTERS` can be switched off. */
export const KEYS = [
    'enter',
    'skip',
    'escape',
    'back',
    'undo',
    'delete',
    'digit',
    'arrow',
    'page',
    'home',
    'end',
    'run',
    'fill',
    'plan',
    'limit',
] as const;
export type Key = (typeof KEYS)[number];

/** Effects of a key. Each has a handler in `Keys`. */
export type Effect =
    | 'nothing'
    | 'commit'
    | 'nudge'
    | 'skip'
    | 'confirm'
    | 'continue'
    | 'forgetQuestion'
    | 'hideHint'
    | 'undo'
    | 'dismiss'
    | 'clear'
    | 'suggestion'
    | 'closeInspector'
    | 'closeThenClear'
    | 'typePlant'
    | 'alongMarket'
    | 'alongOwn'
    | 'alongList'
    | 'typeBid'
    | 'stepBid'
    | 'lowestBid'
    | 'highestBid'
    | 'leaveLimit'
    | 'typeLimit'
    | 'stepLimit'
    | 'lowestLimit'
    | 'highestLimit'
    | 'limitAway'
    | 'skipAhead'
    | 'typeFuel'
    | 'stepFuel'
    | 'stepBack'
    | 'oneRun'
    | 'fillAll'
    | 'toMap'
    | 'addCity'
    | 'takeOut'
    | 'togglePlan'
    | 'stepReady'
    | 'togglePlant'
    | 'focusPlants';

type Row = Readonly<Partial<Record<Key, Effect>>>;

const BID: Row = { digit: 'typeBid', arrow: 'stepBid', page: 'stepBid', home: 'lowestBid', end: 'highestBid' };
const LIMIT: Row = {
    digit: 'typeLimit',
    arrow: 'stepLimit',
    page: 'stepLimit',
    home: 'lowestLimit',
    end: 'highestLimit',
    limit: 'leaveLimit',
};
const FUEL: Row = { digit: 'typeFuel', arrow: 'stepFuel', run: 'oneRun', fill: 'fillAll' };
/** Prepared items are stepped through and removed; digits are free for the seats. */
const WAIT: Row = {
    escape: 'closeInspector',
    back: 'takeOut',
    undo: 'takeOut',
    delete: 'takeOut',
    arrow: 'stepReady',
    skip: 'skipAhead',
    limit: 'leaveLimit',
};

export const KEY_TABLE: Readonly<Record<KeyMode | OverlayMode, Row>> = {
    // An auction.
    offer: { enter: 'nudge', skip: 'skip', back: 'undo', undo: 'undo', digit: 'typePlant', arrow: 'alongMarket' },
    lot: { ...BID, enter: 'commit', escape: 'clear', back: 'clear', undo: 'clear' },
    bid: { ...BID, enter: 'commit', skip: 'skip', escape: 'lowestBid', limit: 'leaveLimit' },
    scrap: { enter: 'commit', digit: 'typePlant', arrow: 'alongOwn' },
    // Fuel.
    fuel: { ...FUEL, enter: 'nudge', skip: 'skip', back: 'undo', undo: 'undo' },
    'fuel-chosen': { ...FUEL, enter: 'commit', escape: 'clear', back: 'stepBack', undo: 'stepBack' },
    // Building.
    build: {
        enter: 'nudge',
        skip: 'skip',
        escape: 'closeInspector',
        back: 'undo',
        undo: 'undo',
        arrow: 'toMap',
        plan: 'togglePlan',
    },
    city: { enter: 'addCity', escape: 'closeInspector', arrow: 'toMap', plan: 'togglePlan' },
    plan: {
        enter: 'commit',
        escape: 'closeThenClear',
        back: 'takeOut',
        undo: 'takeOut',
        delete: 'takeOut',
        arrow: 'toMap',
        plan: 'togglePlan',
    },
    // Powering.
    run: { enter: 'commit', escape: 'suggestion', digit: 'togglePlant', arrow: 'focusPlants' },
    // One out of a list.
    list: { enter: 'nudge', arrow: 'alongList' },
    'list-chosen': { enter: 'commit', escape: 'clear', back: 'clear', undo: 'clear', arrow: 'alongList' },
    // Others act.
    hold: { back: 'undo', undo: 'undo', escape: 'closeInspector', limit: 'leaveLimit', skip: 'skipAhead' },
    wait: WAIT,
    'wait-fuel': { ...FUEL, ...WAIT },
    // In the auctions: with a limit, or with no bid left for this turn.
    'wait-limit': { ...LIMIT, skip: 'skipAhead', escape: 'closeInspector', back: 'limitAway', undo: 'undo' },
    'wait-left': { escape: 'closeInspector', back: 'limitAway', undo: 'undo' },
    // Over another mode.
    asking: {
        enter: 'nudge',
        skip: 'confirm',
        escape: 'forgetQuestion',
        back: 'forgetQuestion',
        undo: 'forgetQuestion',
    },
    guard: { enter: 'nothing', skip: 'nothing', limit: 'nothing' },
    refused: { escape: 'dismiss', back: 'undo', undo: 'undo' },
    hint: { escape: 'hideHint' },
    held: { enter: 'continue' },
};

/** Effect of a key in a mode and its overlays, the uppermost first. */
export function effectOf(key: Key, mode: KeyMode, over: readonly OverlayMode[]): Effect {
    for (const each of [...over, mode]) {
        const effect = KEY_TABLE[each][key];
        if (effect) return effect;
    }
    return 'nothing';
}

/** Effects that a held key repeats. All others happen once for each press. */
export const REPEATS: ReadonlySet<Effect> = new Set<Effect>([
    'alongMarket',
    'alongOwn',
    'alongList',
    'stepBid',
    'stepLimit',
    'stepFuel',
    'stepReady',
    'toMap',
    'focusPlants',
]);

const NAMED: Readonly<Record<string, Key>> = {
    Enter: 'enter',
    Escape: 'escape',
    Backspace: 'back',
    Delete: 'delete',
    ArrowUp: 'arrow',
    ArrowDown: 'arrow',
    ArrowLeft: 'arrow',
    ArrowRight: 'arrow',
    PageUp: 'page',
    PageDown: 'page',
    Home: 'home',
    End: 'end',
};
const LETTERS: Readonly<Record<string, Key>> = {
    n: 'skip',
    N: 'skip',
    u: 'undo',
    U: 'undo',
    f: 'run',
    F: 'fill',
    p: 'plan',
    P: 'plan',
    l: 'limit',
    L: 'limit',
};
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * The keys that have an effect in some mode, with the labels of each: a capital beside its small letter means Shift.
 */
export function barKeys(): { name: Key; keys: string[] }[] {
    const used = new Set(Object.values(KEY_TABLE).flatMap((row) => Object.keys(row)));
    return KEYS.filter((key) => used.has(key)).map((name) => {
        const pressed = Object.entries({ ...NAMED, ...LETTERS }).flatMap(([key, found]) =>
            found === name ? [key] : [],
        );
        const isShifted = (key: string): boolean => key in LETTERS && key !== key.toLowerCase();
        const plain = pressed.filter((key) => !isShifted(key) || !pressed.includes(key.toLowerCase()));
        const keys = plain.map((key) => (isShifted(key) ? `Shift+${key.toLowerCase()}` : key));
        return { name, keys: name === 'digit' ? DIGITS : keys };
    });
}

/** The pressed key, or null if the table does not use it. */
export function keyOf(
    event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
    letters: boolean,
): Key | null {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isUndo) return 'undo';
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    if (/^[0-9]$/.test(event.key)) return 'digit';
    return NAMED[event.key] ?? (letters ? LETTERS[event.key] : undefined) ?? null;
}
