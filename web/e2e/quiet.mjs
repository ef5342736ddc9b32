/**
 * A quiet browser: the main pages, as a guest and as a person with an account, and a first round against bots cause no
 * failed request and no line in the console. All pages have one width.
 *
 *     npm run e2e:quiet
 */
import assert from 'node:assert/strict';

import { LAPTOP, SCREEN } from './browser.mjs';
import { Player } from './player.mjs';
import { openProof, runTests } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
/** Time in which a page sends its requests. */
const QUIET_MS = 600;
const WIDE = { ...LAPTOP, viewport: { width: 1600, height: 900 } };
const PATHS = [
    '/',
    '/new',
    '/lobby',
    '/watch',
    '/learn',
    '/puzzles',
    '/bots',
    '/boards',
    '/people',
    '/settings',
    '/signin',
    '/import',
];
/** Pages with the width of content; home, new table and room fill the window. */
const BOUNDED = [
    '/lobby',
    '/watch',
    '/learn',
    '/bots',
    '/boards',
    '/people',
    '/settings',
    '/signin',
    '/signup',
    '/import',
    '/no-such-page',
];
/** As on a real server, bots wait for an undo. */
const HOLD_MS = 1500;
const proof = await openProof(import.meta, { server: () => openServer({ hold: HOLD_MS }) });
const { server, browser, print } = proof;

/** A page that collects lines of its console and failed requests. */
async function listened(options = LAPTOP) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const noise = [];
    page.on('console', (line) => {
        if (['error', 'warning'].includes(line.type()))
            noise.push(`console: ${line.text()} ${line.location().url ?? ''}`);
    });
    page.on('pageerror', (error) => noise.push(`page: ${error.message}`));
    page.on('response', (answer) => {
        if (answer.status() >= 400) noise.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
    });
    return { page, noise };
}

async function visitAll(page) {
    for (const path of PATHS) {
        await page.goto(server.address + path);
        await page.locator(SCREEN).first().waitFor({ timeout: TIMEOUT_MS });
        await page.waitForTimeout(QUIET_MS);
    }
}

/** Play a game against bots from the first page into its second round. */
async function playRound(page) {
    await page.goto(server.address);
    await page.click('[data-bot="easy"]:enabled');
    await page.click('[data-do="start"]');
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    const player = new Player(page);
    const round = () => page.evaluate(() => globalThis.gridwright.view?.observation?.round ?? 0);
    const mine = page.locator('.act.turn');
    for (let turns = 0; (await round()) < 2; turns += 1) {
        assert.ok(turns < 60, 'the first round does not end');
        await mine.waitFor({ timeout: TIMEOUT_MS });
        await player.turn(async () => {});
    }
    await page.reload();
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    await page.waitForTimeout(QUIET_MS);
}

async function signUp(page) {
    await page.goto(`${server.address}/signup`);
    await page.fill('[data-field="name"]', `Quiet ${Date.now() % 1_000_000}`);
    await page.fill('[data-field="password"]', 'correct horse battery');
    await page.click('[data-do="sign-up"]');
    await page.locator('header .who').waitFor({ timeout: TIMEOUT_MS });
}

/** Make a table, and let a guest watch its room and sit down. */
async function shareRoom(page) {
    await page.goto(`${server.address}/new`);
    await page.locator('[data-do="make"]:not(:disabled)').waitFor({ timeout: TIMEOUT_MS });
    await page.click('[data-do="make"]');
    await page.locator('[data-part="room-code"]').waitFor({ timeout: TIMEOUT_MS });
    const guest = await listened();
    await guest.page.goto(page.url());
    await guest.page.fill('[data-field="name"]', 'Aylin');
    await guest.page.click('[data-do="sit-down"]');
    await guest.page.locator('[data-do="ready"]').waitFor({ timeout: TIMEOUT_MS });
    await guest.page.waitForTimeout(QUIET_MS);
    await guest.page.context().close();
    assert.deepEqual(guest.noise, []);
}

/** Runs in the page: the width of the outermost element around the main one that is narrower than the window. */
function contentWidth(main) {
    let width = 0;
    for (let each = main; each; each = each.parentElement)
        if (each.getBoundingClientRect().width < innerWidth) width = Math.round(each.getBoundingClientRect().width);
    return width;
}

const PROOFS = {
    async 'a guest'() {
        const { page, noise } = await listened();
        await visitAll(page);
        await playRound(page);
        await visitAll(page);
        await shareRoom(page);
        await page.context().close();
        assert.deepEqual(noise, []);
    },
    async 'a person with an account'() {
        const { page, noise } = await listened();
        await signUp(page);
        await visitAll(page);
        await playRound(page);
        await visitAll(page);
        await shareRoom(page);
        await page.context().close();
        assert.deepEqual(noise, []);
    },
    async 'a person whose session has ended elsewhere'() {
        const { page, noise } = await listened();
        await signUp(page);
        await page.context().clearCookies();
        await visitAll(page);
        assert.equal(await page.locator('header .who').count(), 0, 'still shown as signed in');
        await page.context().close();
        assert.deepEqual(noise, [], noise.join('; '));
    },
    async 'all pages have one width'() {
        const page = await (await browser.newContext(WIDE)).newPage();
        const widths = new Map();
        for (const path of BOUNDED) {
            await page.goto(server.address + path);
            await page.locator(SCREEN).first().waitFor({ timeout: TIMEOUT_MS });
            widths.set(path, await page.locator(SCREEN).first().evaluate(contentWidth));
        }
        print([...widths].map(([path, width]) => `${path} ${width}`).join(', '));
        assert.deepEqual([...new Set(widths.values())], [1232]);
        await page.context().close();
    },
};

await proof.run(() => runTests(PROOFS, proof));
