/**
 * Automatic powering in a real game against bots: without a choice to make the bar announces it, a progress line runs
 * out and the best set is sent. A key or "Wait" stops it for the round; with the setting off nothing is sent.
 *
 *     npm run e2e:alone
 *     PICTURES=/tmp/shots npm run e2e:alone
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { FREE, Player } from './player.mjs';
import { atTable } from './seating.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 60_000;
const MAX_TURNS = 400;
/** Longer than the page's delay before sending, in ms. */
const LONG = 4000;
/** The server's undo window: time enough to take an order back on a slow machine. */
const HOLD = 6000;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'de', reducedMotion: 'reduce', hasTouch: true };
const server = await openServer({ hold: HOLD });
const browser = await openBrowser({ powers: true });
const problems = [];

/** Play until powering needs no choice; earlier rounds are powered manually. */
async function untilPlain(player) {
    const { page } = player;
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        const asked = await player.asked();
        const power = await page.evaluate(() => globalThis.gridwright.view.power);
        if (asked === 'run' && power?.is_plain) return page.evaluate(() => globalThis.gridwright.view.version);
        await player.turn(asked);
    }
    throw new Error('expected a plain set of plants');
}

const orders = (page) => {
    const sent = [];
    page.on('request', (request) => {
        if (request.url().endsWith('/orders')) sent.push(request.postDataJSON());
    });
    return sent;
};

async function shoot(page, name) {
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/alone-${name}.png` });
}

async function sit(size) {
    const page = await (await browser.newContext(size)).newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    const sent = orders(page);
    await page.goto(server.address);
    await page.click('[data-edition="classic"]');
    await page.click('[data-do="start"]');
    await atTable(page);
    return { page, sent, player: new Player(page) };
}

async function laptop() {
    const { page, sent, player } = await sit(LAPTOP);
    // Automatic.
    await untilPlain(player);
    const wait = page.locator('[data-do="wait"]');
    await wait.waitFor({ timeout: 1000 });
    assert.equal(await page.locator('.act .hold').count(), 1, 'a line runs out');
    assert.match(await page.locator('.act').innerText(), /Continues automatically/);
    await shoot(page, 'laptop');
    const before = sent.length;
    await page.waitForTimeout(1200);
    assert.equal(sent.length, before, 'not immediately');
    await page.waitForFunction(() => globalThis.gridwright.view.offers.length === 0, null, { timeout: LONG });
    assert.equal(sent.length, before + 1);
    assert.match(JSON.stringify(sent.at(-1)), /"do":"run"/);
    // An undone order is not sent again.
    await page.locator(FREE).waitFor();
    await page.locator('[data-do="take-back"]').click();
    await page.locator('.act.turn [data-do="run"]').waitFor({ timeout: TIMEOUT_MS });
    const undone = sent.length;
    await page.waitForTimeout(LONG);
    assert.equal(sent.length, undone, 'the player who took it back decides');
    await page.locator(FREE).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.gridwright.view.offers.length === 0, null, { timeout: TIMEOUT_MS });
    // Rapid key presses stop it, and it stays stopped; Enter powers.
    await untilPlain(player);
    await wait.waitFor({ timeout: 1000 });
    for (const key of ['Escape', 'ArrowRight', 'x', 'Escape']) await page.keyboard.press(key);
    await wait.waitFor({ state: 'detached' });
    const stopped = sent.length;
    await page.waitForTimeout(LONG);
    assert.equal(sent.length, stopped, 'a key stopped it');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => globalThis.gridwright.view.offers.length === 0, null, { timeout: TIMEOUT_MS });
    assert.equal(sent.length, stopped + 1, 'Enter powers');
    await page.context().close();
    console.log('laptop: automatic, not again after an undo, stopped by keys, Enter powers');
}

async function phone() {
    const person = await sitWithBots(server.address, { edition: 'classic', seats: 3 });
    await person.play((view, asked) => asked.includes('run') && view.power?.is_plain);
    const context = await browser.newContext(PHONE);
    await lendSeat(context, person);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    const sent = orders(page);
    await page.goto(`${server.address}/t/${person.gameId}`);
    const wait = page.locator('[data-do="wait"]');
    await wait.waitFor({ timeout: TIMEOUT_MS });
    await shoot(page, 'phone');
    await wait.tap();
    await wait.waitFor({ state: 'detached' });
    const stopped = sent.length;
    await page.waitForTimeout(LONG);
    assert.equal(sent.length, stopped, 'the button stopped it');
    await context.close();
    console.log('phone: the button stops it');
}

try {
    await laptop();
    await phone();
    assert.deepEqual(problems, []);
} catch (error) {
    for (const page of browser.contexts().flatMap((each) => each.pages()))
        await page.screenshot({ path: '/tmp/gridwright-e2e-alone.png' });
    throw error;
} finally {
    await browser.close();
    await server.close();
}
