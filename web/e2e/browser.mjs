/** Browser automation with Debian's Chromium, or the executable that CHROMIUM names. */
import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

import { collectRawKeys } from './rawKeys.mjs';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A laptop with reduced motion: no proof waits for an animation. */
export const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: 'en', reducedMotion: 'reduce' };

/** Selector of a loaded screen; an empty one is shown while its code loads. */
export const SCREEN = 'main:not([aria-busy])';

/** Launch headless Chromium. */
export async function launchChromium() {
    const executablePath = process.env.CHROMIUM ?? KNOWN.find(existsSync);
    if (!executablePath)
        throw new Error(`expected Chromium at one of ${KNOWN.join(', ')} (apt-get install chromium), or at CHROMIUM`);
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** Browser contexts of one proof, in a browser that several proofs may share. */
export class ProofBrowser {
    /** Word keys that a page showed instead of a sentence, with their places. */
    rawKeys = new Set();
    #browser;
    #settings;
    #collectsRawKeys;
    #opened = new Set();

    /**
     * Playback of others' moves is off by default; a `pace` of null keeps the page's own. Automatic powering is off
     * too, because a slow proof would miss it, and the question about sound counts as asked. Proofs that measure speed collect no raw keys.
     */
    constructor(browser, { pace = 'now', powers = false, soundAsked = true, collectsRawKeys = true } = {}) {
        this.#browser = browser;
        this.#settings = { ...(pace ? { pace } : {}), powers, soundAsked };
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

/** Open a browser for a single proof. */
export async function openBrowser(settings) {
    return new ProofBrowser(await launchChromium(), settings);
}

/** Runs in the page: store default settings, unless others were chosen there. An empty page has no storage. */
function choose(wanted) {
    if (location.origin === 'null') return;
    const KEPT = 'gridwright.settings';
    const chosen = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    if (!chosen.pace) delete chosen.pace;
    localStorage.setItem(KEPT, JSON.stringify({ guide: false, ...wanted, ...chosen }));
}

/** Resolves after several animation frames without a change of the DOM. */
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
