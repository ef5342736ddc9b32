/** A browser to drive: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A person at a laptop who wants no motion, so that nobody waits for it. */
export const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: 'en', reducedMotion: 'reduce' };

/** A screen that has come: while its code loads, an empty one stands in its place and goes again. */
export const SCREEN = 'main:not([aria-busy])';

/**
 * Its pages show others' moves at once, so that nobody waits for them: only proofs of the playback want another pace, or null for
 * whatever the page does by itself. Nothing is powered by itself either, unless a proof wants that: who is slow would come too late.
 */
export async function openBrowser({ pace = 'now', powers = false } = {}) {
    const executablePath = process.env.CHROMIUM ?? KNOWN.find(existsSync);
    if (!executablePath)
        throw new Error(`expected Chromium at one of ${KNOWN.join(', ')} (apt-get install chromium), or at CHROMIUM`);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    const open = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
        const context = await open(options);
        await context.addInitScript(choose, { ...(pace ? { pace } : {}), powers });
        return context;
    };
    return browser;
}

/** Runs in the page: what was chosen there stays. An empty page keeps nothing. */
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
