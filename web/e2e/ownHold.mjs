/**
 * The wait between an own order and the next own decision, against three bots without playback, with the server's own undo window: the
 * median, and that the bar offers "Continue" only after orders that end a part.
 *
 *     npm run e2e:own-hold
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const MAX_MEDIAN_MS = 1500 * Number(process.env.SLOW ?? 1);
const N_TURNS = 24;
const TIMEOUT_MS = 60_000;
/** Decisions within an auction: the bots answer them without a wait, unless they turn up a card. */
const PASSING = new Set(['offer', 'bid', 'pass', 'drop']);

const proof = await openProof(import.meta, { server: () => openServer({ hold: '' }) });
const { server, browser, print } = proof;

const isMine = (page) =>
    page.waitForFunction(() => globalThis.gridwright?.view?.offers.length > 0, undefined, { timeout: TIMEOUT_MS });

await proof.run(async () => {
    const context = await browser.newContext(LAPTOP);
    const page = await context.newPage();
    await page.goto(server.address);
    await page.click('[data-edition="classic"]');
    await page.click('[data-do="start"]');
    await isMine(page);
    // The view while no decision is due: when it began, and whether the bar offered to continue.
    await page.evaluate(() => {
        globalThis.waits = [];
        let began = 0;
        let order = '';
        let offered = '';
        const look = () => {
            const { view } = globalThis.gridwright;
            const isMine = view.offers.length > 0;
            if (!isMine && began === 0) {
                began = performance.now();
                order = view.undo?.actions[0]?.do ?? '';
                offered = '';
            }
            const isBots = view.observation.actor >= 0;
            if (!isMine && document.querySelector('[data-do="continue"]')) offered ||= isBots ? 'bots' : 'card';
            if (isMine && began > 0) {
                globalThis.waits.push({ took: performance.now() - began, order, offered });
                began = 0;
            }
            requestAnimationFrame(look);
        };
        look();
    });
    const player = new Player(page);
    for (let turn = 0; turn < N_TURNS; turn += 1) {
        await isMine(page);
        await player.turn(async () => {});
    }
    await isMine(page);
    const waits = await page.evaluate(() => globalThis.waits);
    const times = waits.map(({ took }) => took).toSorted((one, other) => one - other);
    const median = times[Math.floor(times.length / 2)];
    print(`${times.length} waits, median ${median.toFixed(0)} ms, longest ${times.at(-1).toFixed(0)} ms`);
    for (const { order, offered } of waits)
        if (PASSING.has(order)) assert.notEqual(offered, 'bots', `the bots waited after ${order}`);
    assert.ok(
        waits.some(({ offered }) => offered),
        'the bar offered to continue after no order',
    );
    assert.ok(median <= MAX_MEDIAN_MS, `the median is ${median.toFixed(0)} ms`);
});
