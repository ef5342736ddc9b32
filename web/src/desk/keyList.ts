/** List of all keys, from the same rows that handle them. */
import { PLAYBACK_KEYS, REPLAY_KEYS } from '../playback/keys';
import { barKeys } from '../table/keyTable';
import type { KeyRow } from '../table/keyRow';
import { t, tOr } from '../words';
import { DESK_KEYS } from './deskKeys';

export interface KeyGroup {
    readonly title: string;
    readonly rows: readonly { readonly caps: readonly string[]; readonly does: string }[];
}

const FEW = 3;
const NAMED_SHIFT = 'Shift+';

export function keyList(): KeyGroup[] {
    const groups: Record<string, readonly KeyRow[]> = {
        turn: barKeys(),
        table: DESK_KEYS,
        playback: PLAYBACK_KEYS,
        replay: REPLAY_KEYS,
    };
    return Object.entries(groups).map(([name, rows]) => ({ title: t(`keys.group.${name}`), rows: rowsOf(name, rows) }));
}

/** Keys with the same effect share a row. */
function rowsOf(group: string, rows: readonly KeyRow[]): KeyGroup['rows'] {
    const found = new Map<string, string[]>();
    for (const { name, keys } of rows) {
        const does = t(`keys.does.${group}.${name}`);
        found.set(does, [...(found.get(does) ?? []), ...capsOf(keys)]);
    }
    return [...found].map(([does, caps]) => ({ caps, does }));
}

/** Labels of keys; a row of digits as its first and last. */
export function capsOf(keys: readonly string[]): string[] {
    const isRange = keys.length > FEW && keys.every((key) => /^\d$/.test(key));
    return isRange ? [`${keys[0]}–${keys.at(-1)}`] : keys.map(capOf);
}

function capOf(key: string): string {
    if (key.startsWith(NAMED_SHIFT)) return `${t('keys.cap.Shift')} ${capOf(key.slice(NAMED_SHIFT.length))}`;
    return key === ' ' ? t('keys.cap.Space') : tOr(`keys.cap.${key}`, key.toUpperCase());
}
