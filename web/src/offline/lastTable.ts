/** The last known table, kept in the browser for when the server cannot be reached. */
import type { HappenedFrame, TableSheet, TableView } from '../protocol/api';

export interface KeptTable {
    readonly gameId: string;
    /** Time of the server's last message. */
    readonly at: number;
    readonly seat: number;
    readonly sheet: TableSheet;
    /** The folded view. It has no offers: they may be outdated. */
    readonly view: TableView;
    /** The last entries of the log. */
    readonly happened: readonly HappenedFrame[];
}

const NAME = 'gridwright';
const STORE = 'tables';
const MAX_TABLES = 12;
const MAX_ENTRIES = 200;

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    opened ??= new Promise((done, fail) => {
        const asked = indexedDB.open(NAME, 1);
        asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'gameId' });
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(new Error('the browser keeps nothing'));
    });
    return opened;
}

async function within<Found>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Found>,
): Promise<Found> {
    const store = (await database()).transaction(STORE, mode).objectStore(STORE);
    const asked = work(store);
    return new Promise((done, fail) => {
        asked.onsuccess = () => done(asked.result);
        asked.onerror = () => fail(new Error('the browser keeps nothing'));
    });
}

/** Record of a table as the page knows it. */
export function kept(
    gameId: string,
    at: number,
    seat: number,
    sheet: TableSheet,
    view: TableView,
    happened: readonly HappenedFrame[],
): KeptTable {
    const shown = { ...view, offers: [], warnings: [], fuel: null, power: null, undo: null };
    return { gameId, at, seat, sheet, view: shown, happened: happened.slice(-MAX_ENTRIES) };
}

/** A browser that keeps nothing, as in a private window, loses only the view without a network. */
export async function keepTable(table: KeptTable): Promise<void> {
    try {
        await within('readwrite', (store) => store.put(table));
        // Reading every table only to see that none is too many would cost more than keeping this one.
        if ((await within('readonly', (store) => store.count())) <= MAX_TABLES) return;
        const all = await listKept();
        for (const old of all.slice(MAX_TABLES)) await within('readwrite', (store) => store.delete(old.gameId));
    } catch {
        return;
    }
}

/** The table as this seat last saw it. */
export async function keptTable(gameId: string, seat: number): Promise<KeptTable | null> {
    try {
        const found = await within<KeptTable | undefined>(
            'readonly',
            (store) => store.get(gameId) as IDBRequest<KeptTable | undefined>,
        );
        return found?.seat === seat ? found : null;
    } catch {
        return null;
    }
}

/** All saved tables, the latest first. */
export async function listKept(): Promise<KeptTable[]> {
    try {
        const found = await within<KeptTable[]>('readonly', (store) => store.getAll() as IDBRequest<KeptTable[]>);
        return found.sort((a, b) => b.at - a.at);
    } catch {
        return [];
    }
}
