/**
 * The first game of a visitor has the guide: it begins with one card that says goal, length and end. "I know the game" puts it off, for
 * later first games too.
 *
 *     npm run e2e:first-game
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 60_000;
const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser, print } = proof;

async function firstGame(edition, options) {
    const context = await browser.newContext({ ...LAPTOP, ...options });
    await context.addInitScript(() => {
        const KEPT = 'gridwright.settings';
        const { guide, ...others } = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
        if (!localStorage.getItem('asked')) localStorage.setItem(KEPT, JSON.stringify(others));
        localStorage.setItem('asked', '1');
    });
    const page = await context.newPage();
    await page.goto(server.address);
    await page.click(`[data-edition="${edition}"]`);
    await page.click('[data-do="start"]');
    await page.locator('.coach').waitFor({ timeout: TIMEOUT_MS });
    return page;
}

await proof.run(async () => {
    for (const [edition, locale, viewport] of [
        ['classic', 'en', { width: 1280, height: 800 }],
        ['card', 'de', { width: 390, height: 844 }],
    ]) {
        const page = await firstGame(edition, { locale, viewport });
        assert.equal(await page.locator('.coach li').count(), 3);
        if (process.env.GRIDWRIGHT_PICTURES)
            await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/first-game-${edition}.png` });
        await page.click('[data-do="guide-begin"]');
        await page.locator('.coach [data-do="guide-pause"]').waitFor({ timeout: TIMEOUT_MS });
        await page.reload();
        await page.locator('.coach [data-do="guide-pause"]').waitFor({ timeout: TIMEOUT_MS });
        print(`${edition}, ${locale}: the card comes once, the guide stays`);
    }
    const page = await firstGame('classic', {});
    await page.click('[data-do="guide-know"]');
    await page.locator('.coach').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.gwmap').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.locator('.coach').count(), 0);
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('gridwright.settings')));
    assert.equal(kept.guide, false);
    print('"I know the game" puts the guide off');
});
