// @vitest-environment jsdom
/** The keys of the whole table and of a replay; the list under the question mark contains all of them. */
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { DESK_KEYS, type DeskKey, pressDesk } from '../../src/desk/deskKeys';
import { keyList } from '../../src/desk/keyList';
import { PLAYBACK_KEYS, REPLAY_KEYS } from '../../src/playback/keys';
import { Replay } from '../../src/playback/replay';
import type { Playback } from '../../src/playback/playback.svelte';
import type { TableStore } from '../../src/game/store.svelte';
import { barKeys, KEY_TABLE, keyOf } from '../../src/table/keyTable';
import { isLetter, rowOf } from '../../src/table/keyRow';
import { learn, speak, startWords } from '../../src/words';
import de from '../../src/words/de/later/keys.json';
import en from '../../src/words/en/later/keys.json';

beforeAll(async () => {
    await startWords();
    await learn('keys');
});
beforeEach(() => document.body.replaceChildren());

const event = (key: string, more: KeyboardEventInit = {}): KeyboardEvent =>
    new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...more });

describe('the keys of the table', () => {
    const press = (key: string, { letters = true, more = {}, on = document.body } = {}) => {
        const done: string[] = [];
        const hand = Object.fromEntries(
            DESK_KEYS.map(({ name }) => [name, (pressed: string) => done.push(`${name} ${pressed}`)]),
        ) as unknown as Record<DeskKey, (key: string) => void>;
        const pressed = event(key, more);
        on.addEventListener('keydown', (each) => pressDesk(each, hand, letters), { once: true });
        on.dispatchEvent(pressed);
        return { done, isTaken: pressed.defaultPrevented };
    };

    test.each([
        ['a', 'aid'],
        ['h', 'hint'],
        ['b', 'prices'],
        ['r', 'rail'],
        ['m', 'map'],
        ['g', 'market'],
        ['k', 'talk'],
        ['j', 'log'],
        [',', 'back'],
        ['?', 'list'],
        ['1', 'seat'],
        ['6', 'seat'],
    ])('%s is for %s', (key, name) => {
        expect(press(key)).toEqual({ done: [`${name} ${key}`], isTaken: true });
        expect(press(key, { letters: false })).toEqual({ done: [], isTaken: false });
    });

    test('capitals are the same keys; commands of the browser and keys held down are left alone', () => {
        expect(press('M', { more: { shiftKey: true } }).done).toEqual(['map M']);
        expect(press('a', { more: { ctrlKey: true } }).done).toEqual([]);
        expect(press('k', { more: { metaKey: true } }).done).toEqual([]);
        expect(press('b', { more: { repeat: true } }).done).toEqual([]);
        expect(press('7').done).toEqual([]);
    });

    test('typing, or an open dialog, presses no key of the table', () => {
        const field = document.body.appendChild(document.createElement('input'));
        expect(press('k', { on: field }).done).toEqual([]);
        const dialog = document.body.appendChild(document.createElement('dialog'));
        dialog.setAttribute('open', '');
        expect(press('k').done).toEqual([]);
    });

    test('what the table has not is left alone', () => {
        const pressed = event('r');
        pressDesk(pressed, {}, true);
        expect(pressed.defaultPrevented).toBe(false);
    });

    test('no key of the table is a letter of the bar, except digits, which the bar takes first', () => {
        const bar = new Set(barKeys().flatMap(({ name, keys }) => (name === 'digit' ? [] : keys)));
        expect(DESK_KEYS.flatMap(({ keys }) => keys).filter((key) => bar.has(key))).toEqual([]);
        for (const mode of ['build', 'plan', 'hold', 'wait'] as const) expect(KEY_TABLE[mode].digit).toBeUndefined();
    });
});

