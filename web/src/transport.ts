/**
 * How requests reach the tables. A page has one transport from its start: a server over HTTP and WebSockets, or an
 * engine in a worker of the page (`src/play`). No screen knows which.
 */

/** A stream of frames; a WebSocket is one. */
export interface Channel {
    onopen: ((event: Event) => unknown) | null;
    onmessage: ((event: MessageEvent) => unknown) | null;
    onclose: ((event: CloseEvent) => unknown) | null;
    send: (text: string) => void;
    close: () => void;
}

export interface Transport {
    /** Send a request; rejects only if there is no answer. */
    send: (path: string, init: RequestInit) => Promise<Response>;
    /** Open a channel; it reports afterwards whether it is open. */
    open: (path: string) => Channel;
}

const SERVER: Transport = {
    send: (path, init) => fetch(path, init),
    open: (path) => new WebSocket(location.origin.replace(/^http/, 'ws') + path),
};

let current = SERVER;

export const transport = (): Transport => current;

/** Set the transport of this page, before its first request. */
export function setTransport(chosen: Transport): void {
    current = chosen;
}
