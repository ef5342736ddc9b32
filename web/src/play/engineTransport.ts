/**
 * Transport to the engine in a worker of this page. The worker may be replaced at any time: what it had not answered is
 * sent to the next one where it cannot be carried out twice, and its channels are opened again by their owners.
 */
import type { Channel, Transport } from '../transport';
import { type FromEngine, HERE, type ToEngine } from './engineDesk';

/** The part of a worker that is used here. */
export interface EnginePort {
    postMessage(message: ToEngine): void;
    onmessage: ((event: MessageEvent<FromEngine>) => unknown) | null;
}

/** Hears the messages of the worker that answer no request. */
export type HearsEngine = (message: FromEngine) => void;

interface Waiting {
    readonly message: ToEngine & { type: 'send' };
    readonly answer: (response: Response) => void;
    readonly fail: (error: unknown) => void;
    /** Number of workers that got it. */
    tried: number;
}

/** Requests that have their effect once, however often they are sent: orders by their command id, marks of help. */
const REPEATABLE = /\/(orders|hint|why|rematch|rematch\/seat)$|^\/api\/rules$/;
/** A request that ended this many workers is not sent to another one. */
const MAX_TRIES = 2;
/** As of a socket whose server died. */
const LOST = 1006;

const isRepeatable = ({ method, path }: ToEngine & { type: 'send' }): boolean =>
    method === 'GET' || method === HERE || REPEATABLE.test(path);

const isTimeout = (reason: unknown): boolean => (reason as { name?: string } | null)?.name === 'TimeoutError';

export class EngineTransport implements Transport {
    /** A device has no people but those in front of it. */
    readonly can: Transport['can'] = new Set();
    #nextId = 1;
    #waiting = new Map<number, Waiting>();
    #channels = new Map<number, EngineChannel>();
    #port: EnginePort | null = null;
    #isReady = false;

    constructor(readonly hear: HearsEngine = () => undefined) {}

    /** Use a new worker. Requests wait until it is ready. */
    connect(port: EnginePort): void {
        this.#isReady = false;
        this.#port = port;
        port.onmessage = ({ data }) => {
            if (port === this.#port) this.#heard(data);
        };
    }

    /** Send a message that needs no answer to the worker, once it is ready. */
    tell(message: ToEngine): void {
        if (this.#isReady) this.#port?.postMessage(message);
    }

    /** The worker ended without an answer. */
    lost(): void {
        this.#port = null;
        this.#isReady = false;
        for (const [id, { message, fail, tried }] of this.#waiting) {
            if (tried === 0 || (isRepeatable(message) && tried < MAX_TRIES)) continue;
            this.#waiting.delete(id);
            fail(new Error('the engine ended before it answered'));
        }
        this.#closeChannels();
    }

    /** No worker will follow: every request fails. */
    fail(problem: string): void {
        for (const { fail } of this.#waiting.values()) fail(new Error(problem));
        this.#waiting.clear();
    }

    /** Requests before the engine is ready are answered once it is. */
    send = (path: string, init: RequestInit): Promise<Response> => {
        const id = this.#nextId++;
        return new Promise((answer, fail) => {
            const { signal } = init;
            if (signal?.aborted) return fail(signal.reason as Error);
            signal?.addEventListener('abort', () => {
                // A time limit is for a network: an engine answers, or its end is noticed.
                if (isTimeout(signal.reason)) return;
                if (this.#waiting.delete(id)) fail(signal.reason as Error);
            });
            const ticket = (new Headers(init.headers).get('authorization') ?? '').replace(/^Bearer /, '');
            const body = typeof init.body === 'string' ? init.body : '';
            const message = { type: 'send', id, method: init.method ?? 'GET', path, ticket, body } as const;
            const waiting = { message, answer, fail, tried: 0 };
            this.#waiting.set(id, waiting);
            if (this.#isReady) this.#post(waiting);
        });
    };

    open = (path: string): Channel => {
        const id = this.#nextId++;
        const channel = new EngineChannel(
            (greeting) => {
                channel.watch = { type: 'watch', id, path, greeting };
                this.tell(channel.watch);
            },
            () => {
                this.#channels.delete(id);
                this.tell({ type: 'leave', id });
            },
        );
        this.#channels.set(id, channel);
        // As with a socket, its owner sets the handlers first.
        queueMicrotask(() => channel.onopen?.(new Event('open')));
        return channel;
    };

    #post(waiting: Waiting): void {
        waiting.tried += 1;
        this.#port?.postMessage(waiting.message);
    }

    #closeChannels(): void {
        const open = [...this.#channels.values()];
        this.#channels.clear();
        for (const channel of open) channel.onclose?.(new CloseEvent('close', { code: LOST }));
    }

    #heard(message: FromEngine): void {
        switch (message.type) {
            case 'ready':
                this.#isReady = true;
                this.hear(message);
                for (const waiting of this.#waiting.values()) this.#post(waiting);
                for (const { watch } of this.#channels.values()) if (watch) this.tell(watch);
                return;
            case 'answer': {
                const { id, status, mediaType, body } = message;
                this.#waiting.get(id)?.answer(new Response(body, { status, headers: { 'content-type': mediaType } }));
                this.#waiting.delete(id);
                return;
            }
            case 'frame':
                this.#channels.get(message.id)?.onmessage?.(new MessageEvent('message', { data: message.text }));
                return;
            case 'closed': {
                const channel = this.#channels.get(message.id);
                this.#channels.delete(message.id);
                channel?.onclose?.(new CloseEvent('close', { code: message.code }));
                return;
            }
            default:
                this.hear(message);
        }
    }
}

/** A channel whose greeting is its first and only message. */
class EngineChannel implements Channel {
    onopen: Channel['onopen'] = null;
    onmessage: Channel['onmessage'] = null;
    onclose: Channel['onclose'] = null;
    /** The greeting, once it was given. */
    watch: (ToEngine & { type: 'watch' }) | null = null;

    constructor(
        readonly send: (text: string) => void,
        readonly close: () => void,
    ) {}
}
