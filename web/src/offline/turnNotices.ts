/** Turn notifications in the worker: shown once, closed when their turns are over; a click opens their table. */
import { isShown, isWithdrawn, type Pushed, pushedOf } from './pushed';

/** Cache of the turns that were shown, as keys without content. */
const KEPT = 'gridwright-notices';
const MAX_KEPT = 200;
const addressOf = (tag: string): string => `/notice/${encodeURIComponent(tag)}`;

/** Action that repeats a notification in an hour. */
export const LATER = 'later';

/** Data stored in a notification. */
export interface NotificationData {
    readonly path: string;
    readonly tags: readonly string[];
}

export interface NotificationDisplay {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(): Promise<Notification[]>;
}

export function notificationData(notification: Notification): NotificationData {
    const data: unknown = notification.data;
    if (typeof data === 'string') return { path: data, tags: [] };
    if (typeof data !== 'object' || data === null) return { path: '/', tags: [] };
    const { path, tags } = data as Partial<NotificationData>;
    return { path: typeof path === 'string' ? path : '/', tags: Array.isArray(tags) ? tags : [] };
}

/** Show a push message, unless its turns were shown before or are over. */
export async function showPushed(text: string, display: NotificationDisplay): Promise<void> {
    const pushed = pushedOf(text);
    if (!pushed) return;
    const standing = await standingOf(pushed.tags);
    if (isShown(pushed, standing, await shownBefore(pushed.tags))) {
        await remember(pushed.tags);
        await show(pushed, display);
    }
    await closeWithdrawn(display);
}

/** Close every notification whose turns are over. */
export async function closeWithdrawn(display: NotificationDisplay): Promise<void> {
    const lying = (await display.getNotifications()).map((each) => ({ each, tags: notificationData(each).tags }));
    const tags = lying.flatMap((one) => one.tags);
    if (tags.length === 0) return;
    const standing = await standingOf(tags);
    for (const { each, tags: own } of lying) if (isWithdrawn(own, standing)) each.close();
}

/** Request the turns of a notification again in an hour; without a session there is no reminder. */
export async function remindLater(tags: readonly string[]): Promise<void> {
    const kept = await caches.open(KEPT);
    for (const tag of tags) {
        await kept.delete(addressOf(tag));
        await fetch('/api/me/notices/later', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ tag }),
        }).catch(() => undefined);
    }
}

function show(pushed: Pushed, display: NotificationDisplay): Promise<void> {
    const carried: NotificationData = { path: pushed.path, tags: pushed.tags };
    const options: NotificationOptions & { actions?: { action: string; title: string }[] } = {
        body: pushed.body,
        tag: pushed.tag,
        icon: '/icon-192.png',
        data: carried,
        actions: [
            ...(pushed.open ? [{ action: 'open', title: pushed.open }] : []),
            ...(pushed.later && pushed.tags.length > 0 ? [{ action: LATER, title: pushed.later }] : []),
        ],
    };
    return display.showNotification(pushed.title, options);
}

/** The turns that are still due; all of them if the server does not answer. */
async function standingOf(tags: readonly string[]): Promise<Set<string>> {
    if (tags.length === 0) return new Set();
    const asked = tags.slice(0, 50);
    try {
        const answer = await fetch('/api/notices/standing', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ tags: asked }),
            credentials: 'omit',
        });
        if (!answer.ok) return new Set(tags);
        return new Set(((await answer.json()) as { tags: string[] }).tags);
    } catch {
        return new Set(tags);
    }
}

async function shownBefore(tags: readonly string[]): Promise<Set<string>> {
    const kept = await caches.open(KEPT);
    const found = await Promise.all(tags.map(async (tag) => ((await kept.match(addressOf(tag))) ? [tag] : [])));
    return new Set(found.flat());
}

async function remember(tags: readonly string[]): Promise<void> {
    const kept = await caches.open(KEPT);
    await Promise.all(tags.map((tag) => kept.put(addressOf(tag), new Response())));
    const all = await kept.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MAX_KEPT)).map((each) => kept.delete(each)));
}
