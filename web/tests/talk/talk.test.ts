// @vitest-environment jsdom
/** Chat: in order, each message once, without muted voices, and with refusals in words. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { Frame, SeatView } from '../../src/protocol/api';
import { grouped } from '../../src/talk/groups';
import { presenceOf } from '../../src/design/presence';
import { seatOf, Talk } from '../../src/wire/tableTalk.svelte';
import TalkPanel from '../../src/talk/TalkPanel.svelte';
import { startWords } from '../../src/words';

const GRACE = 'seat:1:3';
const said = (number: number, voice = GRACE, text = `text ${number}`, name = 'Grace'): Frame => ({
    type: 'chat',
    number,
    at: number * 1000,
    voice,
    name,
    text,
});
const settled: Frame = { type: 'presence', seats: [0, 1], away: [] };

let asked: { path: string; body: unknown }[];
let answer: (path: string) => Response;
const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(body), { status, headers });

let talk: Talk;
let shown: ReturnType<typeof mount> | null = null;
beforeAll(startWords);
beforeEach(() => {
    localStorage.clear();
    asked = [];
    answer = () => json({ voices: [], messages: [], last: 0, newest: 0 });
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
        asked.push({ path, body: init.body ? (JSON.parse(init.body as string) as unknown) : null });
        return Promise.resolve(answer(path));
    });
    talk = new Talk('game', { ticket: () => 'ticket', seat: () => 0, name: () => 'Ada' });
});
afterEach(() => {
    if (shown) void unmount(shown);
    shown = null;
    vi.unstubAllGlobals();
});
const panel = (canSpeak = true): void => {
    shown = mount(TalkPanel, { target: document.body, props: { talk, canSpeak } });
    flushSync();
};

test('messages are in order, each once', () => {
    for (const number of [2, 1, 3, 2]) talk.hear(said(number));
    expect(talk.lines.map((line) => line.number)).toEqual([1, 2, 3]);
    expect(talk.last).toBe(3);
});

test('what others say is new until it is seen, and stays seen after a reload', () => {
    talk.hear(said(1));
    talk.hear(said(2, 'seat:0:2', 'mine', 'Ada'));
    talk.hear(said(3));
    expect(talk.unread).toBe(2);
    talk.markRead();
    expect(talk.unread).toBe(0);
    const again = new Talk('game', talk.speaker);
    for (const number of [1, 3, 4]) again.hear(said(number));
    expect(again.unread).toBe(1);
});

test('an earlier holder of the seat is another speaker', () => {
    expect(talk.isOwn({ voice: 'seat:0:2', name: 'Eve' })).toBe(false);
    expect(talk.isOwn({ voice: 'seat:0:7', name: 'Ada' })).toBe(true);
    expect([seatOf('seat:5:12'), seatOf('host:1')]).toEqual([5, -1]);
});

test('only what is said from now on is read out', () => {
    talk.hear(said(1));
    expect(talk.news).toBeNull();
    talk.hear(settled);
    talk.hear(said(2));
    expect(talk.news?.number).toBe(2);
});

test('a hidden voice is not shown, and is read again after it is unhidden', async () => {
    talk.hear(said(1));
    talk.hear(said(2, 'seat:2:4', 'hello', 'Alan'));
    answer = () => json({ voices: [GRACE] });
    expect(await talk.hide(GRACE, true)).toBe(true);
    expect(asked.at(-1)).toEqual({ path: '/api/tables/game/chat/blocks', body: { voice: GRACE, hidden: true } });
    expect(talk.lines.map((line) => line.name)).toEqual(['Alan']);
    answer = (path) =>
        path.includes('blocks')
            ? json({ voices: [] })
            : json({
                  messages: [{ number: 1, at: 1, voice: GRACE, name: 'Grace', text: 'text 1' }],
                  last: 2,
                  newest: 2,
              });
    expect(await talk.hide(GRACE, false)).toBe(true);
    expect(talk.lines.map((line) => line.name)).toEqual(['Grace', 'Alan']);
});

test.each([
    [429, 'too_many', 'Too many tries. Wait 8 seconds, then try again.'],
    [403, 'bad_ticket', 'This seat is not yours, or no longer yours.'],
    [409, 'hushed', 'has muted you at this table'],
    [422, 'bad_text', 'Write one short line'],
    [503, 'store_away', 'The server cannot reach its data'],
] as const)('%i %s is shown in words, and what was typed stays', async (status, code, words) => {
    answer = () => json({ type: 'refused', code, problem: 'no' }, status, { 'retry-after': '8' });
    panel();
    const input = document.querySelector<HTMLInputElement>('[data-field=say]')!;
    input.value = 'hello';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    document.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true, bubbles: true }));
    await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain(words));
    expect(asked.at(-1)).toEqual({ path: '/api/tables/game/chat', body: { text: 'hello' } });
    expect(input.value).toBe('hello');
});

test('a message that is taken leaves the field empty', async () => {
    answer = () => json({ number: 1 }, 201);
    panel();
    const input = document.querySelector<HTMLInputElement>('[data-field=say]')!;
    input.value = '  hello ';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    document.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true, bubbles: true }));
    await vi.waitFor(() => expect(input.value).toBe(''));
    expect(asked.at(-1)?.body).toEqual({ text: 'hello' });
});

test('keys that are typed do not reach the table', () => {
    panel();
    const heard = vi.fn();
    addEventListener('keydown', heard);
    document
        .querySelector('[data-field=say]')!
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    removeEventListener('keydown', heard);
    expect(heard).not.toHaveBeenCalled();
});

test('hostile names and texts are only texts', () => {
    talk.hear(said(1, GRACE, '<img src=x onerror=alert(1)>', '<script>x</script>'));
    panel();
    expect(document.querySelector('[data-part=talk] img, [data-part=talk] script')).toBeNull();
    expect(document.querySelector('[data-number] p')?.textContent).toBe('<img src=x onerror=alert(1)>');
    expect(document.querySelector('.who b')?.textContent).toBe('<script>x</script>');
});

test('a spectator reads and sees who may talk', () => {
    talk.hear(said(1));
    panel(false);
    expect(document.querySelector('[data-field=say]')).toBeNull();
    expect(document.querySelector('.more')).toBeNull();
    expect(document.querySelector('.watching')?.textContent).toContain('You can read along');
});

test('a speaker is named once for messages in a row', () => {
    const line = (number: number, voice: string, at: number) => ({ number, at, voice, name: 'x', text: 'y' });
    const lines = [line(1, 'a', 0), line(2, 'a', 10), line(3, 'b', 20), line(4, 'b', 900_000)];
    expect(grouped(lines).map((each) => each.isFirst)).toEqual([true, false, true, true]);
});

test('a seat is present, away, a bot, or unknown', () => {
    const seat = (name: string, isPerson: boolean): SeatView => ({
        name,
        bot: isPerson ? '' : 'l1',
        is_person: isPerson,
        is_ready: true,
        kept_for: '',
        left: '',
        missed: 0,
        night: null,
        vacation: null,
        vacation_days_left: 0,
        hints: 0,
        guided: false,
        is_program: false,
    });
    const here = new Set([1]);
    expect(presenceOf(seat('Ada', true), 1, here)).toBe('here');
    expect(presenceOf(seat('Ada', true), 0, here)).toBe('away');
    expect(presenceOf(seat('Bot', false), 1, here)).toBe('bot');
    expect(presenceOf({ ...seat('Ada', true), is_program: true }, 1, here)).toBe('program');
    expect(presenceOf(seat('Ada', true), 1, null)).toBe('');
    expect(presenceOf(seat('', false), 1, here)).toBe('');
});
