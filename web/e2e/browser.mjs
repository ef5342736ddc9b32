/** A browser to drive: Debian's Chromium, or the one that CHROMIUM names. */
import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

const KNOWN = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A person at a laptop who wants no motion, so that nobody waits for it. */
export const LAPTOP = { viewport: { width: 1280, height: 800 }, locale: 'en', reducedMotion: 'reduce' };

/** A screen that has come: while its code loads, an empty one stands in its place and goes again. */
export const SCREEN = 'main:not([aria-busy])';

export function openBrowser() {
    const executablePath = process.env.CHROMIUM ?? KNOWN.find(existsSync);
    if (!executablePath)
        throw new Error(`expected Chromium at one of ${KNOWN.join(', ')} (apt-get install chromium), or at CHROMIUM`);
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
