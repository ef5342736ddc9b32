/**
 * Analysis of a finished game on a real server: it runs in a separate process with its progress shown, can be cancelled
 * and requested again, lists every seat's costly decisions with the futures of each and opens their moments by mouse
 * and keyboard. A decision can be tried again at a new table with the same characters, whose deal passes the fairness
 * check. A running game has no analysis.
 *
 *     npm run e2e:analysis                     # card and classic, laptop and phone
 *     npm run e2e:analysis -- card
 *     PICTURES=/tmp/shots npm run e2e:analysis
 */
import assert from 'node:assert/strict';

import { barriersOf } from './barriers.mjs';
import { openBrowser } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { openServer } from './server.mjs';
import { TableApi } from './tableApi.mjs';
import { MAY_BE_CUT } from './states.mjs';

const TIMEOUT_MS = 60_000;
/** An analysis takes half a minute compiled, and far longer on a machine that is busy. */
const ANALYSIS = 900_000;
const GAMES = {
    card: { edition: 'card', preset: 'standard', board: 'none', seats: 2 },
    classic: { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 3 },
};
const BOT_NAMES = ['Bot 1', 'Bot 2'];
const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
];
/** Width in pixels of each map on a phone. */
const LEAST_MAP = 175;
const pictures = process.env.PICTURES;
const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const server = await openServer({ analyses: true });
const browser = await openBrowser();
const problems = [];

const api = new TableApi(server.address);

/** A finished game: bots, and a person whom a bot replaced at the start. */
async function played(spec) {
    const { gameId, ticket } = await api.begun(spec, 'Maximiliane', BOT_NAMES);
    for (const [method, more] of [
        ['GET', 'analysis'],
        ['POST', 'analysis'],
        ['POST', 'tries'],
    ]) {
        const body = more === 'tries' ? { move: 3 } : undefined;
        const answer = await api.ask(method, `/api/tables/${gameId}/${more}`, body, ticket);
        assert.equal(answer.status, 409);
        assert.equal(answer.body.code, 'not_over');
    }
    await api.order(gameId, ticket, { type: 'hand_over', bot: 'l1' });
    await api.until(gameId, 'finished');
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
        const { found } = await barriersOf(page);
        problems.push(...found.map((fault) => `${name} ${colorScheme}: ${fault}`));
    }
    for (const fault of await page.evaluate(faultsOfLayout, MAY_BE_CUT)) problems.push(`${name}: ${fault}`);
}

const stateOf = async ({ gameId }) => (await api.ask('GET', `/api/tables/${gameId}/analysis`)).body;

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
    await page.locator('#findings').waitFor({ timeout: ANALYSIS });
}

/** Accounts add up, and the course goes through both chances of each finding. */
function verifyRecord({ state, record }) {
    assert.equal(state, 'done');
    const sum = (values) => values.reduce((total, value) => total + value, 0);
    for (const { start, luck, own, others, result } of record.account)
        assert.ok(Math.abs(start + luck + own + others - result) < 1e-5);
    for (const { seat, move, better, played } of record.findings) {
        const place = record.course.findIndex((point) => point.move === move);
        assert.equal(record.course[place].chances[seat], better.chance);
        assert.equal(record.course[place + 1].chances[seat], played.chance);
    }
    assert.ok(Math.abs(sum(record.account.map(({ luck }) => luck))) < 1e-5);
    for (const { chances } of record.course) assert.ok(Math.abs(sum(chances) - 1) < 1e-3);
}

const LISTED = 3;
const chooseSeat = (page, seat) => page.locator(`.seg [data-seat="${seat}"]`).click();

/** The account of a seat, as it is shown, adds up. */
async function verifyAccount(page) {
    const sums = await page.locator('.sum').allInnerTexts();
    if (sums.length === 0) return;
    const [start, luck, own, others, result] = sums.map((each) => Number(each.replace('−', '-')));
    assert.equal(start + luck + own + others, result);
}

/** The two futures of a finding: both chances, and on a board both maps. */
async function verifyFutures(page, finding, hasBoard) {
    const heads = await page.locator('.futures h3').allInnerTexts();
    const shown = [finding.played, finding.better].map(({ chance }) => `${Math.round(100 * chance)} %`);
    assert.equal(heads.length, 2);
    for (const [side, text] of heads.entries()) assert.ok(text.includes(shown[side]), text);
    const hasFutures = finding.future_played !== null;
    if (hasBoard && hasFutures) await page.locator('.futures .map svg').nth(1).waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.locator('.futures .map').count(), hasBoard && hasFutures ? 2 : 0);
    assert.equal(await page.locator('.futures p').count(), finding.reasons.length > 0 ? 1 : 0);
}

