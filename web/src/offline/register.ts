/** Installs the worker after the first render, and recovers from a build that was replaced. */
import { reloadPage, watchLeaving } from './reloadPage';

const WORKER = '/sw.js';

interface TrustedTypes {
    createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
}

/** The Trusted Types policy of the page accepts this URL only. */
function trusted(url: string): string {
    const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
    if (!types) return url;
    const policy = types.createPolicy('gridwright-worker', {
        createScriptURL: (asked) => {
            if (asked !== WORKER) throw new TypeError(`expected ${WORKER}, got ${asked}`);
            return asked;
        },
    });
    return policy.createScriptURL(url);
}

export function startOffline(): void {
    watchLeaving();
    // A part of this build that the server no longer has: the page of the new build has its own.
    addEventListener('vite:preloadError', (event) => {
        if (reloadPage()) event.preventDefault();
    });
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = (): void => {
        // Without a worker the page still works.
        navigator.serviceWorker.register(trusted(WORKER), { updateViaCache: 'none' }).catch(() => undefined);
    };
    addEventListener('visibilitychange', () => {
        if (!document.hidden) navigator.serviceWorker.controller?.postMessage('look');
    });
    if (document.readyState === 'complete') register();
    else addEventListener('load', register, { once: true });
}
