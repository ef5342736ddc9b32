/**
 * Two people and a bot who leave in every way: the host's room, a bot that plays on and the way back, a vote about
 * a player who is away, ending the game together, and resigning. A player counts as away after three minutes, so it takes four.
 *
 *     npm run e2e:leaving
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { Player } from './player.mjs';
import { atTable, getReady, makeTable, sitDown } from './seating.mjs';
import { openServer } from './server.mjs';

const AWAY = 240_000;
const SOON = 20_000;
const GAME = { edition: 'classic', preset: 'original', board: 'usa', seats: 3 };

const server = await openServer();
const browser = await openBrowser();
const problems = [];

async function visitor(name) {
    const context = await browser.newContext(LAPTOP);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    return new Player(page, name);
}

const press = (page, name) => page.click(`[data-do="${name}"]`);
const notice = (page, kind) => page.locator(`[data-notice="${kind}"]`);
const kindOf = (page, seat) => page.locator(`.seats [data-seat="${seat}"] .kind`);
const says = (locator, text) => locator.filter({ hasText: text }).first().waitFor({ timeout: SOON });

/** Hold a button down for this time. */
async function hold(page, name, milliseconds) {
    const box = await page.locator(`[data-do="${name}"]`).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(milliseconds);
    await page.mouse.up();
}

/** Ada makes a table, Grace joins by the link. */
async function together(ada, grace, game) {
    await makeTable(ada, server.address, game);
    await grace.page.goto(ada.page.url());
    await sitDown(grace, 1);
}

try {
    const ada = await visitor('Ada');
    const grace = await visitor('Grace');
    await together(ada, grace, GAME);
    assert.equal(await grace.page.locator('[data-do="change-table"]').count(), 0, 'a guest changed the table');
    await press(ada.page, 'bot-2');
    await ada.page.locator('[data-do="free-2"]').waitFor();
    assert.equal(await grace.page.locator('[data-do^="free-"]').count(), 0, 'a guest freed a seat');
    await press(ada.page, 'free-2');
    await ada.page.locator('[data-do="bot-2"]').waitFor({ timeout: SOON });
    console.log('the host adds a bot and removes it');

    await press(ada.page, 'free-1');
    await grace.page.locator('[data-do="sit-1"]').waitFor({ timeout: SOON });
    await sitDown(grace, 1);
    console.log('the host frees a seat, and it is taken again');

    await getReady(grace);
    await press(ada.page, 'change-table');
    await ada.page.uncheck('[data-field="listed"]');
    await ada.page.check('dialog [data-field="hidden-money"]');
    await press(ada.page, 'do-change');
    await ada.page.locator('dialog').waitFor({ state: 'detached', timeout: SOON });
    await says(grace.page.locator('.played'), 'Private');
    await grace.page.locator('[data-do="ready"]').waitFor({ timeout: SOON });
    console.log('the host changes the table, and all players must confirm again');

    await press(ada.page, 'bot-2');
    await ada.page.locator('[data-do="free-2"]').waitFor();
    await getReady(ada);
    await getReady(grace);
    await atTable(ada.page);
    await atTable(grace.page);
    const table = new URL(ada.page.url()).pathname;

    await press(grace.page, 'leave');
    await press(grace.page, 'leave-bot');
    await grace.page.waitForURL((url) => url.pathname === '/');
    await says(kindOf(ada.page, 1), 'bot plays');
    await grace.page.locator('.chip', { hasText: 'bot for you' }).waitFor({ timeout: SOON });
    console.log('a bot plays on, and the home page says so');

    await grace.page.goto(server.address + table);
    await notice(grace.page, 'bot').waitFor({ timeout: SOON });
    await says(kindOf(grace.page, 1), 'bot for you');
    await grace.page.goto(server.address);
    await press(grace.page, 'take-back-seat');
    await atTable(grace.page);
    await notice(grace.page, 'bot').waitFor({ state: 'detached', timeout: SOON });
    await kindOf(ada.page, 1).filter({ hasText: 'bot' }).waitFor({ state: 'detached', timeout: SOON });
    console.log('the seat is taken back from the home page');

    await grace.page.goto('about:blank');
    assert.equal(await notice(ada.page, 'vote').count(), 0, 'a player was away immediately');
    await notice(ada.page, 'vote').waitFor({ timeout: AWAY });
    await says(notice(ada.page, 'vote'), 'Grace is away');
    await press(ada.page, 'vote-wait');
    await notice(ada.page, 'vote').waitFor({ state: 'detached', timeout: SOON });
    console.log('players vote about an absent one after three minutes; waiting ends the vote');

    await grace.page.goto(server.address + table);
    await atTable(grace.page);
    await press(ada.page, 'leave');
    await press(ada.page, 'abandon');
    await notice(grace.page, 'end').waitFor({ timeout: SOON });
    await press(ada.page, 'play-on');
    await notice(grace.page, 'end').waitFor({ state: 'detached', timeout: SOON });
    await press(ada.page, 'leave');
    await press(ada.page, 'abandon');
    await press(grace.page, 'agree-end');
    for (const { page } of [ada, grace]) {
        await page.locator('[data-screen="end"] h1').waitFor({ timeout: SOON });
        assert.match(await page.locator('[data-screen="end"] h1').innerText(), /without a result/);
    }
    console.log('a game ends without a result when both agree');

    await together(ada, grace, { ...GAME, seats: 2 });
    await getReady(ada);
    await getReady(grace);
    await atTable(ada.page);
    await atTable(grace.page);
    await press(grace.page, 'leave');
    await hold(grace.page, 'resign', 300);
    assert.equal(await grace.page.locator('dialog').count(), 1, 'a short press resigned');
    await hold(grace.page, 'resign', 1200);
    for (const [{ page }, words] of [
        [ada, /You win: the other player resigned/],
        [grace, /Ada wins: the other player resigned/],
    ]) {
        await page.locator('[data-screen="end"] h1').waitFor({ timeout: SOON });
        assert.match(await page.locator('[data-screen="end"] h1').innerText(), words);
    }
    console.log('of two who resigns by holding for a second leaves the other the win');

    const alone = await visitor('Hedy');
    await makeTable(alone, server.address, { ...GAME, seats: 2 });
    await press(alone.page, 'bot-1');
    await alone.page.locator('[data-do="free-1"]').waitFor();
    await getReady(alone);
    await atTable(alone.page);
    await press(alone.page, 'leave');
    await alone.page.waitForURL((url) => url.pathname === '/');
    assert.equal(await alone.page.locator('dialog').count(), 0, 'leaving bots asked something');
    console.log('leaving bots asks nothing');
    assert.deepEqual(problems, []);
} finally {
    await browser.close();
    await server.close();
}
