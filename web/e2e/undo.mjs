/**
 * Undo against bots, by clicks on a real server: within the undo window, and later together with the bots' moves since. The table
 * is then exactly as it was, the log names the undone moves, and an order that turned up a card cannot be undone.
 *
 *     npm run e2e:undo
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const HOLD = 4_000;
const TIMEOUT_MS = 60_000;
const N_EACH = 2;
const MAX_TURNS = 60;

const server = await openServer({ hold: HOLD });
const browser = await openBrowser();
const problems = [];

const viewOf = (page) => page.evaluate(() => globalThis.gridwright.view);
const until = (page, holds, given) => page.waitForFunction(holds, given, { timeout: TIMEOUT_MS });
const isMine = (page) =>
    until(page, () => {
        const view = globalThis.gridwright?.view;
        return view?.observation && (view.offers.length > 0 || view.status !== 'running');
    });

/** Press undo, and compare with the table before the order. */
async function takeBack(page, before) {
    await page.locator('.act:not([data-guarded]) [data-do="take-back"]:not(:disabled)').click({ timeout: TIMEOUT_MS });
    await until(page, (version) => globalThis.gridwright.view.version > version, (await viewOf(page)).version - 1);
    await until(page, (old) => JSON.stringify(globalThis.gridwright.view.observation) === old, before);
    await until(page, () => document.querySelector('.log .book')?.textContent.includes('You undo '));
}

try {
    const context = await browser.newContext(LAPTOP);
    // The window stays open as long as the server's: nothing ends it early.
    await context.route('**/orders', (route) =>
        route.request().postData()?.includes('"continue"') ? route.abort() : route.fallback(),
    );
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    await page.click('[data-edition="classic"]');
    await page.click('[data-do="start"]');
    const player = new Player(page);
    const done = { held: 0, later: 0, shown: 0 };
    for (let turn = 0; turn < MAX_TURNS && Math.min(...Object.values(done)) < N_EACH; turn += 1) {
        await isMine(page);
        const before = await viewOf(page);
        const asked = JSON.stringify(before.observation);
        await player.turn(async () => {});
        const after = await viewOf(page);
        const [order] = after.undo?.actions ?? [];
        if (after.version === before.version + 1 && after.hold_until !== null && done.held < N_EACH) {
            assert.ok(after.hold_until <= Date.now() + HOLD);
            assert.ok(order, 'the order of a moment ago can be taken back');
            await takeBack(page, asked);
            done.held += 1;
            continue;
        }
        // Let the bots play, or turn up the card.
        await isMine(page);
        const now = await viewOf(page);
        const mine = now.undo?.version;
        if (mine !== undefined && now.version > mine && done.later < N_EACH) {
            await takeBack(page, asked);
            done.later += 1;
        } else if (mine === undefined) {
            assert.equal(await page.locator('.bar [data-do="take-back"]').count(), 0);
            done.shown += 1;
        }
    }
    assert.deepEqual(problems, []);
    assert.ok(Math.min(...Object.values(done)) >= N_EACH, JSON.stringify(done));
    console.log(`undone within the hold ${done.held}, after bots had played ${done.later}; too late ${done.shown}`);
} finally {
    await browser.close();
    await server.close();
}
