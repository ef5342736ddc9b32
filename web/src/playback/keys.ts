/** The keys while moves are shown, and those of a replay. */
import type { KeyRow } from '../table/keyRow';

export type ReplayKey =
    'play' | 'back' | 'on' | 'roundBack' | 'roundOn' | 'first' | 'last' | 'slower' | 'faster' | 'copy';

/** Every other key skips. */
export const PLAYBACK_KEYS: readonly KeyRow<'pause' | 'step' | 'travel'>[] = [
    { name: 'pause', keys: [' '] },
    { name: 'step', keys: ['.'] },
    { name: 'travel', keys: [','] },
];

export const REPLAY_KEYS: readonly KeyRow<ReplayKey>[] = [
    { name: 'play', keys: [' '] },
    { name: 'back', keys: ['ArrowLeft', ','] },
    { name: 'on', keys: ['ArrowRight', '.'] },
    { name: 'roundBack', keys: ['Shift+ArrowLeft'] },
    { name: 'roundOn', keys: ['Shift+ArrowRight'] },
    { name: 'first', keys: ['Home'] },
    { name: 'last', keys: ['End'] },
    { name: 'slower', keys: ['['] },
    { name: 'faster', keys: [']'] },
    { name: 'copy', keys: ['c'] },
];
