/**
 * No screen shows a raw word key: every screen and state of `states.mjs`, in every language, at both sizes. The threshold is 0.
 *
 *     npm run e2e:words
 *     npm run e2e:words -- --json --only home,room
 */
import { settled } from './browser.mjs';
import { verifyRawKeysAreFound } from './rawKeys.mjs';
import { onlyOf, openProof } from './proof.mjs';
import { report } from './report.mjs';
import { openServer } from './server.mjs';
import { LANGUAGES, Walk } from './walk.mjs';

const SIZES = [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
];
const proof = await openProof(import.meta, { server: () => openServer() });
const { server, browser } = proof;
const missing = [];
let checked = 0;

/** Phones and laptops render different parts. */
async function drawAtEachSize(page) {
    for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page);
        checked += 1;
    }
}

await proof.run(async () => {
    await verifyRawKeysAreFound(browser, server.address);
    for (const language of LANGUAGES) {
        const walk = new Walk(server, browser, language, drawAtEachSize, onlyOf(proof.args));
        await walk.screens();
        await walk.games();
        missing.push(...walk.missing);
    }
    report({ title: 'words', checked, faults: [...browser.rawKeys], missing }, proof);
});
