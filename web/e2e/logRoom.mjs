/**
 * The log of a table with six seats shows at least six events on a laptop.
 *
 *     npm run e2e:log-room
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { Player } from './player.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const MIN_EVENTS = 6;
const N_TURNS = 12;
const TIMEOUT_MS = 60_000;

const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser, print } = proof;

await proof.run(async () => {
    const context = await browser.newContext(LAPTOP);
    const person = await sitWithBots(server.address, { edition: 'classic', board: 'usa', seats: 6 });
    await lendSeat(context, person);
    const page = await context.newPage();
    await page.goto(`${server.address}/t/${person.gameId}`);
    const player = new Player(page);
    let fewest = Infinity;
    for (let turn = 0; turn < N_TURNS; turn += 1) {
        await page.waitForFunction(() => globalThis.gridwright?.view?.offers.length > 0, undefined, {
            timeout: TIMEOUT_MS,
        });
        const { all, seen } = await page.evaluate(() => {
            const book = document.querySelector('.left .book');
            const { top, bottom } = book.getBoundingClientRect();
            const lines = [...book.querySelectorAll('li')].map((line) => line.getBoundingClientRect());
            return {
                all: lines.length,
                seen: lines.filter((box) => box.top >= top && box.bottom <= bottom + 1).length,
            };
        });
        if (all >= 10 && seen < MIN_EVENTS && process.env.GRIDWRIGHT_PICTURES)
            await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/log-room-few.png` });
        if (all >= 10) fewest = Math.min(fewest, seen);
        await player.turn(async () => {});
    }
    if (process.env.GRIDWRIGHT_PICTURES)
        await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/log-room.png` });
    assert.ok(fewest >= MIN_EVENTS, `only ${fewest} events are in sight`);
    print(`the log of six seats shows at least ${fewest} events`);
});
