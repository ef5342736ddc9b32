/** A socket that reconnects automatically and requests the entries it missed. */
import type { Frame } from '../protocol/api';
import { pauseAfter } from './pause';
import { type Channel, transport, type Transport } from '../transport';

export type Connection = 'connecting' | 'open' | 'away' | 'unknown-table' | 'set-aside' | 'bad-ticket';

export interface SocketHandlers {
    hear: (frame: Frame) => void;
    /** The version that the page has; -1 requests the whole table. */
    version: () => number;
    ticket: () => string;
    /** Further subscriptions: chat after a message, and presence. */
    also?: () => { chat: number; presence: boolean };
    changed: (connection: Connection) => void;
}

const UNKNOWN_TABLE = 4404;
const BAD_TICKET = 4403;
const QUARANTINED = 4409;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const QUIET = 3_000;
/** Timeout for a socket that neither opens nor fails, in ms. */
const OPENING = 10_000;

export class TableSocket {
    #socket: Channel | null = null;
    #lostInARow = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #closed = false;

    constructor(
        readonly path: string,
        readonly handlers: SocketHandlers,
        readonly open: Transport['open'] = (path) => transport().open(path),
    ) {}

    /** Connect now, without waiting for the next try. */
    start = (): void => {
        if (this.#closed) return;
        this.handlers.changed('connecting');
        this.renew();
    };

    /** Reconnect without changing the shown state: the connection is doubtful, not lost. */
    renew(): void {
        if (this.#closed) return;
        clearTimeout(this.#timer);
        this.#drop();
        const socket = this.open(this.path);
        this.#socket = socket;
        this.#timer = setTimeout(() => this.#giveUp(socket), OPENING);
        socket.onopen = () => {
            clearTimeout(this.#timer);
            socket.send(
                JSON.stringify({
                    ticket: this.handlers.ticket(),
                    since: this.handlers.version(),
                    ...this.handlers.also?.(),
                }),
            );
            this.handlers.changed('open');
            // A connection that is closed right after opening waits before the next attempt.
            this.#timer = setTimeout(() => (this.#lostInARow = 0), QUIET);
        };
        socket.onmessage = (event) => {
            // Frames for the previous viewer are dropped.
            if (socket === this.#socket) this.handlers.hear(JSON.parse(String(event.data)) as Frame);
        };
        socket.onclose = (event) => this.#lost(socket, event.code);
    }

    /** The browser reports that it is offline before the socket closes. */
    lose(): void {
        if (this.#socket) this.#giveUp(this.#socket);
    }

    stop(): void {
        this.#closed = true;
        clearTimeout(this.#timer);
        this.#drop();
    }

    #drop(): void {
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }

    #giveUp(socket: Channel): void {
        this.#lost(socket, 0);
        socket.close();
    }

    #lost(socket: Channel, code: number): void {
        if (socket !== this.#socket || this.#closed) return;
        clearTimeout(this.#timer);
        this.#socket = null;
        if (code === UNKNOWN_TABLE) {
            this.handlers.changed('unknown-table');
            return;
        }
        if (code === QUARANTINED) {
            this.handlers.changed('set-aside');
            return;
        }
        if (code === BAD_TICKET) {
            this.handlers.changed('bad-ticket');
            return;
        }
        this.handlers.changed('away');
        this.#timer = setTimeout(this.start, pauseAfter(this.#lostInARow, FIRST_PAUSE, LONGEST_PAUSE));
        this.#lostInARow += 1;
    }
}
