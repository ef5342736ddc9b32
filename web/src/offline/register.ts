/** Installs the worker once the page is drawn, and gets over a build that is gone. */
import { reloadPage } from './reloadPage';

const WORKER = '/sw.js';

interface TrustedTypes {
    createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
}

/** The policy of the page takes this one address and no other. */
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
    // A part of this build that the server no longer has: the page of the new build has its own.
    addEventListener('vite:preloadError', (event) => {
        if (reloadPage()) event.preventDefault();
    });
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const register = (): void => {
        // A browser that forbids it still has the page.
        navigator.serviceWorker.register(trusted(WORKER), { updateViaCache: 'none' }).catch(() => undefined);
    };
    addEventListener('visibilitychange', () => {
        if (!document.hidden) navigator.serviceWorker.controller?.postMessage('look');
    });
    if (document.readyState === 'complete') register();
    else addEventListener('load', register, { once: true });
}
