/**
 * Answers requests by the engine: stores what it wrote before it answers, wakes its tables, and shows watchers what
 * happened. Work is done one after the other, so that nothing is shown before it is stored.
 */
import type { Write, Written } from './games';
import { doHere, type HereBridge, type HereGames } from './here';
import type { Job } from './jobs';
import type { StorageState } from './keptGames';

/** A request, answered by `answer` with the same id. With the method `HERE` the path is a task of this browser. */
interface SendMessage {
    readonly type: 'send';
    readonly id: number;
    readonly method: string;
    readonly path: string;
    readonly ticket: string;
    readonly body: string;
}

/** Watch a table, from the version that the greeting names; answered by `opened`, then frames. */
interface WatchMessage {
    readonly type: 'watch';
    readonly id: number;
    readonly path: string;
    readonly greeting: string;
}

interface LeaveMessage {
    readonly type: 'leave';
    readonly id: number;
}

/** One window of the browser writes; the others show its tables. */
interface RoleMessage {
    readonly type: 'role';
    readonly isWriter: boolean;
}

export type ToEngine = SendMessage | WatchMessage | LeaveMessage | RoleMessage;

/** Bytes of the engine that have arrived, of those to come. */
export interface Progress {
    readonly type: 'progress';
    readonly got: number;
    readonly total: number;
}

export type FromEngine =
    | Progress
    | StorageState
    /** The worker runs, and holds the web lock of its name until it ends. */
    | { readonly type: 'alive'; readonly name: string }
    /** A game was stored to its end. */
    | { readonly type: 'finished' }
    | { readonly type: 'ready' }
    | { readonly type: 'failed'; readonly problem: string }
    | {
          readonly type: 'answer';
          readonly id: number;
          readonly status: number;
          readonly mediaType: string;
          readonly body: string;
      }
    | { readonly type: 'frame'; readonly id: number; readonly text: string }
    | { readonly type: 'closed'; readonly id: number; readonly code: number };

/** `gridwright.local.bridge.Bridge`; results are JSON. */
export interface Bridge extends HereBridge {
    knows(gameId: string): boolean;
    answer(method: string, address: string, ticket: string, body: string): string;
    wake(gameId: string): string;
    show(gameId: string, ticket: string, since: number): string;
    report(jobId: string, text: string): string;
    restore_analysis(gameId: string, text: string): void;
}

/** What the desk sends for when it is needed. */
export interface Errands {
    /** Load a part of the program. */
    loadPart(name: string): Promise<void>;
    /** Begin jobs of other workers, and end cancelled ones. */
    changeJobs(begun: readonly Job[], cancelled: readonly string[]): void;
    readAnalysis(gameId: string): Promise<string>;
    writeAnalysis(gameId: string, text: string): Promise<void>;
}

export type GameStore = HereGames;

interface Answered {
    readonly status: number;
    readonly media_type: string;
    readonly body: string;
    readonly writes: readonly Write[];
    readonly lacking: string;
    readonly lacking_analysis: string;
    readonly lacking_part: string;
    readonly jobs: readonly Job[];
    readonly cancelled: readonly string[];
}
interface Woken {
    readonly writes: readonly Write[];
    readonly due_at: number | null;
    readonly jobs: readonly Job[];
    readonly cancelled: readonly string[];
    readonly analyses: readonly { readonly game_id: string; readonly text: string }[];
}
interface Shown {
    readonly code: number;
    readonly version: number;
    readonly frames: readonly string[];
}
interface Watcher {
    readonly gameId: string;
    readonly ticket: string;
    version: number;
}

/** Method of a task of this browser. */
export const HERE = 'HERE';
const JSON_TYPE = 'application/json';
/** Longest time between two looks at a table, in ms; a timer cannot wait for weeks. */
const MAX_SLEEP_MS = 3_600_000;
/** Attempts of a request while another window changes the same table. */
const MAX_TRIES = 5;
const UNREADABLE = 4409;
const REFUSED = { type: 'refused', clause: '', numbers: {}, version: -1, place: 0 } as const;
/** Requests that change nothing. */
const READS = /^(\/api\/rules|games|make-link|open-link)$/;
/** Status of an entry that ends a game, in its stored text. */
const FINISHED = '"status":"finished"';

