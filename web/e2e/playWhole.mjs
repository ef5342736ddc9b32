/**
 * Three whole games by clicks in the page without a server, one of each edition, and everything around them: a hint,
 * undo, replay, an analysis, a puzzle, a lesson, and a table with a searching bot. Where the build has a service
 * worker the network is off once the page is here; where it has none, a request to anywhere but the folder fails it.
 *
 *     make play && npm run e2e:play-whole
 *     npm run e2e:play-whole -- card
 *
 * The last lines are the measurements next to their thresholds; above one of them the proof fails. Tasks of the page count
 * while another worker searches or analyses; those of opening screens are only printed.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { LAPTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { openPage } from './playFolder.mjs';
import { FOLDER, openHost } from './playHost.mjs';
import { openProof } from './proof.mjs';

const TIMEOUT_MS = 600_000;
const SETTINGS = { guide: false, pace: 'now', powers: false, soundAsked: true };
const EDITIONS = ['classic', 'deluxe', 'card'];
/** Turns of the person after which a hint is requested, and an order is undone. */
const HINT_AT = 2;
const UNDO_AT = 4;
/** Milliseconds for which the page is watched while a game is analysed. */
const WATCH_MS = 5_000;
const MOVE_MS = 30;
const TASK_MS = 50;

const proof = await openProof(import.meta, { server: openHost });
const { server: host, browser, print, args } = proof;
const wanted = EDITIONS.filter((each) => args.length === 0 || args.includes(each));
assert.ok(wanted.length > 0, `expected ${EDITIONS.join(', ')}`);
const moves = [];

const view = (page) => page.evaluate(() => globalThis.gridwright.view);
const until = (page, holds, given) => page.waitForFunction(holds, given, { timeout: TIMEOUT_MS });

/** Times of the engine's due work, each at most one move of a bot, in ms. */
async function readMoves(page) {
    const engine = page.workers()[0];
    return engine.evaluate(() => {
        const found = performance.getEntriesByName('due work').map(({ duration }) => duration);
        performance.clearMeasures('due work');
        return found;
    });
}

async function begin(page, edition) {
    await page.goto(`${host.address}#/new`);
    await page.click(`[data-edition="${edition}"]`, { timeout: TIMEOUT_MS });
    await page.locator('[data-do="make"]:not(:disabled)').click({ timeout: TIMEOUT_MS });
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
}

async function useHint(page) {
    await page.locator('.bar [data-do="hint"]').click({ timeout: TIMEOUT_MS });
    await page.locator('[data-hint]').waitFor({ timeout: TIMEOUT_MS });
    await page.keyboard.press('Escape');
}

/** Take the last order back, where the table offers it; true if it did. */
async function undo(page) {
    const button = page.locator('.act:not([data-guarded]) [data-do="take-back"]:not(:disabled)').first();
    if ((await button.count()) === 0) return false;
    const { version } = await view(page);
    await button.click({ timeout: TIMEOUT_MS });
    await until(page, (before) => globalThis.gridwright.view.version > before, version);
    return true;
}

async function playWhole(page, edition) {
    await begin(page, edition);
    const player = new Player(page);
    let turns = 0;
    const done = { hint: false, undo: false };
    await player.play({
        before: async () => {
            turns += 1;
            if (turns >= UNDO_AT && !done.undo) done.undo = await undo(page);
            if (turns >= HINT_AT && !done.hint && (await page.locator('.bar [data-do="hint"]').count()) > 0) {
                await useHint(page);
                done.hint = true;
            }
        },
    });
    moves.push(...(await readMoves(page)));
    assert.deepEqual(done, { hint: true, undo: true });
    const { result, version } = await view(page);
    assert.equal(result.ended, 'played');
    print(`${edition}: a whole game of ${version} entries and ${player.clicks} clicks, with a hint and an undo`);
}

async function replay(page) {
    await page.locator('[data-do="replay"]:visible').first().click({ timeout: TIMEOUT_MS });
    await page.locator('.act.past, .act.playing').first().waitFor({ timeout: TIMEOUT_MS });
    print('replay: opened from the end of the game');
}

