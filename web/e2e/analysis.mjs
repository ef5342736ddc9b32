/**
 * Analysis of a finished game on a real server: it runs in a separate process with its progress shown, can be cancelled
 * and requested again, lists every seat's costly decisions and opens their moments by mouse and keyboard. A decision
 * can be tried again at a new table, whose deal passes the fairness check. A running game has no analysis.
 *
 *     npm run e2e:analysis                     # card and classic, laptop and phone
 *     npm run e2e:analysis -- card
 *     PICTURES=/tmp/shots npm run e2e:analysis
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { openBrowser } from './browser.mjs';
import { leastContrasts } from './contrast.mjs';
import { faultsOfLayout } from './layout.mjs';
import { openServer } from './server.mjs';
import { MAY_BE_CUT } from './states.mjs';

const TIMEOUT_MS = 60_000;
/** An analysis takes half a minute compiled, and far longer on a machine that is busy. */
const ANALYSIS = 900_000;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8');
const GAMES = {
    card: { edition: 'card', preset: 'standard', board: 'none', seats: 2 },
    classic: { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 3 },
};
const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
];
const pictures = process.env.PICTURES;
const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const server = await openServer({ analyses: true });
const browser = await openBrowser();
const problems = [];

async function ask(method, path, body, ticket = '') {
    const headers = { 'content-type': 'application/json', ...(ticket ? { authorization: `Bearer ${ticket}` } : {}) };
    const answer = await fetch(server.address + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
}

const viewOf = async (gameId) => (await ask('GET', `/api/tables/${gameId}`)).body.table;

/** Send an order, retrying while the table changes. */
async function order(gameId, ticket, request) {
    for (let tried = 0; ; tried += 1) {
        const { version } = await viewOf(gameId);
        const sent = { ...request, command_id: `${request.type}-${tried}-${version}`, expected: version };
        const { status, body } = await ask('POST', `/api/tables/${gameId}/orders`, sent, ticket);
        if (status === 200) return;
        assert.equal(status, 409, JSON.stringify(body));
    }
}

async function until(gameId, status) {
    while ((await viewOf(gameId)).status !== status) await new Promise((done) => setTimeout(done, 200));
}

/** A finished game: bots, and a person whom a bot replaced at the start. */
async function played(spec) {
    const gameId = (await ask('POST', '/api/tables', { spec })).body.game_id;
    const path = `/api/tables/${gameId}/seats`;
    const { ticket } = (await ask('POST', `${path}/0`, { name: 'Maximiliane' })).body;
    for (let seat = 1; seat < spec.seats; seat += 1)
        await ask('POST', `${path}/${seat}`, { name: `Bot ${seat}`, bot: 'l1' });
    await order(gameId, ticket, { type: 'ready' });
    await until(gameId, 'running');
    for (const [method, more] of [
        ['GET', 'analysis'],
        ['POST', 'analysis'],
        ['POST', 'tries'],
    ]) {
        const body = more === 'tries' ? { move: 3 } : undefined;
        const answer = await ask(method, `/api/tables/${gameId}/${more}`, body, ticket);
        assert.equal(answer.status, 409);
        assert.equal(answer.body.code, 'not_over');
    }
    await order(gameId, ticket, { type: 'hand_over', bot: 'l1' });
    await until(gameId, 'finished');
    return { gameId, ticket };
}

async function openPage(size, { gameId, ticket }, language = 'en') {
    const context = await browser.newContext({ viewport: size, locale: language, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    await page.evaluate(
        ([id, mine]) =>
            localStorage.setItem(
                `gridwright.ticket.${id}`,
                JSON.stringify({ ticket: mine, seat: 0, at: Date.now(), more: [] }),
            ),
        [gameId, ticket],
    );
    await page.goto(`${server.address}/t/${gameId}`);
    await page.locator('[data-screen="end"]').waitFor({ timeout: TIMEOUT_MS });
    return page;
}

/** No accessibility violation, clipping or overlap, in both themes. */
async function verifyPage(page, name) {
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.waitForTimeout(150);
        if (pictures) await page.screenshot({ path: `${pictures}/${name}-${colorScheme}.png` });
        await page.evaluate(AXE);
        const { violations, incomplete } = await page.evaluate(() =>
            window.axe.run(document, { resultTypes: ['violations', 'incomplete'] }),
        );
        for (const { id, nodes } of violations)
            for (const node of nodes) problems.push(`${name} ${colorScheme}: ${id} at ${node.target.join(' ')}`);
        const unsure = incomplete
            .filter(({ id }) => id === 'color-contrast')
            .flatMap(({ nodes }) => nodes.map(({ target }) => target.at(-1)));
        for (const { selector, least, need } of await page.evaluate(leastContrasts, unsure))
            if (least < need) problems.push(`${name} ${colorScheme}: contrast ${least} below ${need} at ${selector}`);
    }
    for (const fault of await page.evaluate(faultsOfLayout, MAY_BE_CUT)) problems.push(`${name}: ${fault}`);
}

const stateOf = async ({ gameId }) => (await ask('GET', `/api/tables/${gameId}/analysis`)).body;

/** Opening the page starts the analysis, a button cancels it, another starts it again. */
async function made(page, game, name) {
    await page.locator('.tabs [data-do="analysis"], header [data-do="analysis"]').locator('visible=true').click();
    await page.locator('progress').waitFor({ timeout: TIMEOUT_MS });
    await verifyPage(page, `${name}-making`);
    await page.click('[data-do="cancel"]');
    await page.locator('[data-do="ask"]').waitFor({ timeout: TIMEOUT_MS });
    assert.equal((await stateOf(game)).state, 'cancelled');
    await verifyPage(page, `${name}-cancelled`);
    await page.click('[data-do="ask"]');
    await page.locator('[data-do="replay"]').locator('visible=true').last().waitFor();
    await page.locator('.cd, .none').first().waitFor({ timeout: ANALYSIS });
}

/** The luck and skill totals add up, and the page shows the server's values. */
function verifyRecord({ state, record }) {
    assert.equal(state, 'done');
    const sum = (values) => values.reduce((total, value) => total + value, 0);
    for (const { start, luck, own, others, rest, result } of record.account)
        assert.ok(Math.abs(start + luck + own + others + rest - result) < 1e-5);
    assert.ok(Math.abs(sum(record.account.map(({ luck }) => luck))) < 1e-5);
    for (const { chances } of record.course) assert.ok(Math.abs(sum(chances) - 1) < 1e-3);
}

/** By mouse and keyboard: every finding opens its moment and returns. */
async function walked(page, { gameId }, { record, versions }, name) {
    const seat = record.findings[0]?.seat ?? 0;
    await page
        .locator('.seg button')
        .nth(seat + 1)
        .click();
    const own = record.findings.filter((finding) => finding.seat === seat);
    assert.equal(await page.locator('.cd').count(), own.length);
    if (own.length > 1) {
        await page.locator('.cd > .row').nth(1).focus();
        await page.keyboard.press('Enter');
        assert.equal(await page.locator('.cd.on').count(), 1);
        assert.equal(await page.evaluate(() => location.search), `?analysis=${own[1].move}`);
    }
    await verifyPage(page, `${name}-finding`);
    await page.locator('.seg button').first().click();
    await verifyPage(page, `${name}-all`);
    await page.locator('details summary').click();
    await verifyPage(page, `${name}-numbers`);
    await page
        .locator('.seg button')
        .nth(seat + 1)
        .click();
    if (own.length === 0) return;
    await page.locator('.act [data-do="replay"]').click();
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    const at = versions[own[0].move];
    assert.equal(await page.evaluate(() => location.search), `?at=${at}`);
    await page.goBack();
    await page.locator('[data-screen="analysis"] .cd.on').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(new URL(page.url()).pathname, `/t/${gameId}`);
}

/** Another table in the same position: a bot plays on for the person, and the page finds its deal fair. */
async function tried(page, { gameId }, { record }) {
    const finding = record.findings[0];
    if (!finding) return;
    await page
        .locator('.seg button')
        .nth(finding.seat + 1)
        .click();
    await page.click('[data-do="try"]');
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(gameId), {
        timeout: TIMEOUT_MS,
    });
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    const again = new URL(page.url()).pathname.split('/').at(-1);
    const kept = await page.evaluate((id) => JSON.parse(localStorage.getItem(`gridwright.ticket.${id}`)), again);
    assert.equal(kept.seat, finding.seat);
    const view = await viewOf(again);
    assert.equal(view.observation.round, finding.round);
    assert.deepEqual(
        view.seats.map(({ bot }) => bot),
        view.seats.map((_, seat) => (seat === finding.seat ? '' : 'hard')),
    );
    // The receipt for the fairness check is stored once the table is idle.
    await page.waitForTimeout(3000);
    await order(again, kept.ticket, { type: 'hand_over', bot: 'l1' });
    await until(again, 'finished');
    await page.goto(`${server.address}/t/${again}`);
    await page.locator('[data-fair]').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.locator('[data-fair]').getAttribute('data-fair'), 'fair');
}

try {
    for (const [name, spec] of Object.entries(GAMES).filter(([each]) => wanted.length === 0 || wanted.includes(each))) {
        const game = await played(spec);
        const page = await openPage(SIZES[0], game);
        await verifyPage(page, `${name}-result`);
        await made(page, game, name);
        const found = await stateOf(game);
        verifyRecord(found);
        await walked(page, game, found, name);
        const phone = await openPage(SIZES[1], game, 'de');
        await phone.locator('.tabs [data-do="analysis"]').click();
        await phone.locator('.cd, .none').first().waitFor({ timeout: TIMEOUT_MS });
        await verifyPage(phone, `${name}-phone-de`);
        await phone.context().close();
        await tried(page, game, found);
        await page.context().close();
        console.log(`${name}: ${found.record.course.length} moments, ${found.record.findings.length} findings`);
    }
    assert.deepEqual(problems, []);
} finally {
    await browser.close();
    await server.close();
}
console.log('analysis: all seen');