describe('the keys of a replay', () => {
    const bench = () => {
        const shown: number[] = [];
        const store = {
            shown: 40,
            version: 90,
            roundStarts: [10, 30, 60].map((version, round) => ({ version, round })),
            show: (version: number) => shown.push(version),
        } as unknown as TableStore;
        const play = vi.fn();
        const playback = { speed: 1, halt: () => undefined, replay: play, isReplay: false } as unknown as Playback;
        const share = vi.fn();
        const replay = new Replay(store, playback, share);
        const press = (key: string, more: KeyboardEventInit = {}, letters = true): void =>
            replay.press(event(key, more), letters);
        return { shown, playback, play, share, press };
    };

    test('arrows, Home, End and Shift go through the game', () => {
        const { shown, press } = bench();
        press('ArrowLeft');
        press('ArrowRight');
        press(',');
        press('.');
        press('ArrowLeft', { shiftKey: true });
        press('ArrowRight', { shiftKey: true });
        press('Home');
        press('End');
        expect(shown).toEqual([39, 41, 39, 41, 30, 60, 0, 90]);
    });

    test('Space plays, brackets change the speed within bounds, C copies the link', () => {
        const { playback, play, share, press } = bench();
        press(' ');
        expect(play).toHaveBeenCalledOnce();
        for (let each = 0; each < 5; each += 1) press(']');
        expect(playback.speed).toBe(4);
        for (let each = 0; each < 5; each += 1) press('[');
        expect(playback.speed).toBe(0.5);
        press('c');
        expect(share).toHaveBeenCalledOnce();
    });

    test('without letters only keys with a name are left', () => {
        const { shown, share, playback, press } = bench();
        for (const key of [',', '.', '[', ']', 'c']) press(key, {}, false);
        expect([shown, share.mock.calls, playback.speed]).toEqual([[], [], 1]);
        press('ArrowLeft', {}, false);
        expect(shown).toEqual([39]);
    });

    test('a sign of the third level is no command of the browser', () => {
        const pressed = event('[', { ctrlKey: true, altKey: true, modifierAltGraph: true });
        expect(rowOf(REPLAY_KEYS, pressed, true)?.name).toBe('slower');
        expect(rowOf(REPLAY_KEYS, event('[', { ctrlKey: true, altKey: true }), true)).toBeNull();
    });
});

describe('the list', () => {
    const words = [
        ['en', en],
        ['de', de],
    ] as const;

    test.each(words)('%s names every key and what it does, and nothing else', (_, all) => {
        const groups = { turn: barKeys(), table: DESK_KEYS, playback: PLAYBACK_KEYS, replay: REPLAY_KEYS };
        const rows = Object.entries(groups).flatMap(([group, keys]) =>
            keys.map(({ name }) => `keys.does.${group}.${name}`),
        );
        const told = Object.keys(all).filter((key) => key.startsWith('keys.does.'));
        expect(told.sort()).toEqual(rows.sort());
        const pressed = Object.values(groups).flatMap((each) => each.flatMap(({ keys }) => keys));
        const caps = pressed.map((key) => key.replace('Shift+', '')).filter((key) => !isLetter(key) && key !== ' ');
        const named = Object.keys(all).filter((key) => key.startsWith('keys.cap.'));
        const needed = new Set([...caps, 'Shift', 'Space'].map((key) => `keys.cap.${key}`));
        expect(named.sort()).toEqual([...needed].sort());
    });

    test('it shows what is printed on the keys, in both languages', async () => {
        const caps = (): string[][] => keyList().flatMap(({ rows }) => rows.map((row) => [...row.caps]));
        expect(caps()).toEqual(
            expect.arrayContaining([
                ['Enter'],
                ['N'],
                ['Backspace', 'U'],
                ['0–9'],
                ['1–6'],
                ['F'],
                ['Shift F'],
                ['Space'],
            ]),
        );
        await speak('de');
        await learn('keys');
        expect(caps()).toEqual(expect.arrayContaining([['Rücktaste', 'U'], ['Umschalt F'], ['Leertaste']]));
        await speak('en');
    });

    test('what is listed for the bar is what the bar hears', () => {
        for (const { name, keys } of barKeys())
            for (const key of keys) {
                const pressed = key.startsWith('Shift+') ? key.slice(6).toUpperCase() : key;
                expect([key, keyOf(event(pressed), true)]).toEqual([key, name]);
                expect([key, keyOf(event(pressed), false)]).toEqual([
                    key,
                    isLetter(pressed) && name !== 'digit' ? null : name,
                ]);
            }
    });
});
