/**
 * Puzzles on a real server, solved by mouse, by keyboard and on a phone. Before an answer nothing that the page
 * received reveals the best choice: no response of the server, and no file of the client.
 *
 *     npm run e2e:puzzle
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
const PHONE = { ...LAPTOP, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** JSON keys that only the answer of a puzzle may have, not its question. */
const TELLING = ['best', 'chance', 'lead', 'facts', 'error'];

const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser, print } = proof;
const problems = [];

/** Open a page and record its responses. */
async function open(options, path = '/puzzles') {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const got = { asked: [], files: [] };
    page.on('pageerror', (error) => problems.push(error.message));
    // A body that arrives after its page closed is ignored: the page cannot show it.
    page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.request().method() !== 'GET' || !response.ok()) return;
        const text = () => response.text().catch(() => null);
        if (pathname.startsWith('/api/puzzles')) got.asked.push(text());
        else if (pathname.endsWith('.js')) got.files.push(text());
    });
    await page.goto(server.address + path);
    await page.locator('[data-choice="0"]').waitFor({ timeout: TIMEOUT_MS });
    return { page, context, got };
}

const shownOn = (page) => page.locator('[data-puzzle]').getAttribute('data-puzzle');
const answered = (page) => page.locator('.choices .best').waitFor({ timeout: TIMEOUT_MS });

function keysIn(value) {
    if (Array.isArray(value)) return value.flatMap(keysIn);
    if (value === null || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]);
}

/** Verify that no response so far reveals the answer. `rules` and `sheet` are those of every table. */
async function verifySecrecy(got) {
    const here = async (texts) => (await Promise.all(texts)).filter((text) => text !== null);
    const [questions, files] = await Promise.all([here(got.asked), here(got.files)]);
    assert.ok(questions.length > 0 && files.length > 0);
    for (const text of questions) {
        const { sheet, ...asked } = JSON.parse(text);
        assert.ok(sheet);
        const revealed = keysIn(asked).filter((key) => TELLING.includes(key));
        assert.deepEqual(revealed, []);
        const { puzzle_id: id } = asked;
        assert.ok(!files.some((file) => file.includes(id)), `a file of the client knows ${id}`);
    }
}

const noOverflow = (page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

await proof.run(async () => {
    {
        const { page, context, got } = await open(LAPTOP);
        assert.ok(await page.locator('[data-do="continue"]').isDisabled(), 'nothing is decided before a choice');
        const id = await shownOn(page);
        await page.click('[data-choice="1"]');
        await verifySecrecy(got);
        await page.click('[data-do="continue"]');
        await answered(page);
        assert.match(await page.locator('.choices').innerText(), /\d\s*%/);
        assert.match(await page.locator('dl').innerText(), /[+−]\d+/);
        await page.click('[data-do="continue"]');
        await page.waitForFunction((old) => document.querySelector('[data-puzzle]')?.dataset.puzzle !== old, id);
        // By its link again: one attempt counts.
        await page.goto(`${server.address}/puzzles/${id}`);
        await page.locator('[data-choice="0"]').waitFor({ timeout: TIMEOUT_MS });
        await page.click('[data-choice="0"]');
        await page.click('[data-do="continue"]');
        await answered(page);
        assert.doesNotMatch(await page.locator('dl').innerText(), /[+−]\d+/);
        // A new table, at this very position.
        const round = (await page.locator('.title .wide').innerText()).match(/round (\d+)/)[1];
        await page.click('[data-do="play-on"]');
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await page.evaluate(() => String(globalThis.gridwright.view.observation.round)), round);
        await context.close();
    }
    {
        const { page, context, got } = await open(LAPTOP);
        const seen = new Set();
        for (let round = 0; round < 3; round += 1) {
            await page.locator('[data-choice="0"]').waitFor({ timeout: TIMEOUT_MS });
            seen.add(await shownOn(page));
            await page.keyboard.press('Enter');
            assert.equal(await page.locator('.choices .best').count(), 0, 'Enter decides nothing before a choice');
            if (round % 2) await page.keyboard.press('ArrowDown');
            else await page.keyboard.press('2');
            assert.equal(await page.locator('[aria-checked="true"]').count(), 1);
            if (round === 0) await verifySecrecy(got);
            await page.keyboard.press('Enter');
            await answered(page);
            await page.keyboard.press('Enter');
            await page.locator('.choices .best').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
        }
        assert.equal(seen.size, 3, 'each puzzle comes once');
        await context.close();
    }
    {
        const { page, context, got } = await open(PHONE);
        // The card game has no tab for fuel; the second one leads back to the question.
        for (const tab of [...(await page.locator('.tabs button').all()), page.locator('.tabs button:nth-child(2)')]) {
            await tab.tap();
            assert.ok(await noOverflow(page));
        }
        await page.locator('[data-choice="0"]').tap();
        await verifySecrecy(got);
        await page.locator('[data-do="continue"]').tap();
        await answered(page);
        assert.ok(await noOverflow(page));
        await context.close();
    }
    {
        // The names of the board arrive late: nothing is drawn without them.
        const context = await browser.newContext(LAPTOP);
        const page = await context.newPage();
        let arrive;
        const arrived = new Promise((done) => (arrive = done));
        let nHeld = 0;
        await page.route(/\/assets\/en-[^/]*\.js$/, async (route) => {
            nHeld += 1;
            await arrived;
            await route.continue();
        });
        const asked = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/api/puzzles'));
        const held = page.waitForRequest(/\/assets\/en-[^/]*\.js$/);
        await page.goto(`${server.address}/puzzles`);
        await (await asked).finished();
        await held;
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.equal(await page.locator('[data-puzzle]').count(), 0, 'drawn without the names of its board');
        arrive();
        await page.locator('[data-choice="0"]').waitFor({ timeout: TIMEOUT_MS });
        assert.ok(nHeld > 0);
        await context.close();
    }
    assert.deepEqual(problems, []);
    print('puzzles solved by mouse, keyboard and phone; nothing revealed before the answer');
});
