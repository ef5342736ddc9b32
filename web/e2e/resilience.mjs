/**
 * Whole games by clicks over a bad network: 10 % of the WebSocket frames and of the requests and answers are lost,
 * and everything else is half a second late. In the end the browser and the server agree, and no order was
 * executed twice.
 *
 *     npm run e2e:resilience                      # classic, deluxe and card
 *     npm run e2e:resilience -- card --seed 7
 *     npm run e2e:resilience -- --loss 0.2 --delay 300 --json result.json
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { openBrowser } from './browser.mjs';
import { openLossyLine } from './lossy.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';
import { ranked } from './pageChecks.mjs';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        loss: { type: 'string', default: '0.1' },
        delay: { type: 'string', default: '500' },
        seed: { type: 'string', default: '1' },
        json: { type: 'string' },
    },
});
const editions = positionals.length > 0 ? positionals : ['classic', 'deluxe', 'card'];
const MAX_RETRIES = 4;

/** Finds its button again after a reconnect. */
class RetryingPlayer extends Player {
    again = 0;

    async click(target) {
        for (let tried = 1; ; tried += 1) {
            try {
                await super.click(target);
                return;
            } catch (error) {
                if (error.name !== 'TimeoutError' || tried === MAX_RETRIES) throw error;
                this.again += 1;
                await this.page.locator('.act.turn').waitFor({ timeout: 60_000 });
            }
        }
    }
}

/** The table as the browser has folded it, from its offline storage. */
function known(page, gameId) {
    return page.evaluate(
        (key) =>
            new Promise((done, fail) => {
                const asked = indexedDB.open('gridwright');
                asked.onerror = () => fail(asked.error);
                asked.onsuccess = () => {
                    const read = asked.result.transaction('tables').objectStore('tables').get(key);
                    read.onsuccess = () => done(read.result?.view ?? null);
                };
            }),
        gameId,
    );
}

async function untilKnown(page, gameId, version) {
    for (let tried = 0; tried < 60; tried += 1) {
        const view = await known(page, gameId);
        if (view?.version === version) return view;
        await page.waitForTimeout(500);
    }
    throw new Error(`the browser does not get to version ${version} of ${gameId}`);
}

async function play(edition) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    line.forget();
    await page.goto(line.address);
    await page.click(`[data-edition="${edition}"]`);
    await page.click('[data-do="start"]');
    await page.locator('.desk').waitFor({ timeout: 60_000 });
    const player = new RetryingPlayer(page);
    const started = Date.now();
    try {
        await player.play();
    } catch (error) {
        await page.screenshot({ path: `/tmp/gridwright-resilience-${edition}.png` });
        throw error;
    }
    const seconds = (Date.now() - started) / 1000;
    const gameId = new URL(page.url()).pathname.split('/').at(-1);
    const { ticket, seat } = await page.evaluate(
        (key) => JSON.parse(localStorage.getItem(`gridwright.ticket.${key}`)),
        gameId,
    );
    const head = { headers: { authorization: `Bearer ${ticket}` } };
    const ask = async (path) => (await fetch(`${server.address}/api/tables/${gameId}${path}`, head)).json();
    const { table } = await ask('');
    await ranked(page, table.observation);
    const view = await untilKnown(page, gameId, table.version);
    assert.deepEqual(view.observation, table.observation);
    const { missing } = await ask('/entries?since=0');
    const acted = missing.filter((entry) => entry.seat === seat && entry.kind === 'acted').length;
    assert.equal(acted, line.done.size, 'every order was done once');
    assert.deepEqual(problems, []);
    const { counts } = line;
    assert.ok(
        counts.frames_down_dropped > 0 && counts.cut_before > 0 && counts.cut_after > 0,
        'the line lost nothing: it tries nothing',
    );
    const again = [...line.reached.values()].filter((times) => times > 1).length;
    await context.close();
    return {
        edition,
        seconds,
        clicks: player.clicks,
        clicks_again: player.again,
        orders_done: acted,
        orders_that_came_twice: again,
        versions: table.version,
        ...counts,
    };
}

const server = await openServer();
const browser = await openBrowser();
const line = await openLossyLine({
    to: server.address,
    loss: Number(values.loss),
    delay: Number(values.delay),
    seed: Number(values.seed),
});
const measured = { loss: line.loss, delay_ms: line.delay, seed: Number(values.seed), games: [] };
try {
    for (const edition of editions) {
        const game = await play(edition);
        measured.games.push(game);
        console.log(
            `${edition}: to the end screen in ${game.seconds.toFixed(0)} s, ${game.clicks} clicks; ` +
                `${game.frames_down_dropped} of ${game.frames_down} frames down and ${game.frames_up_dropped} of ${game.frames_up} up dropped, ` +
                `${game.cut_before} requests and ${game.cut_after} answers of ${game.requests} cut; ` +
                `${game.orders_done} orders done once, ${game.orders_that_came_twice} of them came twice; same table at version ${game.versions}`,
        );
    }
} finally {
    await browser.close();
    await line.close();
    await server.close();
    if (values.json) writeFileSync(values.json, `${JSON.stringify(measured, null, 4)}\n`);
}
