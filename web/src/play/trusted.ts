/** The Trusted Types policy of the page: it accepts the page's own workers only. */
import engine from './engine.ts?worker&url';

interface TrustedTypes {
    createPolicy(
        name: string,
        rules: { createScriptURL: (url: string) => string },
    ): { createScriptURL(url: string): string };
}

/** Address of the service worker, which is next to the page. */
export const SERVICE_WORKER = './sw.js';
const OWN: readonly string[] = [engine, SERVICE_WORKER];

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('gridwright-engine', {
    createScriptURL: (url) => {
        if (!OWN.includes(url)) throw new TypeError(`expected a worker of this page, got ${url}`);
        return url;
    },
});

/** An address of a worker, as the browser demands it. */
export const trusted = (url: string): string => policy?.createScriptURL(url) ?? url;