/** By mouse and keyboard: every finding opens its moment and returns. */
async function walked(page, { gameId }, { record, versions }, name) {
    for (const seat of record.seats.keys()) {
        await chooseSeat(page, seat);
        await verifyAccount(page);
    }
    const seat = record.findings[0]?.seat ?? 0;
    await chooseSeat(page, seat);
    const own = record.findings.filter((finding) => finding.seat === seat);
    assert.equal(await page.locator('.fnd').count(), Math.min(own.length, LISTED));
    if (own.length > LISTED) {
        await page.click('[data-do="all-findings"]');
        assert.equal(await page.locator('.fnd').count(), own.length);
    }
    if (own.length > 1) {
        await page.locator('.fnd > .row').nth(1).focus();
        await page.keyboard.press('Enter');
        assert.equal(await page.locator('.fnd.on').count(), 1);
        assert.equal(await page.evaluate(() => location.search), `?analysis=${own[1].move}`);
        await verifyFutures(page, own[1], record.board !== 'none');
    }
    await verifyPage(page, `${name}-finding`);
    await page.locator('details summary').click();
    await verifyPage(page, `${name}-numbers`);
    await chooseSeat(page, seat);
    if (own.length === 0) return;
    await verifyFutures(page, own[0], record.board !== 'none');
    await verifyPage(page, `${name}-costliest`);
    await page.locator('.act [data-do="replay"]').click();
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    const at = versions[own[0].move];
    assert.equal(await page.evaluate(() => location.search), `?at=${at}`);
    await page.goBack();
    await page.locator('[data-screen="analysis"] .fnd.on').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(new URL(page.url()).pathname, `/t/${gameId}`);
}

/** One column: the chosen finding unfolds in place, with both maps wide enough. */
async function folded(page, { record }) {
    const finding = record.findings[0];
    if (!finding) return;
    await chooseSeat(page, finding.seat);
    await page.locator('.fnd.on .futures').waitFor({ timeout: TIMEOUT_MS });
    await verifyFutures(page, finding, record.board !== 'none');
    for (const map of await page.locator('.futures .map').all())
        assert.ok((await map.boundingBox()).width >= LEAST_MAP);
}

/** Another table in the same position: a bot plays on for the person, and the page finds its deal fair. */
async function tried(page, { gameId }, { record }) {
    const finding = record.findings[0];
    if (!finding) return;
    const before = await api.viewOf(gameId);
    await chooseSeat(page, finding.seat);
    await page.click('[data-do="try"]');
    await page.waitForURL((url) => url.pathname.startsWith('/t/') && !url.pathname.endsWith(gameId), {
        timeout: TIMEOUT_MS,
    });
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    const again = new URL(page.url()).pathname.split('/').at(-1);
    const kept = await page.evaluate((id) => JSON.parse(localStorage.getItem(`gridwright.ticket.${id}`)), again);
    assert.equal(kept.seat, finding.seat);
    const view = await api.viewOf(again);
    assert.equal(view.observation.round, finding.round);
    // The reader was at seat 0; who takes another seat changes places with its character.
    const from = (seat) => (seat === 0 ? finding.seat : seat === finding.seat ? 0 : seat);
    assert.deepEqual(
        view.seats.map(({ name }) => name),
        view.seats.map((_, seat) => before.seats[from(seat)].name),
    );
    assert.deepEqual(
        view.seats.map(({ bot }) => bot),
        view.seats.map((_, seat) => (seat === finding.seat ? '' : before.seats[from(seat)].bot || 'hard')),
    );
    // The receipt for the fairness check is stored once the table is idle.
    await page.waitForTimeout(3000);
    await api.order(again, kept.ticket, { type: 'hand_over', bot: 'l1' });
    await api.until(again, 'finished');
    await page.goto(`${server.address}/t/${again}`);
    await page.locator('[data-fair]').waitFor({ timeout: TIMEOUT_MS });
    const verdict = await page.locator('[data-fair]').getAttribute('data-fair');
    assert.equal(
        verdict,
        'fair',
        await page
            .locator('.dealt + *')
            .allInnerTexts()
            .then((texts) => texts.join(' ')),
    );
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
        await phone.locator('#findings').waitFor({ timeout: TIMEOUT_MS });
        await folded(phone, found);
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
