/**
 * How requests reach the tables. A page has one transport from its start: a server over HTTP and WebSockets, or an
 * engine in a worker of the page (`src/play`). No screen knows which: it asks for what it can do.
 */
import type { Component } from 'svelte';

/** What only some transports can do. Without it a page has no trace of it: no link, no button, no request. */
export const CAPABILITIES = [
    'accounts', // people who sign in: profiles, ratings, the bell, programs, notices
    'friends', // people on other devices: invitations, open tables, messages
    'watching', // games of others
    'addresses', // an address that shows a table to others, with its picture
    'imports', // games from files and other sites
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A stream of frames; a WebSocket is one. */
export interface Channel {
    onopen: ((event: Event) => unknown) | null;
    onmessage: ((event: MessageEvent) => unknown) | null;
    onclose: ((event: CloseEvent) => unknown) | null;
    send: (text: string) => void;
    close: () => void;
}

export interface Transport {
    /** What the header says about the place where the page runs; a server's page says nothing. */
    readonly Place?: Component | undefined;
    readonly can: ReadonlySet<Capability>;
    /** Send a request; rejects only if there is no answer. */
    send: (path: string, init: RequestInit) => Promise<Response>;
    /** Open a channel; it reports afterwards whether it is open. */
    open: (path: string) => Channel;
}

const SERVER: Transport = {
    can: new Set(CAPABILITIES),
    send: (path, init) => fetch(path, init),
    open: (path) => new WebSocket(location.origin.replace(/^http/, 'ws') + path),
};

let current = SERVER;

export const transport = (): Transport => current;

/** True if this page can do it. Constant from the start of the page. */
export const can = (what: Capability): boolean => current.can.has(what);

/** Set the transport of this page, before its first request. */
export function setTransport(chosen: Transport): void {
    current = chosen;
}
