/** The worker shows each turn once, and only while it is due. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isShown, isWithdrawn, pushedOf } from '../../src/offline/pushed';
import {
    notificationData,
    closeWithdrawn,
    type NotificationDisplay,
    showPushed,
    remindLater,
} from '../../src/offline/turnNotices';

const MESSAGE = {
    tag: 'tA:12',
    tags: ['tA:12'],
    title: 'Your turn: Germany',
    body: 'Auction, round 3',
    path: '/t/tA?at=12',
    open: 'Open',
    later: '',
};

/** Notifications as a browser keeps them: one for each tag. */
class Screen implements NotificationDisplay {
    shown: { title: string; options: NotificationOptions }[] = [];
    lying = new Map<string, Notification>();

    showNotification(title: string, options: NotificationOptions): Promise<void> {
        this.shown.push({ title, options });
        const tag = options.tag ?? '';
        const close = (): void => void this.lying.delete(tag);
        this.lying.set(tag, { data: options.data as unknown, tag, close } as unknown as Notification);
        return Promise.resolve();
    }

    getNotifications(): Promise<Notification[]> {
        return Promise.resolve([...this.lying.values()]);
    }
}

let standing: string[] | null = [];
beforeEach(() => {
    const kept = new Map<string, Response>();
    const cache = {
        match: (path: string) => Promise.resolve(kept.get(path)),
        put: (path: string, answer: Response) => Promise.resolve(void kept.set(path, answer)),
        keys: () => Promise.resolve([...kept.keys()]),
        delete: (path: string) => Promise.resolve(kept.delete(path)),
    };
    vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
    vi.stubGlobal('fetch', (_path: string, asked: { body: string }) => {
        if (standing === null) return Promise.reject(new TypeError('away'));
        const { tags } = JSON.parse(asked.body) as { tags: string[] };
        return Promise.resolve(Response.json({ tags: tags.filter((tag) => standing?.includes(tag)) }));
    });
});
afterEach(() => {
    vi.unstubAllGlobals();
});

test('a turn is shown once, however often it arrives', async () => {
    standing = ['tA:12'];
    const screen = new Screen();
    await showPushed(JSON.stringify(MESSAGE), screen);
    screen.lying.clear(); // The person has dismissed it.
    await showPushed(JSON.stringify(MESSAGE), screen);
    expect(screen.shown.map(({ title }) => title)).toEqual([MESSAGE.title]);
    expect(screen.shown[0]?.options.tag).toBe('tA:12');
});

test('a taken turn is not shown, and its notification is closed', async () => {
    standing = ['tA:12'];
    const screen = new Screen();
    await showPushed(JSON.stringify(MESSAGE), screen);
    standing = ['tB:3'];
    const next = { ...MESSAGE, tag: 'tB:3', tags: ['tB:3'], path: '/t/tB?at=3' };
    await showPushed(JSON.stringify(next), screen);
    expect([...screen.lying.keys()]).toEqual(['tB:3']);
    standing = [];
    await showPushed(JSON.stringify({ ...MESSAGE, tag: 'tC:1', tags: ['tC:1'] }), screen);
    expect(screen.shown).toHaveLength(2);
    expect(screen.lying.size).toBe(0);
});

test('a server that does not answer takes nothing away', async () => {
    standing = null;
    const screen = new Screen();
    await showPushed(JSON.stringify(MESSAGE), screen);
    await closeWithdrawn(screen);
    expect(screen.lying.size).toBe(1);
});

test('several tables in one are shown if one of them is new and stands', () => {
    const both = { ...MESSAGE, tags: ['tA:12', 'tB:3'] };
    expect(isShown(both, new Set(['tA:12', 'tB:3']), new Set(['tA:12']))).toBe(true);
    expect(isShown(both, new Set(['tA:12']), new Set(['tA:12']))).toBe(false);
    expect(isShown({ ...MESSAGE, tags: [] }, new Set(), new Set())).toBe(true);
    expect(isWithdrawn(['tA:12', 'tB:3'], new Set(['tB:3']))).toBe(false);
});

test('what is no message of ours is not shown, and no path leads away', () => {
    for (const text of ['', '{', 'null', '[]', '{"tag":1}']) expect(pushedOf(text)).toBeNull();
    for (const path of ['https://elsewhere.example/', '//elsewhere.example/', 'javascript:alert(1)', ''])
        expect(pushedOf(JSON.stringify({ ...MESSAGE, path }))).toBeNull();
    expect(pushedOf(JSON.stringify({ ...MESSAGE, tags: ['tA:12', 7, 'x'] }))?.tags).toEqual(['tA:12']);
});

test('a notification of the page itself still opens its table', () => {
    expect(notificationData({ data: '/t/tA' } as Notification)).toEqual({ path: '/t/tA', tags: [] });
    expect(notificationData({ data: null } as Notification).path).toBe('/');
});

test('a snoozed turn is shown again after an hour', async () => {
    const asked: string[] = [];
    const answer = globalThis.fetch;
    standing = ['tA:12'];
    vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
        if (path === '/api/me/notices/later') {
            asked.push(init.body);
            return Promise.resolve(new Response(null, { status: 204 }));
        }
        return answer(path, init);
    });
    const screen = new Screen();
    const text = JSON.stringify({ ...MESSAGE, later: 'In an hour' });
    await showPushed(text, screen);
    await showPushed(text, screen);
    expect(screen.shown).toHaveLength(1);
    const { actions } = screen.shown[0]?.options as { actions?: { action: string; title: string }[] };
    expect(actions?.map(({ title }) => title)).toEqual(['Open', 'In an hour']);
    await remindLater(MESSAGE.tags);
    expect(asked).toEqual([JSON.stringify({ tag: 'tA:12' })]);
    await showPushed(text, screen);
    expect(screen.shown).toHaveLength(2);
});
