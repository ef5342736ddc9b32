/** What this browser lacks, as `old.js` and this page have tried; nothing is decided by its name. */
declare global {
    interface Window {
        gridwrightMissing?: readonly string[];
        gridwrightShowOld?: (missing: readonly string[]) => void;
    }
}

export const missing = (): readonly string[] => window.gridwrightMissing ?? [];

/** Show the plain page, with the other ways to play. */
export const showOld = (what: readonly string[]): void => window.gridwrightShowOld?.(what);

/** A worker that is a module; null from a browser that has none. */
export function moduleWorker(address: string, name: string): Worker | null {
    let isRead = false;
    const options = {
        name,
        get type(): WorkerType {
            isRead = true;
            return 'module';
        },
    };
    const worker = new Worker(address, options);
    if (isRead) return worker;
    worker.terminate();
    return null;
}