export class EngineDesk {
    #watchers = new Map<number, Watcher>();
    #timers = new Map<string, ReturnType<typeof setTimeout>>();
    #last: Promise<void> = Promise.resolve();
    #isWriter = true;

    constructor(
        readonly bridge: Bridge,
        readonly games: GameStore,
        readonly post: (message: FromEngine) => void,
        readonly errands: Errands,
        /** Reports a change to other windows. */
        readonly tellOthers: (gameId: string) => void = () => undefined,
    ) {}

    hear(message: ToEngine): void {
        if (message.type === 'leave') this.#watchers.delete(message.id);
        else if (message.type === 'role') this.#inTurn(() => this.#become(message.isWriter));
        else if (message.type === 'watch') this.#inTurn(() => this.#watch(message));
        else this.#inTurn(() => this.#answer(message));
    }

    /** Another worker reports on a job. */
    reported(jobId: string, text: string): void {
        this.#inTurn(async () => {
            const [, gameId = ''] = jobId.split('/');
            await this.#follow(gameId, JSON.parse(this.bridge.report(jobId, text)) as Woken);
        });
    }

    /** Another window has changed a table. */
    changedElsewhere(gameId: string): void {
        if (this.bridge.knows(gameId)) this.#inTurn(() => this.#again(gameId));
    }

    #inTurn(work: () => Promise<void>): void {
        this.#last = this.#last.then(work).catch((error: unknown) => {
            console.error(error);
            if (isFatal(error)) this.post({ type: 'failed', problem: String(error) });
        });
    }

    /** Write from now on, or only show. */
    #become(isWriter: boolean): Promise<void> {
        this.#isWriter = isWriter;
        for (const gameId of this.#timers.keys()) this.#schedule(gameId, 0);
        return Promise.resolve();
    }

    async #answer(message: ToEngine & { type: 'send' }): Promise<void> {
        const { id } = message;
        const reply = (status: number, mediaType: string, body: string): void =>
            this.post({ type: 'answer', id, status, mediaType, body });
        const refuse = (status: number, code: string): void =>
            reply(status, JSON_TYPE, JSON.stringify({ ...REFUSED, code, problem: '' }));
        const { method, path, ticket, body } = message;
        try {
            if (!this.#isWriter && method !== 'GET' && !READS.test(path)) return refuse(409, 'other_window');
            if (method === HERE) {
                const done = await doHere(path, body, this.bridge, this.games);
                for (const { gameId } of this.#watchers.values()) await this.#load(gameId);
                return reply(200, JSON_TYPE, done);
            }
            for (let tried = 1; ; tried += 1) {
                const found = JSON.parse(this.bridge.answer(method, path, ticket, body)) as Answered;
                if (found.lacking && !(await this.#load(found.lacking))) return refuse(409, 'set_aside');
                if (found.lacking && tried < MAX_TRIES && this.bridge.knows(found.lacking)) continue;
                if (found.lacking_part && tried < MAX_TRIES) {
                    if (await this.#hasPart(found.lacking_part)) continue;
                    return refuse(503, 'store_away');
                }
                if (found.lacking_analysis && tried < MAX_TRIES) {
                    const stored = await this.errands.readAnalysis(found.lacking_analysis);
                    this.bridge.restore_analysis(found.lacking_analysis, stored);
                    continue;
                }
                const written = await this.#store(found.writes);
                if (written === 'written') {
                    this.errands.changeJobs(found.jobs, found.cancelled);
                    reply(found.status, found.media_type, found.body);
                    return this.#changed(found.writes);
                }
                if (written === 'refused') return refuse(507, 'storage_full');
                if (tried === MAX_TRIES) return refuse(503, 'store_away');
            }
        } catch (error) {
            // An engine that cannot continue answers nothing: the next one gets the request.
            if (!isFatal(error)) refuse(500, 'failed');
            throw error;
        }
    }

    /** Load a part of the program; false without a network. */
    async #hasPart(name: string): Promise<boolean> {
        try {
            await this.errands.loadPart(name);
            return true;
        } catch (error) {
            console.warn(error);
            return false;
        }
    }

    /** Bring a table into memory; false if its stored log cannot be read. */
    async #load(gameId: string): Promise<boolean> {
        if (this.bridge.knows(gameId)) return true;
        const stored = await this.games.read(gameId);
        if (!stored) return true;
        try {
            this.bridge.restore(stored.row, JSON.stringify(stored.entries));
        } catch (error) {
            console.error(error);
            return false;
        }
        this.#schedule(gameId, 0);
        return true;
    }

    /** Store what the engine wrote. If that fails, it forgets the tables and goes by what is stored. */
    async #store(writes: readonly Write[]): Promise<Written> {
        const written = await this.games.write(writes);
        if (written === 'written') {
            if (writes.some(({ text }) => text.includes(FINISHED))) this.post({ type: 'finished' });
            return written;
        }
        for (const gameId of new Set(writes.map((each) => each.game_id))) {
            this.bridge.forget(gameId);
            await this.#load(gameId);
        }
        return written;
    }

    #changed(writes: readonly Write[]): void {
        for (const gameId of new Set(writes.map((each) => each.game_id))) {
            this.tellOthers(gameId);
            this.#publish(gameId);
            this.#schedule(gameId, 0);
        }
    }

    async #again(gameId: string): Promise<void> {
        this.bridge.forget(gameId);
        if (await this.#load(gameId)) this.#publish(gameId);
    }

    #schedule(gameId: string, milliseconds: number): void {
        clearTimeout(this.#timers.get(gameId));
        const wake = (): void => this.#inTurn(() => this.#wake(gameId));
        this.#timers.set(gameId, setTimeout(wake, Math.min(Math.max(milliseconds, 0), MAX_SLEEP_MS)));
    }

    async #wake(gameId: string): Promise<void> {
        if (!this.#isWriter || !this.bridge.knows(gameId)) return;
        const start = performance.now();
        const woken = JSON.parse(this.bridge.wake(gameId)) as Woken;
        // For proofs of speed; an entry costs nothing.
        performance.measure('due work', { start });
        await this.#follow(gameId, woken);
    }

    /** Store and show what a table did, and wake it again when more is due. */
    async #follow(gameId: string, { writes, due_at, jobs, cancelled, analyses }: Woken): Promise<void> {
        for (const each of analyses) await this.errands.writeAnalysis(each.game_id, each.text);
        this.errands.changeJobs(jobs, cancelled);
        const written = await this.#store(writes);
        if (written === 'written' && writes.length > 0) {
            this.tellOthers(gameId);
            this.#publish(gameId);
        }
        if (written === 'refused' || due_at === null) clearTimeout(this.#timers.get(gameId));
        else this.#schedule(gameId, due_at - Date.now());
    }

    async #watch({ id, path, greeting }: ToEngine & { type: 'watch' }): Promise<void> {
        const { ticket, since } = JSON.parse(greeting) as { ticket: string; since: number };
        const gameId = gameOf(path);
        if (!(await this.#load(gameId))) return this.post({ type: 'closed', id, code: UNREADABLE });
        this.#watchers.set(id, { gameId, ticket, version: since });
        this.#show(id);
    }

    #publish(gameId: string): void {
        for (const [id, watcher] of this.#watchers) if (watcher.gameId === gameId) this.#show(id);
    }

    #show(id: number): void {
        const watcher = this.#watchers.get(id);
        if (!watcher) return;
        const shown = JSON.parse(this.bridge.show(watcher.gameId, watcher.ticket, watcher.version)) as Shown;
        if (shown.code) {
            this.#watchers.delete(id);
            return this.post({ type: 'closed', id, code: shown.code });
        }
        watcher.version = shown.version;
        for (const text of shown.frames) this.post({ type: 'frame', id, text });
    }
}

/** True if the engine cannot continue: it ran out of memory, or its memory is damaged. */
function isFatal(error: unknown): boolean {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return true;
    if (!(error instanceof Error)) return false;
    const { pyodide_fatal_error: isReported, type } = error as { pyodide_fatal_error?: boolean; type?: string };
    return isReported === true || type === 'MemoryError';
}

/** The table in a path of the API; empty if it has none. */
function gameOf(path: string): string {
    return decodeURIComponent(/^\/api\/tables\/([^/?]+)/.exec(path)?.[1] ?? '');
}
