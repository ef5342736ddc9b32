/** The engine of this page: its worker, and how far it has been loaded. */
import { setTransport } from '../transport';
import address from './engine.ts?worker&url';
import { EngineTransport } from './engineTransport';

export const engine = $state({
    state: 'loading' as 'loading' | 'starting' | 'ready' | 'failed',
    /** Bytes of the engine that have arrived, of those to come; 0 until the list of files is here. */
    got: 0,
    total: 0,
});

interface TrustedTypes {
    createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
}

/** The Trusted Types policy of the page accepts this worker only. */
function trusted(): string {
    const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
    return types?.createPolicy('gridwright-engine', { createScriptURL: () => address }).createScriptURL('') ?? address;
}

/** Start the worker; requests wait for it. */
export function loadEngine(): void {
    const worker = new Worker(trusted(), { type: 'module' });
    setTransport(
        new EngineTransport(worker, {
            progress: (got, total) => {
                engine.got = got;
                engine.total = total;
                if (got === total) engine.state = 'starting';
            },
            ready: () => (engine.state = 'ready'),
            failed: () => (engine.state = 'failed'),
        }),
    );
}
