/**
 * The end of a game on a real server: the finale plays once where the game was seen, any key ends it and does nothing else, it does
 * not play with reduced motion or after a reload. The picture of the night, the rounds behind their button, and turning points.
 *
 *     npm run e2e:finale                      # card and classic
 *     npm run e2e:finale -- classic
 *     PICTURES=/tmp/shots npm run e2e:finale
 */
import assert from 'node:assert/strict';

import { barriersOf } from './barriers.mjs';
import { openBrowser } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { openServer } from './server.mjs';
import { TableApi } from './tableApi.mjs';
import { MAY_BE_CUT } from './states.mjs';

const TIMEOUT_MS = 120_000;
/** An analysis takes half a minute compiled, and far longer on a machine that is busy. */
const ANALYSIS = 900_000;
const GAMES = {
    card: { edition: 'card', preset: 'standard', board: 'none', seats: 3 },
    classic: { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 4 },
};
const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
];
const BOT_NAMES = ['Hedy', 'Max', 'Lise'];
const END = '[data-screen="end"]';
const pictures = process.env.PICTURES;
const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const server = await openServer({ analyses: true });
const browser = await openBrowser();
const problems = [];

const api = new TableApi(server.address);

/** Runs in the page: remember every state of the finale. */
function record() {
    globalThis.states = [];
    new MutationObserver(() => {
        const state = document.querySelector('[data-finale]')?.dataset.finale;
        if (state && globalThis.states.at(-1) !== state) globalThis.states.push(state);
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-finale'] });
}

const statesOf = (page) => page.evaluate(() => globalThis.states);

async function openPage({ gameId, ticket }, options, isPlayer = true) {
    const context = await browser.newContext({ viewport: SIZES[0], locale: 'en', ...options });
    await context.addInitScript(record);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    const kept = JSON.stringify({ ticket, seat: 0, at: Date.now(), more: [] });
    if (isPlayer)
        await page.evaluate(([id, own]) => localStorage.setItem(`gridwright.ticket.${id}`, own), [gameId, kept]);
    await page.goto(`${server.address}/t/${gameId}`);
    return page;
}

/** No accessibility violation, clipping or overlap, in both themes. */
async function verifyPage(page, name) {
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(150);
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` });
        const { found } = await barriersOf(page);
        problems.push(...found.map((fault) => `${name} ${colorScheme}: ${fault}`));
    }
    for (const fault of await page.evaluate(faultsOfLayout, MAY_BE_CUT)) problems.push(`${name}: ${fault}`);
}

/** The numbers beside the seats are those of the server, the winner first. */
async function verifyNumbers(page, { gameId }) {
    const { scores, ranking } = (await api.viewOf(gameId)).observation;
    const sorted = ranking.map((place, seat) => [place, seat]).sort(([a, b], [c, d]) => a - c || b - d);
    const shown = await page
        .locator(`${END} .cnt .big`)
        .evaluateAll((all) => all.map((each) => parseInt(each.textContent)));
    assert.deepEqual(
        shown,
        sorted.map(([, seat]) => scores[seat]),
    );
}

/** Seen live: it plays, a key ends it and does nothing else, and a reload shows its end. */
async function seen(page, game, name) {
    await page.locator('[data-finale="playing"]').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.locator(`${END} h1`).isVisible(), false);
    if (pictures) {
        await page.waitForTimeout(2200);
        await page.screenshot({ path: `${pictures}/${name}-playing.png` });
    }
    await page.keyboard.press('Enter');
    await page.locator('[data-finale="over"]').waitFor({ timeout: 300 });
    assert.deepEqual(await statesOf(page), ['playing', 'over']);
    await page.locator(`${END} h1`).waitFor();
    assert.equal(new URL(page.url()).pathname, `/t/${game.gameId}`);
    assert.equal((await api.viewOf(game.gameId)).rematch, '');
    await verifyNumbers(page, game);
    await page.reload();
    await page.locator(END).waitFor({ timeout: TIMEOUT_MS });
    assert.deepEqual(await statesOf(page), ['over']);
    await verifyNumbers(page, game);
}

/** Without motion the end is shown immediately; a watcher reads the winner's line. */
async function still(page, game) {
    await page.locator(END).waitFor({ timeout: TIMEOUT_MS });
    assert.deepEqual(await statesOf(page), ['over']);
    assert.match(await page.locator(`${END} h1`).innerText(), /^(\w+ wins\. |\dst\. )/);
    await verifyNumbers(page, game);
}

async function looked(page, name) {
    await page.locator('[data-fair="fair"], [data-fair="unkept"]').waitFor({ timeout: TIMEOUT_MS });
    await verifyPage(page, `${name}-end`);
    await page.click('[data-do="share-night"]');
    await page.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth === 1200, null, {
        timeout: TIMEOUT_MS,
    });
    const image = await page.getAttribute('dialog img', 'src');
    assert.match(image, /^data:image\/png/);
    if (pictures) {
        const { writeFileSync } = await import('node:fs');
        writeFileSync(`${pictures}/${name}-share.png`, Buffer.from(image.split(',')[1], 'base64'));
    }
    await page.keyboard.press('Escape');
    await page.click('[data-do="rounds"]');
    await page.locator('#rounds figure').nth(3).waitFor();
    await verifyPage(page, `${name}-rounds`);
    await page.click('[data-do="rounds"]');
    await page.click('[data-do="fair"]');
    await page.locator('[data-step]').first().waitFor();
    await verifyPage(page, `${name}-fair`);
}

/** The cards say that they are counted, then open the analysis at their finding. */
async function turned(page, { gameId }, name) {
    await api.ask('POST', `/api/tables/${gameId}/analysis`);
    await page.reload();
    await page.locator('[data-turns]:not([data-turns="none"])').waitFor({ timeout: TIMEOUT_MS });
    await page.locator('[data-turns="done"]').waitFor({ timeout: ANALYSIS });
    await verifyPage(page, `${name}-turns`);
    const cards = page.locator('[data-do="turn"]');
    if ((await cards.count()) === 0) return;
    assert.ok((await cards.count()) <= 3);
    await cards.first().click();
    await page.locator('[data-screen="analysis"] .fnd.on').waitFor({ timeout: TIMEOUT_MS });
    assert.match(await page.evaluate(() => location.search), /^\?analysis=\d+$/);
    await page.goBack();
    await page.locator(END).waitFor({ timeout: TIMEOUT_MS });
}

try {
    for (const [name, spec] of Object.entries(GAMES).filter(([each]) => wanted.length === 0 || wanted.includes(each))) {
        const game = await api.begun(spec, 'Marie', BOT_NAMES);
        const player = await openPage(game, { reducedMotion: 'no-preference' });
        const watcher = await openPage(game, { reducedMotion: 'reduce' }, false);
        for (const page of [player, watcher]) await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
        await api.order(game.gameId, game.ticket, { type: 'hand_over', bot: 'l1' });
        await Promise.all([seen(player, game, name), still(watcher, game)]);
        await watcher.context().close();
        await looked(player, name);
        const phone = await openPage(game, { viewport: SIZES[1], locale: 'de', reducedMotion: 'reduce' });
        await phone.locator('[data-fair]').waitFor({ timeout: TIMEOUT_MS });
        await verifyPage(phone, `${name}-phone-de`);
        if (pictures) await phone.screenshot({ path: `${pictures}/${name}-phone-de-full.png`, fullPage: true });
        await phone.context().close();
        if (name === 'card') await turned(player, game, name);
        await player.context().close();
        console.log(`${name}: played, skipped, still, shared`);
    }
    assert.deepEqual(problems, []);
} finally {
    await browser.close();
    await server.close();
}
console.log('finale: all seen');
