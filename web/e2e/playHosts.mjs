/**
 * The same folder at three static hosts that know nothing of it, each in a subfolder: a first table and a turn.
 *
 *     make play && npm run e2e:play-hosts
 */
import assert from 'node:assert/strict';

import { LAPTOP, launchChromium } from './browser.mjs';
import { Player } from './player.mjs';
import { HOSTS, openNamedHost, openPage } from './playFolder.mjs';

const FIRST_PORT = 8611;
const TIMEOUT_MS = 300_000;

const browser = await launchChromium();
try {
    for (const [number, name] of HOSTS.entries()) {
        const host = await openNamedHost(name, FIRST_PORT + number);
        try {
            const { context, page, problems } = await openPage(browser, host, LAPTOP);
            await page.goto(host.address);
            await page.click('[data-do="play-now"]');
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
            const version = await page.evaluate(() => globalThis.gridwright.version);
            await new Player(page).turn();
            await page.waitForFunction((before) => globalThis.gridwright.version > before, version);
            assert.deepEqual([problems, host.missing], [[], []]);
            await context.close();
            console.log(`${name}: a table and a turn at ${new URL(host.address).pathname}`);
        } finally {
            await host.close();
        }
    }
} finally {
    await browser.close();
}
