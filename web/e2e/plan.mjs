/**
 * A plan of several cities, by clicks on a real server: the list is priced as a whole, caps show the prices after it, one
 * order builds it, and the money is what the foot said. Four cities take at most six clicks.
 *
 *     npm run e2e:plan
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { FREE, Player } from './player.mjs';
import { openServer } from './server.mjs';

const PATIENCE = 20_000;
const WANTED = 4;
const MOST_CLICKS = WANTED + 2;
const MOST_TURNS = 120;

const server = await openServer();
const browser = await openBrowser();
const problems = [];
const viewOf = (page) => page.evaluate(() => globalThis.gridwright.view);
const until = (page, holds, given) => page.waitForFunction(holds, given, { timeout: PATIENCE });
const isMine = (page) =>
    until(page, () => {
        const view = globalThis.gridwright?.view;
        return view && (view.offers.length > 0 || view.status === 'finished');
    });
const priced = (page) => page.locator('.plan[aria-busy="false"]').waitFor({ timeout: PATIENCE });

async function picture(page, name) {
    if (process.env.GRIDWRIGHT_PICTURES)
        await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/${name}.png` });
}

/** Add cities as long as the money lasts; returns how many. */
async function choose(page) {
    let chosen = 0;
    while (chosen < WANTED) {
        const { offers } = await viewOf(page);
        const offer = offers.find((each) => each.offer === 'connect');
        const site = page.locator('.sites button[aria-pressed="false"]').first();
        if (!offer || !(await site.count())) break;
        await site.click();
        chosen += 1;
        await priced(page);
        if (await page.locator('.plan li.short').count()) {
            await picture(page, 'plan-short');
            await page.locator('.plan li.short .out').first().click();
            chosen -= 1;
            if (chosen > 0) await priced(page);
            break;
        }
    }
    return chosen;
}

/** Press the yellow button; a press within the guard time after the last choice does nothing, by design. */
async function build(page, version) {
    const isDone = (old) => globalThis.gridwright.view.version > old;
    for (let tries = 0; tries < 3; tries += 1) {
        await page.locator(FREE).waitFor({ timeout: PATIENCE });
        await page.locator('.bar [data-do="connect"]').click();
        const done = await page.waitForFunction(isDone, version, { timeout: 3000 }).catch(() => null);
        if (done) return;
    }
    await picture(page, 'plan-stuck');
    throw new Error(`the plan was not built: ${await page.locator('.act').innerText()}`);
}

const numbers = async (locator) => (await locator.allInnerTexts()).map(Number);

try {
    const context = await browser.newContext(LAPTOP);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    await page.click('[data-edition="classic"]');
    await page.click('[data-do="start"]');
    const player = new Player(page);
    let largest = 0;
    let plans = 0;
    for (let turn = 0; turn < MOST_TURNS && (largest < WANTED || plans < 3); turn += 1) {
        await isMine(page);
        const before = await viewOf(page);
        if (before.status === 'finished') break;
        if (!before.offers.some(({ offer }) => offer === 'connect')) {
            await player.turn(async () => {});
            continue;
        }
        const count = await choose(page);
        if (count === 0) {
            await player.press('finish-building');
            continue;
        }
        const prices = await numbers(page.locator('.plan .price'));
        const [together, left] = await numbers(page.locator('.plan dd').first().or(page.locator('.plan dd').nth(1)));
        const me = before.viewer;
        const sum = prices.reduce((total, price) => total + price, 0);
        assert.equal(together, sum, 'the foot is the sum of the rows');
        assert.equal(left, before.observation.money[me] - sum);
        if (count === WANTED) {
            await picture(page, 'plan-four');
            assert.ok(count + 1 <= MOST_CLICKS);
        }
        await build(page, before.version);
        const entry = await page.evaluate(
            async ([path, version]) => (await (await fetch(`${path}/entries?since=${version}`)).json()).missing[0],
            [`/api/tables/${before.game_id}`, before.version],
        );
        const built = entry.lines.filter((line) => line.startsWith(`${me} connect`));
        assert.equal(built.length, count, `one entry builds all: ${entry.lines.join('; ')}`);
        const now = await viewOf(page);
        assert.ok(now.version > entry.version || now.observation.actor !== me, 'and ends the turn');
        largest = Math.max(largest, count);
        plans += 1;
    }
    assert.deepEqual(problems, []);
    assert.ok(largest === WANTED, `the largest plan had ${largest} cities`);
    console.log(`${plans} plans, each one log entry; ${WANTED} cities by ${WANTED + 1} clicks`);
} finally {
    await browser.close();
    await server.close();
}