async function analyse(page, takeTasks) {
    const start = performance.now();
    await page.locator('[data-do="analysis"]:visible').first().click({ timeout: TIMEOUT_MS });
    await page.locator('[data-screen="analysis"] progress').waitFor({ timeout: TIMEOUT_MS });
    await takeTasks('screens');
    await page.locator('progress[value]:not([value="0"])').waitFor({ timeout: TIMEOUT_MS });
    await page.waitForTimeout(WATCH_MS);
    await takeTasks('work');
    await page.locator('.study[data-screen="analysis"]').waitFor({ timeout: TIMEOUT_MS });
    print(`analysis: shown after ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

async function solve(page) {
    await page.goto(`${host.address}#/puzzles`);
    await page.locator('[data-choice="0"]').click({ timeout: TIMEOUT_MS });
    await page.click('[data-do="continue"]');
    await page.locator('.choices .best').waitFor({ timeout: TIMEOUT_MS });
    print('puzzle: answered');
}

async function learn(page) {
    await page.goto(`${host.address}#/learn`);
    await page.click('[data-do="lesson-begin"]', { timeout: TIMEOUT_MS });
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    print('lesson: opened at the table');
}

/** A searching bot decides in another worker: while it does, the page answers at its usual speed. */
async function playExpert(page, takeTasks) {
    await page.goto(`${host.address}#/new`);
    await page.click('[data-edition="card"]', { timeout: TIMEOUT_MS });
    await page.click('[data-do="expert"], [data-value="expert"]', { timeout: TIMEOUT_MS });
    await page.locator('[data-do="make"]:not(:disabled)').click({ timeout: TIMEOUT_MS });
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    const player = new Player(page);
    await takeTasks('screens');
    const { round } = (await view(page)).observation;
    while ((await view(page)).observation.round === round) {
        await page.locator('.act.turn, .act.refused').first().waitFor({ timeout: TIMEOUT_MS });
        await player.turn();
    }
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    await takeTasks('work');
    assert.ok(page.workers().length > 1, 'expected a second worker');
    moves.push(...(await readMoves(page)));
    print('expert: a round, decided in another worker');
}

const share = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

await proof.run(async () => {
    const { context, page, problems } = await openPage(browser, host, LAPTOP);
    await page.goto(host.address);
    await page.evaluate((kept) => localStorage.setItem('gridwright.settings', JSON.stringify(kept)), SETTINGS);
    await page.reload();
    await page.locator('[data-engine="ready"]').waitFor({ timeout: TIMEOUT_MS });
    const isOffline = existsSync(join(FOLDER, 'sw.js'));
    if (isOffline) {
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await context.setOffline(true);
    }
    print(isOffline ? 'the network is off' : 'no service worker: requests to elsewhere fail the proof');
    const tasks = { screens: [], work: [] };
    const takeTasks = async (kind) => {
        const found = await page.evaluate(() => globalThis.watched.tasks.splice(0));
        tasks[kind].push(...found.map(({ duration }) => duration));
    };
    for (const edition of wanted) {
        await playWhole(page, edition);
        await takeTasks('screens');
        if (edition !== wanted.at(-1)) continue;
        await analyse(page, takeTasks);
        await replay(page);
    }
    await solve(page);
    await learn(page);
    await playExpert(page, takeTasks);
    const refused = await page.evaluate(() => globalThis.watched.refused);
    assert.deepEqual([problems, refused, host.missing], [[], [], []]);
    const longest = Math.max(0, ...tasks.work);
    const p95 = share(moves, 0.95);
    print(
        `${moves.length} moves: p95 ${p95.toFixed(1)} ms, at most ${MOVE_MS}; slowest ${share(moves, 1 - 1e-9).toFixed(1)} ms`,
    );
    print(`longest task while another worker works ${longest.toFixed(0)} ms, at most ${TASK_MS}`);
    print(`longest task of opening and playing ${Math.max(0, ...tasks.screens).toFixed(0)} ms`);
    assert.ok(moves.length > 100);
    assert.ok(p95 <= MOVE_MS && longest <= TASK_MS, 'a measurement is above its threshold');
});
