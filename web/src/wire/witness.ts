/** What this page knows of its table, as `gridwright` in the browser's console; the proofs in `e2e` compare it with the server's. */
import type { TableSheet, TableView } from '../protocol/api';
import type { Live } from './live.svelte';

export interface Witness {
    /** -1 before the table has come. */
    version: number;
    seat: number;
    connection: string;
    isSending: boolean;
    view: TableView | null;
    sheet: TableSheet | null;
}

/** Tell about a table until the returned function is called. */
export function bearWitness(live: Live): () => void {
    const tell = (): Witness => ({
        version: live.store?.version ?? -1,
        seat: live.seat,
        connection: live.connection,
        isSending: live.isSending,
        view: live.store?.view ?? null,
        sheet: live.sheet,
    });
    Object.defineProperty(globalThis, 'gridwright', { configurable: true, get: tell });
    return () => void Reflect.deleteProperty(globalThis, 'gridwright');
}
