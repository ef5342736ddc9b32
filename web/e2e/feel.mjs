/**
 * A turn on a slow line: a click shows as sent immediately and is confirmed later, and pieces fly to the seat that
 * took them; the back button, another tab and the settings lose nothing.
 *
 *     npm run e2e:feel
 */
import assert from 'node:assert/strict';

import { openBrowser } from './browser.mjs';
import { openLossyLine } from './lossy.mjs';
import { FREE, Player } from './player.mjs';
import { openServer } from './server.mjs';

const DELAY = 400;
const MAX_DELAY_MS = 100;
const server = await openServer();
const line = await openLossyLine({ to: server.address, loss: 0, delay: DELAY, seed: 1 });
const browser = await openBrowser({ pace: 'brisk' });
const problems = [];
const mine = (page) => page.locator('.act.turn').waitFor({ timeout: 60_000 });

async function picture(page, name) {
    if (process.env.GRIDWRIGHT_PICTURES)
        await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/${name}.png` });
}

/** Milliseconds from a click until the page shows that it was sent, or -1; and the version that it shows then. */
async function clickToSent(page, button) {
    await page.evaluate(() => {
        window.sentAfter = new Promise((done) => {
            addEventListener(
                'click',
                () => {
                    const from = performance.now();
                    const seen = new MutationObserver(() => {
                        if (!document.querySelector('.desk[data-sent]')) return;
                        seen.disconnect();
                        requestAnimationFrame(() =>
                            done({
                                after: performance.now() - from,
                                stamp: document.querySelector('.desk').dataset.stamp,
                            }),
                        );
                    });
                    seen.observe(document.querySelector('.desk'), { attributes: true });
                    setTimeout(() => done({ after: -1, stamp: '' }), 5000);
                },
                { capture: true, once: true },
            );
        });
    });
    await button.click();
    await picture(page, `sent-${await page.locator('.desk').getAttribute('data-sent')}`);
    return page.evaluate(() => window.sentAfter);
}

/** Count flight animations from now on. */
const countFlights = (page) =>
    page.evaluate(() => {
        window.flown = new Set();
        new MutationObserver((changes) => {
            for (const change of changes)
                for (const node of change.addedNodes)
                    if (node.classList?.contains('thing')) window.flown.add(node.className.split(' ')[1]);
        }).observe(document.querySelector('.sky'), { childList: true, subtree: true });
    });

try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(line.address);
    await page.click('[data-edition="classic"]');
    await page.click('[data-do="start"]');
    await mine(page);
    await page.locator('.sky').waitFor({ state: 'attached' });

    const player = new Player(page);
    while ((await page.locator('.desk').getAttribute('data-asked')) !== 'offer') {
        await player.turn(async () => {});
        await mine(page);
    }
    const card = page.locator('.plants button.plant').last();
    await card.click();
    const name = await card.getAttribute('data-plant');
    await page.goBack();
    await page.locator('[data-do="start"]').waitFor();
    await page.goForward();
    await page.locator(`.plants button.plant[data-plant="${name}"][aria-pressed="true"]`).waitFor({ timeout: 60_000 });
    await page.reload();
    await page.locator(`.plants button.plant[data-plant="${name}"][aria-pressed="true"]`).waitFor({ timeout: 60_000 });
    console.log('back, forward and a reload keep what was chosen');

    await page.locator('.sky').waitFor({ state: 'attached' });
    await countFlights(page);
    const version = async () => Number.parseInt(await page.locator('.desk').getAttribute('data-stamp'), 10);
    const before = await version();
    await page.locator(FREE).waitFor();
    const { after, stamp } = await clickToSent(page, page.locator('.bar [data-do="offer"]'));
    assert.ok(after >= 0 && after <= MAX_DELAY_MS * Number(process.env.SLOW ?? 1), `sent was shown after ${after} ms`);
    assert.equal(stamp, `${before}.true`, 'the table waits for the server');
    await page.waitForFunction(
        (old) =>
            Number.parseInt(document.querySelector('.desk').dataset.stamp, 10) > old &&
            !document.querySelector('.desk[data-sent]'),
        before,
        { timeout: 60_000 },
    );
    console.log(`an order shows as sent ${after.toFixed(0)} ms after the click, and settles when the server agrees`);

    const begun = Number(await page.locator('.desk').getAttribute('data-round'));
    while (!(await page.evaluate(() => ['plant', 'fuel', 'house'].every((kind) => window.flown.has(kind))))) {
        await mine(page);
        await player.turn(async () => {});
        assert.ok(
            Number(await page.locator('.desk').getAttribute('data-round')) < begun + 4,
            `only ${await page.evaluate(() => [...window.flown])} flew`,
        );
    }
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.sky')).pointerEvents), 'none');
    console.log('plants, fuel and houses fly to the seat that took them');

    // While others' moves are shown, a click only skips them.
    await mine(page);
    await page.click('[data-do="settings"]');
    await page.locator('dialog[open]').waitFor();
    await picture(page, 'settings');
    await page.locator('[data-setting="motion"]').click();
    await page.locator('[data-setting="sound"]').click();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.motion), 'off');
    await page.reload();
    await page.locator('.sky').waitFor({ state: 'attached', timeout: 60_000 });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.motion), 'off');
    await countFlights(page);
    const round = Number(await page.locator('.desk').getAttribute('data-round'));
    while (Number(await page.locator('.desk').getAttribute('data-round')) <= round) {
        await mine(page);
        await player.turn(async () => {});
    }
    assert.deepEqual(await page.evaluate(() => [...window.flown]), []);
    console.log('with motion off nothing flies, and the settings outlive a reload');

    await mine(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.click('[data-do="settings"]');
    await page.locator('[data-setting="dark"]').click();
    await picture(page, 'settings-phone-dark');
    assert.deepEqual(problems, []);
} catch (error) {
    for (const context of browser.contexts())
        for (const page of context.pages()) await page.screenshot({ path: '/tmp/gridwright-feel.png' });
    console.error(problems.join('\n'));
    throw error;
} finally {
    await browser.close();
    await line.close();
    await server.close();
}
