/**
 * No screen shows a raw word key: every screen and state of `states.mjs`, in every language, at both sizes. The threshold is 0.
 *
 *     npm run e2e:words
 *     npm run e2e:words -- --json --only home,room
 */
import { openBrowser, settled } from './browser.mjs';
import { verifyRawKeysAreFound } from './rawKeys.mjs';
import { report, wanted } from './report.mjs';
import { openServer } from './server.mjs';
import { LANGUAGES, Walk } from './walk.mjs';

const SIZES = [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
];
const missing = [];
let checked = 0;

/** A phone draws other parts than a laptop. */
async function drawAtEachSize(page) {
    for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page);
        checked += 1;
    }
}

const server = await openServer();
const browser = await openBrowser();
try {
    await verifyRawKeysAreFound(browser, server.address);
    for (const language of LANGUAGES) {
        const walk = new Walk(server, browser, language, drawAtEachSize, wanted());
        await walk.screens();
        await walk.games();
        missing.push(...walk.missing);
    }
} finally {
    await browser.close();
    await server.close();
}
report({ title: 'words', checked, faults: [...browser.rawKeys], missing });
