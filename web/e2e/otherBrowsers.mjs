/**
 * Firefox and WebKit play a whole round by clicks, and show the whole names of a table of six at both sizes.
 *
 *     npm run e2e:browsers
 *     npm run e2e:browsers -- WebKit
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { DriverPage } from './driverPage.mjs';
import { Player } from './player.mjs';
import { RESULTS } from './proof.mjs';
import { openServer } from './server.mjs';
import { TableApi } from './tableApi.mjs';
import { BROWSERS } from './webdriver.mjs';

const SIX = { edition: 'classic', preset: 'original', board: 'usa', seats: 6 };
const NAMES = ['Blaise', 'Samuel', 'Konrad', 'Nikola', 'Grete'];
const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
];
const SETTINGS = { guide: false, pace: 'now', powers: false, soundAsked: true };

/** Runs in the page: keep its errors. Firefox runs each script in a sandbox of its own, so they are kept in the document. */
function collectProblems() {
    const { dataset } = document.documentElement;
    dataset.problems = '';
    globalThis.addEventListener('error', (event) => (dataset.problems += `${event.message} `));
    globalThis.addEventListener('unhandledrejection', (event) => (dataset.problems += `${event.reason} `));
}

/** Runs in the page: texts of names that are wider than their boxes. */
function cutNames() {
    const names = [...document.querySelectorAll('.nm, .mini .a b')].filter((each) => each.offsetWidth > 0);
    const cut = names.filter((each) => each.scrollWidth > each.clientWidth + 1);
    return { shown: names.map((each) => each.textContent.trim()), cut: cut.map((each) => each.textContent.trim()) };
}

async function open(page, address, path) {
    await page.goto(address);
    await page.evaluate((settings) => localStorage.setItem('gridwright.settings', JSON.stringify(settings)), SETTINGS);
    await page.goto(address + path);
}

/** A first game from the home page, until the second round. */
async function playRound(page, address) {
    await open(page, address, '/');
    const player = new Player(page);
    await player.click(page.locator('[data-do="start"]').first());
    await page.locator('.act.turn').waitFor();
    await page.evaluate(collectProblems);
    const round = async () => (await player.look()).round;
    while ((await round()) < 2) {
        await page.locator('.act.turn, .act.refused').first().waitFor();
        await player.turn();
    }
    assert.deepEqual(player.refusals, []);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.problems), '');
    return player.clicks;
}

async function readNames(page, address, name) {
    const { gameId } = await new TableApi(address).begun(SIX, 'Maximilian', NAMES);
    let read = 0;
    for (const size of SIZES) {
        await page.setViewportSize(size);
        await open(page, address, `/t/${gameId}`);
        await page.locator('.seat, .strip').waitFor();
        const { shown, cut } = await page.evaluate(cutNames);
        assert.ok(shown.length >= SIX.seats, `expected six names, got ${shown}`);
        // The name of a person may be longer than its place.
        const isCut = (each) => cut.includes(each);
        assert.deepEqual(NAMES.filter(isCut), [], `cut names at ${size.width}`);
        await page.screenshot({ path: join(RESULTS, `${name}-${size.width}.png`) });
        read += shown.length;
    }
    return read;
}

const named = process.argv.slice(2);
const wanted = Object.keys(BROWSERS).filter((each) => named.length === 0 || named.includes(each));
assert.ok(wanted.length > 0, `expected ${Object.keys(BROWSERS).join(' or ')}, got ${named.join(', ')}`);
mkdirSync(RESULTS, { recursive: true });
const server = await openServer();
const failed = [];
for (const name of wanted) {
    const { driver, close } = await BROWSERS[name]();
    const page = new DriverPage(driver);
    try {
        await page.setViewportSize(SIZES[0]);
        const clicks = await playRound(page, server.address);
        const names = await readNames(page, server.address, name);
        console.log(`ok      ${name}: a round by ${clicks} clicks, ${names} names whole`);
    } catch (error) {
        failed.push(name);
        await page.screenshot({ path: join(RESULTS, `${name}.png`) }).catch(() => {});
        console.log(`FAILED  ${name}: ${error.message}`);
    } finally {
        await close();
    }
}
await server.close();
console.log(`other browsers: ${failed.length} of ${wanted.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
