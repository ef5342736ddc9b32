/** Transport to the engine in a worker of this page. */
import type { Channel, Transport } from '../transport';
import type { FromEngine, ToEngine } from './engineDesk';

/** The part of a worker that is used here. */
export interface EnginePort {
    postMessage(message: ToEngine): void;
    onmessage: ((event: MessageEvent<FromEngine>) => unknown) | null;
}

export interface EngineHandlers {
    progress: (got: number, total: number) => void;
    ready: () => void;
    failed: (problem: string) => void;
}

interface Waiting {
    readonly answer: (response: Response) => void;
    readonly fail: (error: unknown) => void;
}

export class EngineTransport implements Transport {
    #nextId = 1;
    #waiting = new Map<number, Waiting>();
    #channels = new Map<number, EngineChannel>();

    constructor(
        readonly port: EnginePort,
        readonly handlers: EngineHandlers,
    ) {
        port.onmessage = ({ data }) => this.#hear(data);
    }

    /** Requests before the engine is ready are answered once it is. */
    send = (path: string, init: RequestInit): Promise<Response> => {
        const id = this.#nextId++;
        return new Promise((answer, fail) => {
            const { signal } = init;
            if (signal?.aborted) return fail(signal.reason as Error);
            signal?.addEventListener('abort', () => {
                if (this.#waiting.delete(id)) fail(signal.reason as Error);
            });
            this.#waiting.set(id, { answer, fail });
            const ticket = (new Headers(init.headers).get('authorization') ?? '').replace(/^Bearer /, '');
            const body = typeof init.body === 'string' ? init.body : '';
            this.port.postMessage({ type: 'send', id, method: init.method ?? 'GET', path, ticket, body });
        });
    };

    open = (path: string): Channel => {
        const id = this.#nextId++;
        const channel = new EngineChannel(
            (greeting) => this.port.postMessage({ type: 'watch', id, path, greeting }),
            () => {
                this.#channels.delete(id);
                this.port.postMessage({ type: 'leave', id });
            },
        );
        this.#channels.set(id, channel);
        // As with a socket, its owner sets the handlers first.
        queueMicrotask(() => channel.onopen?.(new Event('open')));
        return channel;
    };

    #hear(message: FromEngine): void {
        switch (message.type) {
            case 'progress':
                return this.handlers.progress(message.got, message.total);
            case 'ready':
                return this.handlers.ready();
            case 'failed':
                return this.#fail(message.problem);
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
            }
        }
    }

    #fail(problem: string): void {
        for (const { fail } of this.#waiting.values()) fail(new Error(problem));
        this.#waiting.clear();
        this.handlers.failed(problem);
    }
}

/** A channel whose greeting is its first and only message. */
class EngineChannel implements Channel {
    onopen: Channel['onopen'] = null;
    onmessage: Channel['onmessage'] = null;
    onclose: Channel['onclose'] = null;

    constructor(
        readonly send: (text: string) => void,
        readonly close: () => void,
    ) {}
}
