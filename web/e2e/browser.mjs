/** A browser to drive: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { collectRawKeys } from './rawKeys.mjs';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A laptop with reduced motion: no proof waits for an animation. */
export const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: 'en', reducedMotion: 'reduce' };

/** A loaded screen: an empty one is shown while its code loads. */
export const SCREEN = 'main:not([aria-busy])';

/** Start Chromium without a window. */
export async function launchChromium() {
    const executablePath = process.env.CHROMIUM ?? KNOWN.find(existsSync);
    if (!executablePath)
        throw new Error(`expected Chromium at one of ${KNOWN.join(', ')} (apt-get install chromium), or at CHROMIUM`);
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** The contexts of one proof, in a browser that other proofs may use too. */
export class ProofBrowser {
    /** Word keys that a page showed instead of a sentence, with their places. */
    rawKeys = new Set();
    #browser;
    #settings;
    #collectsRawKeys;
    #opened = new Set();

    /**
     * Pages show the moves of others immediately: only proofs of the playback want another pace, or null for the page's own. Powering
     * is not automatic either, unless a proof wants that: a slow proof would be too late. Proofs that measure speed collect no raw keys.
     */
    constructor(browser, { pace = 'now', powers = false, collectsRawKeys = true } = {}) {
        this.#browser = browser;
        this.#settings = { ...(pace ? { pace } : {}), powers };
        this.#collectsRawKeys = collectsRawKeys;
    }

    async newContext(options) {
        const context = await this.#browser.newContext(options);
        this.#opened.add(context);
        context.once('close', () => this.#opened.delete(context));
        await context.addInitScript(choose, this.#settings);
        if (this.#collectsRawKeys) await collectRawKeys(context, this.rawKeys);
        return context;
    }

    contexts() {
        return [...this.#opened];
    }

    async closeContexts() {
        for (const context of this.contexts()) await context.close();
    }

    /** Close the browser. A raw key fails the process, even if the proof sets another exit code afterwards. */
    async close() {
        await this.#browser.close();
        if (this.rawKeys.size === 0) return;
        console.error(`raw word keys:\n  ${[...this.rawKeys].join('\n  ')}`);
        process.once('exit', () => (process.exitCode = 1));
    }
}

/** A browser for a proof of its own. */
export async function openBrowser(settings) {
    return new ProofBrowser(await launchChromium(), settings);
}

/** Runs in the page: settings made there are kept. An empty page has no storage. */
function choose(wanted) {
    if (location.origin === 'null') return;
    const KEPT = 'gridwright.settings';
    const chosen = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    if (!chosen.pace) delete chosen.pace;
    localStorage.setItem(KEPT, JSON.stringify({ ...wanted, ...chosen }));
}

/** A few frames in a row without a change of the page. */
export const settled = (page) =>
    page.evaluate(
        () =>
            new Promise((done) => {
                let frames = 0;
                const watcher = new MutationObserver(() => (frames = 0));
                watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
                const next = () => {
                    frames += 1;
                    if (frames < 8) return requestAnimationFrame(next);
                    watcher.disconnect();
                    return done();
                };
                requestAnimationFrame(next);
            }),
    );
