/** The engine of this page: how far it has been loaded, its windows, and its storage. */
import { setTransport, type Transport } from '../transport';
import { moduleWorker, showOld } from './ability';
import address from './engine.ts?worker&url';
import { type FromEngine, HERE } from './engineDesk';
import { EngineKeeper } from './engineKeeper';
import { EngineTransport } from './engineTransport';
import type { StorageState } from './keptGames';
import { trusted } from './trusted';
import { WriterLock } from './writerLock';

export const engine = $state({
    state: 'loading' as 'loading' | 'starting' | 'ready' | 'failed',
    /** Bytes of the engine that have arrived, of those to come; 0 until the list of files is here. */
    got: 0,
    total: 0,
    /** Number of engines that were started in place of one that ended. */
    restarts: 0,
    /** True if moves of a game that was in memory only ended with its engine. */
    hasLost: false,
    /** This window may write; another one may have taken that over. */
    isWriter: true,
    storage: null as StorageState | null,
});

const transport = new EngineTransport(hear);
const keeper = new EngineKeeper((name) => moduleWorker(trusted(address), name), transport, {
    restarted: () => {
        engine.state = 'starting';
        engine.restarts += 1;
        engine.hasLost ||= engine.storage?.keeps === 'memory' || engine.storage?.keeps === 'none';
    },
    failed: () => (engine.state = 'failed'),
    lacking: () => showOld(['Worker']),
});
const writer = new WriterLock((isWriter) => {
    engine.isWriter = isWriter;
    transport.tell({ type: 'role', isWriter });
});

function hear(message: FromEngine): void {
    keeper.hear(message);
    if (message.type === 'progress') {
        engine.got = message.got;
        engine.total = message.total;
        if (message.got === message.total) engine.state = 'starting';
    } else if (message.type === 'ready') {
        engine.state = 'ready';
        transport.tell({ type: 'role', isWriter: engine.isWriter });
    } else if (message.type === 'storage') engine.storage = message;
    else if (message.type === 'finished') void askForLastingStorage();
}

/** Start the worker; requests wait for it. */
export function loadEngine(Place: Transport['Place']): void {
    setTransport({
        can: transport.can,
        Place,
        open: transport.open,
        send: async (path, init) => {
            // A person who begins a game here wants to play here.
            if (!engine.isWriter && init.method === 'POST' && path === '/api/tables') await takeOver();
            return transport.send(path, init);
        },
    });
    writer.ask();
    keeper.start();
}

/** Write in this window; the other one only shows its tables from now on. */
export function takeOver(): Promise<void> {
    return writer.take();
}

/** Carry out a task of this browser (`here.ts`). */
export async function doHere<Found>(task: string, argument: unknown): Promise<Found> {
    const answer = await transport.send(task, { method: HERE, body: JSON.stringify(argument) });
    if (!answer.ok) throw new Error(`${task}: ${await answer.text()}`);
    return (await answer.json()) as Found;
}

/** After a finished game its player has something to lose. The browser decides, or asks. */
async function askForLastingStorage(): Promise<void> {
    const { storage } = navigator as { storage?: StorageManager };
    if (storage && !(await storage.persisted())) await storage.persist();
}
