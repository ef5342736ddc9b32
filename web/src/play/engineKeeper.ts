/**
 * Keeps an engine running: starts its worker, notices its end, and starts the next one, which reads the games from
 * storage. A worker holds a web lock under its own name, so that its end is known however it came about.
 */
import type { FromEngine } from './engineDesk';
import type { EnginePort, EngineTransport } from './engineTransport';

export interface EngineWorker extends EnginePort {
    onerror: ((event: ErrorEvent) => unknown) | null;
    terminate(): void;
}

export interface KeeperHandlers {
    /** Another engine is being started in place of one that ended. */
    restarted: () => void;
    failed: (problem: string) => void;
    /** The browser has no workers of this kind. */
    lacking: () => void;
}

/** An engine that ends before this time after its start did nothing useful. */
const SHORT_LIFE_MS = 2_000;
/** Number of such engines in a row after which none follows: the next would end in the same way. */
const MAX_SHORT_LIVES = 5;

export class EngineKeeper {
    #worker: EngineWorker | null = null;
    #readyAt = Infinity;
    #shortLives = 0;

    constructor(
        /** Makes a worker of a name; null if the browser cannot. */
        readonly make: (name: string) => EngineWorker | null,
        readonly transport: EngineTransport,
        readonly handlers: KeeperHandlers,
        /** Absent where the page is not a secure context; then only an engine that reports its fault is replaced. */
        readonly locks: Pick<LockManager, 'request'> | undefined = navigator.locks,
        readonly now: () => number = () => performance.now(),
    ) {}

    start(): void {
        const name = `gridwright-engine-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
        const worker = this.make(name);
        if (!worker) return this.handlers.lacking();
        this.#worker = worker;
        this.#readyAt = Infinity;
        // Afterwards an engine that cannot continue reports it.
        worker.onerror = (event) => {
            if (this.#readyAt === Infinity) this.#failed(worker, event.message);
        };
        this.transport.connect(worker);
    }

    /** Hear a message of the worker. */
    hear(message: FromEngine): void {
        const worker = this.#worker;
        if (!worker) return;
        if (message.type === 'alive')
            void this.locks?.request(message.name, () => this.#ended(worker, 'the engine ended'));
        else if (message.type === 'ready') this.#readyAt = this.now();
        else if (message.type === 'failed') this.#failed(worker, message.problem);
    }

    /** The worker reports a fault. Before it was ready, that is one of loading, which another would have too. */
    #failed(worker: EngineWorker, problem: string): void {
        if (worker !== this.#worker) return;
        if (this.#readyAt === Infinity) this.#shortLives = MAX_SHORT_LIVES;
        this.#ended(worker, problem);
    }

    #ended(worker: EngineWorker, problem: string): void {
        if (worker !== this.#worker) return;
        this.#worker = null;
        worker.terminate();
        this.transport.lost();
        const wasUseful = this.now() - this.#readyAt >= SHORT_LIFE_MS;
        this.#shortLives = wasUseful ? 0 : this.#shortLives + 1;
        if (this.#shortLives >= MAX_SHORT_LIVES) {
            this.transport.fail(problem);
            return this.handlers.failed(problem);
        }
        this.handlers.restarted();
        this.start();
    }
}
