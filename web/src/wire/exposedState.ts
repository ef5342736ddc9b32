/** State of the page's table, as `gridwright` in the browser's console; the browser tests compare it with the server's. */
import type { TableSheet, TableView } from '../protocol/api';
import type { Live } from './live.svelte';

export interface ExposedState {
    /** -1 before the table has come. */
    version: number;
    seat: number;
    connection: string;
    isSending: boolean;
    view: TableView | null;
    sheet: TableSheet | null;
}

/** Exposes the state of a table until the returned function is called. */
export function exposeState(live: Live): () => void {
    const read = (): ExposedState => ({
        version: live.store?.version ?? -1,
        seat: live.seat,
        connection: live.connection,
        isSending: live.isSending,
        view: live.store?.view ?? null,
        sheet: live.sheet,
    });
    Object.defineProperty(globalThis, 'gridwright', { configurable: true, get: read });
    return () => void Reflect.deleteProperty(globalThis, 'gridwright');
}
