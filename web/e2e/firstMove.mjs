/**
 * Stand-in for the browser that a newcomer's `gridwright` opens: plays from the first page to the first accepted move,
 * against bots. `tools/try_first_move.py` sets it as the system's browser.
 *
 *     node e2e/firstMove.mjs http://127.0.0.1:8600 RESULT.json
 */
import { renameSync, writeFileSync } from 'node:fs';

import { openBrowser, SCREEN } from './browser.mjs';
import { FREE, Player } from './player.mjs';

const TIMEOUT_MS = 60_000;
const [address, file] = process.argv.slice(2);

async function moveOnce(browser) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' })).newPage();
    const faults = [];
    const elsewhere = new Set();
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== new URL(address).origin) elsewhere.add(origin);
    });
    await page.goto(address);
    await page.locator(SCREEN).waitFor({ timeout: TIMEOUT_MS });
    const player = new Player(page);
    await player.click(page.locator('[data-do="start"]:not(:disabled)'));
    await page.locator(`${FREE}.turn`).waitFor({ timeout: TIMEOUT_MS });
    const toDecision = player.clicks;
    const before = await page.evaluate(() => globalThis.gridwright.view.version);
    await player.turn(await player.asked());
    await page.waitForFunction((old) => globalThis.gridwright.view.version > old, before, { timeout: TIMEOUT_MS });
    faults.push(...player.refusals.map((reason) => `refused: ${reason}`));
    return { clicks_to_decision: toDecision, clicks_to_move: player.clicks, elsewhere: [...elsewhere], faults };
}

let result;
const browser = await openBrowser({ pace: null });
try {
    result = await moveOnce(browser);
} catch (error) {
    result = { faults: [String(error)] };
} finally {
    await browser.close();
}
// Written atomically: another process waits for the file.
writeFileSync(`${file}.part`, JSON.stringify({ ...result, at: Date.now() }));
renameSync(`${file}.part`, file);
