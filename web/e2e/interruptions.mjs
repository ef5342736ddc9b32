/**
 * Interruptions in the middle of a turn: a reload, a closed tab, a killed server, a lost Redis. Each game is played to its end, and the
 * log keeps every move that was acknowledged before.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

import { LAPTOP } from './browser.mjs';
import { GAMES } from './games.mjs';
import { gather } from './many.mjs';
import { Player } from './player.mjs';
import { atTable, getReady, inviteBots, startAgainstBots } from './seating.mjs';
import { agree, entries, keyOf, watch } from './pageChecks.mjs';

/** Steps of the player before which an interruption comes. */
const MOMENTS = [2, 12];
const WITHOUT_REDIS = 12;

/** The page's view of the game: seats, market, whose turn. */
const shown = (page) => page.locator('.seats, .plants, .act .flag').allInnerTexts();
const mine = (page) => page.locator('.act.turn').waitFor({ timeout: 180_000 });

/** Fail unless the log still begins with these entries. */
async function nothingLost(address, key, before) {
    const now = await entries(address, key);
    assert.deepEqual(now.slice(0, before.length), before);
}

/** A whole game with interruptions before some steps. `interrupt` may give the player another page. */
async function gameWith(browser, stage, interrupt, { outages = false } = {}) {
    const problems = [];
    const context = await browser.newContext(LAPTOP);
    await watch(context, problems, { outages });
    const player = new Player(await context.newPage());
    try {
        await startAgainstBots(player, stage.address, GAMES.usa);
        let steps = 0;
        let interruptions = 0;
        await player.play({
            before: async () => {
                steps += 1;
                if (!MOMENTS.includes(steps)) return;
                interruptions += 1;
                const key = await keyOf(player.page);
                const before = await entries(stage.address, key);
                await interrupt(player, stage, context);
                await nothingLost(stage.address, key, before);
            },
        });
        await agree(player.page, stage.address);
        assert.equal(interruptions, MOMENTS.length);
        assert.deepEqual(problems, []);
        return { interruptions, clicks: player.clicks };
    } catch (error) {
        await player.page.screenshot({ path: '/tmp/gridwright-e2e-interruption.png' }).catch(() => {});
        const known = await player.page
            .evaluate(() => ({
                known: globalThis.gridwright?.version,
                drawn: document.querySelector('.desk')?.getAttribute('data-stamp'),
            }))
            .catch(String);
        error.message += `\nthe page: ${JSON.stringify(known)}`;
        if (problems.length > 0) error.message += `\nwhile the page said: ${problems.join('; ')}`;
        throw error;
    } finally {
        await context.close();
    }
}

/** Wait until the page shows the same as before; presence arrives after the table. */
async function verifyShown(page, before) {
    for (const until = Date.now() + 10_000; Date.now() < until;) {
        if (isDeepStrictEqual(await shown(page), before)) return;
        await page.waitForTimeout(100);
    }
    assert.deepEqual(await shown(page), before);
}

async function reload(player) {
    const before = await shown(player.page);
    await player.page.reload();
    await mine(player.page);
    await verifyShown(player.page, before);
}

async function closeTab(player, _stage, context) {
    const before = await shown(player.page);
    const address = player.page.url();
    await player.page.close();
    player.page = await context.newPage();
    await player.page.goto(address);
    await mine(player.page);
    await verifyShown(player.page, before);
}

/** Two tabs of one person: what one does, the other shows. */
async function secondTab(player, _stage, context) {
    const second = await context.newPage();
    await second.goto(player.page.url());
    await mine(second);
    await player.turn();
    await player.page
        .locator('.act.turn')
        .or(player.page.locator('[data-screen="end"]'))
        .first()
        .waitFor({ timeout: 60_000 });
    await second.waitForFunction(
        (now) => document.querySelector('.desk')?.getAttribute('data-stamp') === now,
        await player.stamp(),
        { timeout: 20_000 },
    );
    await verifyShown(second, await shown(player.page));
    await second.close();
}

/** The server dies with an order on its way, and comes back; the page is never reloaded. */
async function killServer(player, stage) {
    const { page } = player;
    await page.evaluate(() => (globalThis.neverReloaded = true));
    const before = await shown(page);
    await stage.order('kill node 0');
    await page.locator('.act.off').waitFor({ timeout: 60_000 });
    await stage.order('start node 0');
    await mine(page);
    await verifyShown(page, before);
    // The second time it dies while an order is on its way; the order is carried out once all the same.
    const sent = page.waitForRequest((request) => request.url().endsWith('/orders'), { timeout: 30_000 });
    const turn = player.turn();
    await Promise.race([sent, turn]);
    await stage.order('kill node 0');
    await stage.order('start node 0');
    await turn;
    await mine(page);
    assert.equal(await page.evaluate(() => globalThis.neverReloaded), true);
}

/** Two people at two nodes and a bot: Redis dies in mid-turn, the game continues without it, Redis comes back. */
async function loseRedis(browser, stage) {
    const problems = [];
    const people = await gather(browser, stage, { ...GAMES.usa, seats: 3 }, 2, problems, { outages: true });
    let isLost = false;
    try {
        await inviteBots(people[0], 2, 3);
        for (const person of people) await getReady(person);
        for (const { page } of people) {
            await atTable(page);
            await page.evaluate(() => (globalThis.neverReloaded = true));
        }
        const key = await keyOf(people[0].page);
        let steps = 0;
        let before = [];
        const [first] = MOMENTS;
        const redis = async () => {
            steps += 1;
            if (steps === first) {
                before = await entries(stage.address, key);
                isLost = true;
                await stage.order('kill redis');
            }
            if (steps === first + WITHOUT_REDIS) {
                await nothingLost(stage.address, key, before);
                await stage.order('start redis');
                isLost = false;
            }
        };
        await Promise.all(people.map((person) => person.play({ before: redis })));
        assert.equal(isLost, false);
        await nothingLost(stage.address, key, before);
        for (const person of people) {
            await agree(person.page, person.address);
            assert.equal(await person.page.evaluate(() => globalThis.neverReloaded), true);
        }
        assert.deepEqual(problems, []);
        return { 'steps without Redis': WITHOUT_REDIS, choices: people.map(({ clicks }) => clicks) };
    } finally {
        if (isLost) await stage.order('start redis');
        for (const { page } of people) await page.context().close();
    }
}

const OUTAGES = { outages: true };
export const INTERRUPTIONS = {
    reload: { title: 'a reload in mid-turn', prove: (browser, stage) => gameWith(browser, stage, reload) },
    tab: {
        title: 'a tab closed in mid-turn and opened again',
        prove: (browser, stage) => gameWith(browser, stage, closeTab),
    },
    'second-tab': {
        title: 'a second tab stays in step',
        prove: (browser, stage) => gameWith(browser, stage, secondTab),
    },
    server: {
        title: 'a server killed in mid-turn',
        prove: (browser, stage) => gameWith(browser, stage, killServer, OUTAGES),
    },
    redis: { title: 'Redis lost in mid-turn, two nodes', prove: loseRedis },
};
