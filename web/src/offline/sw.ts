/**
 * The service worker: caches the built client, so that the page opens without a network. The build fills in its list.
 */
import { CACHE, outdated, wayOf } from './shell';
import {
    notificationData,
    closeWithdrawn,
    LATER,
    type NotificationDisplay,
    showPushed,
    remindLater,
} from './turnNotices';

declare const __SHELL__: { build: string; files: string[] };

interface Extendable extends Event {
    waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
}
interface Pushing extends Extendable {
    readonly data: { text(): string } | null;
}
interface Noticed extends Extendable {
    readonly notification: Notification;
    readonly action: string;
}
interface Tab {
    readonly url: string;
    focus(): Promise<unknown>;
}
interface Worker {
    readonly clients: {
        claim(): Promise<void>;
        matchAll(wanted: object): Promise<Tab[]>;
        openWindow(url: string): Promise<unknown>;
    };
    readonly registration: NotificationDisplay;
    skipWaiting(): Promise<void>;
    addEventListener(name: 'install' | 'activate', listener: (event: Extendable) => void): void;
    addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
    addEventListener(name: 'push', listener: (event: Pushing) => void): void;
    addEventListener(name: 'message', listener: (event: Extendable) => void): void;
    addEventListener(name: 'notificationclick', listener: (event: Noticed) => void): void;
}
const worker = self as unknown as Worker;

const { build, files } = __SHELL__;
const OWN = CACHE + build;
const PAGE = '/';
const FILES = new Set(files);
/** Timeout of the network, after which the cache is used. */
const TIMEOUT_MS = 5_000;

worker.addEventListener('install', (event) => {
    event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});
worker.addEventListener('activate', (event) => {
    event.waitUntil(dropOld().then(() => worker.clients.claim()));
});
worker.addEventListener('fetch', (event) => {
    const way = wayOf(event.request, location.origin, FILES);
    if (way === 'page') event.respondWith(page(event.request));
    else if (way === 'kept') event.respondWith(file(event.request));
});
worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path, tags } = notificationData(event.notification);
    event.waitUntil(event.action === LATER ? remindLater(tags) : show(path));
});
worker.addEventListener('push', (event) => {
    event.waitUntil(showPushed(event.data?.text() ?? '', worker.registration));
});
// The page is in front: close the notifications of turns that were taken there or elsewhere.
worker.addEventListener('message', (event) => {
    event.waitUntil(closeWithdrawn(worker.registration));
});

/** Cache all files of one build or none: an incomplete shell is not installed. */
async function keepAll(): Promise<void> {
    const cache = await caches.open(OWN);
    await cache.addAll(
        [PAGE, ...files].map(
            (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' }),
        ),
    );
}

async function dropOld(): Promise<void> {
    await Promise.all(outdated(await caches.keys(), OWN).map((name) => caches.delete(name)));
}

/** From the network, so that a new build is used immediately; the cached page if that fails. */
async function page(request: Request): Promise<Response> {
    const fallback = async (): Promise<Response | undefined> => (await caches.open(OWN)).match(PAGE);
    try {
        const answer = await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return answer.status < 500 ? answer : ((await fallback()) ?? answer);
    } catch {
        return (await fallback()) ?? Response.error();
    }
}

/** A hashed name is valid in any build. Other names belong to this build alone. */
async function file(request: Request): Promise<Response> {
    const own = await (await caches.open(OWN)).match(request);
    return own ?? (await caches.match(request)) ?? fetch(request);
}

async function show(path: string): Promise<void> {
    const { href, pathname } = new URL(path, location.origin);
    const tabs = await worker.clients.matchAll({ type: 'window' });
    // A tab that has the table open is there already, at any moment of the game.
    const open = tabs.find((tab) => new URL(tab.url).pathname === pathname);
    await (open ? open.focus() : worker.clients.openWindow(href));
}
