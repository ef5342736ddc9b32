/**
 * Service worker of the page without a server: keeps all files of one build, so that the page opens and plays without a
 * network. A newer build waits until the page asks for it. The build fills in its list of files with their digests.
 */
declare const __FILES__: { build: string; files: Readonly<Record<string, string>> };

interface Extendable extends Event {
    waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
    readonly request: Request;
    respondWith(answer: Promise<Response>): void;
}
interface Worker {
    readonly clients: { claim(): Promise<void> };
    readonly registration: { readonly scope: string; readonly active: object | null };
    skipWaiting(): Promise<void>;
    addEventListener(name: 'install' | 'activate', listener: (event: Extendable) => void): void;
    addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
    addEventListener(name: 'message', listener: (event: Extendable & { data: unknown }) => void): void;
}
const worker = self as unknown as Worker;

const { build, files } = __FILES__;
const CACHE = 'gridwright-play-';
const OWN = CACHE + build;
const PAGE = 'index.html';
/** Names with a digest of their own: a copy of the browser is never stale. */
const HASHED = 'assets/';
const DIGEST_CHARACTERS = 16;

worker.addEventListener('install', (event) => {
    event.waitUntil(keepAll().then(() => (worker.registration.active ? undefined : worker.skipWaiting())));
});
worker.addEventListener('activate', (event) => {
    event.waitUntil(dropOld().then(() => worker.clients.claim()));
});
worker.addEventListener('message', (event) => {
    if (event.data === 'use') event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('fetch', (event) => {
    const name = nameOf(event.request);
    if (name !== null) event.respondWith(file(name, event.request));
});

/** The name of a file of this folder; null for everything else. */
function nameOf(request: Request): string | null {
    const { origin, pathname } = new URL(request.url);
    const scope = new URL(worker.registration.scope);
    if (request.method !== 'GET' || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
    return decodeURIComponent(pathname.slice(scope.pathname.length)) || PAGE;
}

const addressOf = (name: string): string => new URL(name, worker.registration.scope).href;
/** A file is kept under its digest, so that the next build takes over what has not changed. */
const keyOf = (name: string, digest: string): string => `${addressOf(name)}?${digest}`;

/** Keep all files or none: an incomplete build is not installed. */
async function keepAll(): Promise<void> {
    const cache = await caches.open(OWN);
    for (const [name, digest] of Object.entries(files)) {
        const key = keyOf(name, digest);
        if (await cache.match(key)) continue;
        const found = (await caches.match(key)) ?? (await load(name, digest));
        await cache.put(key, found);
    }
}

async function load(name: string, digest: string): Promise<Response> {
    const response = await fetch(addressOf(name), { cache: name.startsWith(HASHED) ? 'default' : 'no-cache' });
    const bytes = await response.clone().arrayBuffer();
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const found = [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!response.ok || found.slice(0, DIGEST_CHARACTERS) !== digest)
        throw new Error(`expected ${name} of build ${build}, got another one`);
    return response;
}

/** Delete all caches but the own one and the one before it, from which open windows still load their parts. */
async function dropOld(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(CACHE) && name !== OWN);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function file(name: string, request: Request): Promise<Response> {
    const digest = files[name];
    if (digest !== undefined) {
        const own = await (await caches.open(OWN)).match(keyOf(name, digest));
        if (own) return own;
    }
    // A part of an older build, for a window that is still open.
    return (await caches.match(addressOf(name), { ignoreSearch: true })) ?? fetch(request);
}
