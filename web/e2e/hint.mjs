/**
 * Hints against bots, in a real game: in each phase of a round the first press shows the whole hint above the panel,
 * which stays. The second puts the advised choice into the controls; nothing has been sent, and the button sends
 * exactly that. Where both decisions are fine, nothing is advised. The log and the seat show the bulb. At a table with
 * two people there is no hint, neither in the bar nor by the server. On a bot's line in the log "Why?" shows what the
 * bot decided, and that counts as a hint.
 *
 *     npm run e2e:hint                 # classic and card by keyboard, classic on a phone by taps
 *     npm run e2e:hint -- card
 *     PICTURES=/tmp/shots npm run e2e:hint
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { FREE, Player } from './player.mjs';
import { atTable, getReady, makeTable, sitDown } from './seating.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 60_000;
/** The page waits a minute for a hint. */
const HINT_MS = 70_000;
const MAX_TURNS = 60;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en', reducedMotion: 'reduce', hasTouch: true };
const BOARD_PARTS = ['offer', 'buy', 'connect', 'run'];
const GAMES = {
    classic: { edition: 'classic', size: LAPTOP, parts: BOARD_PARTS },
    card: { edition: 'card', size: LAPTOP, parts: ['offer', 'buy-card', 'produce'] },
    phone: { edition: 'classic', size: PHONE, parts: BOARD_PARTS },
};
/** Orders that end a part of a phase; a hint leaves it out, unless it advises to skip. */
const SKIPS = new Set(['pass', 'drop', 'finish-buying', 'finish-building']);

const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const pictures = process.env.PICTURES;
const server = await openServer();
const browser = await openBrowser();
const problems = [];

/** Record orders and hints sent over the wire. */
function listen(page) {
    const wire = { orders: [], hints: [], asked: 0 };
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => {
        if (request.url().endsWith('/orders')) wire.orders.push(request.postDataJSON());
        if (request.url().endsWith('/hint')) wire.asked += 1;
    });
    page.on('response', async (response) => {
        if (response.url().endsWith('/hint')) wire.hints.push(await response.json());
    });
    return wire;
}

const actionsOf = ({ do: one, do_all: all }) => (all?.length ? all : [one]);

/** An order in canonical form, with its parts sorted. */
function gist(actions) {
    const essential = actions.filter(({ do: kind }) => actions.length === 1 || !SKIPS.has(kind));
    return essential
        .map((action) =>
            JSON.stringify(
                Object.entries(action)
                    .filter(([name]) => name !== 'turns')
                    .sort(),
            ),
        )
        .sort();
}

const viewOf = (page) => page.evaluate(() => globalThis.gridwright.view);
const inkOf = (page) =>
    page.evaluate(() =>
        document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n'),
    );

const isClose = ({ outlook }) => outlook?.sureness === 'close';

class Asker {
    constructor(page, wire, name, isTouch) {
        Object.assign(this, { page, wire, name, isTouch });
        this.shots = new Set();
    }

    async press() {
        if (this.isTouch) await this.page.locator('.bar [data-do="hint"]').click();
        else await this.page.keyboard.press('h');
    }

    /** The card after a press; the panel of the phase stays below it. */
    async shown() {
        const card = this.page.locator('[data-hint]');
        await card.waitFor({ timeout: HINT_MS });
        return card;
    }

    /** Headings, plants and buttons of the panel of the phase, as far as they are on screen. */
    panel() {
        return this.page
            .locator('.now .panel :is(.h, [data-plant], button):visible')
            .evaluateAll((parts) => parts.map((part) => part.dataset.plant ?? part.textContent.trim()));
    }

    async shoot(what) {
        if (!pictures || this.shots.has(what)) return;
        this.shots.add(what);
        await this.page.waitForTimeout(350);
        await this.page.screenshot({ path: `${pictures}/hint-${this.name}-${what}.png` });
    }

    /** Request a hint and put it into the controls; returns the hint. */
    async ask(asked) {
        const { page, wire } = this;
        const n = { asked: wire.asked, orders: wire.orders.length };
        await page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
        const before = await this.panel();
        await this.press();
        const card = await this.shown();
        const hint = wire.hints.at(-1);
        await this.reads(card, hint);
        assert.equal(await card.locator('.btn.primary').count(), 0, 'yellow is the player’s');
        if (!this.isTouch) assert.deepEqual(await this.panel(), before, 'the panel stays whole');
        await this.isAbove(card);
        if (!this.isTouch && asked !== 'offer') await this.folds();
        if (this.isTouch && !isClose(hint)) await this.seesCities(hint.actions);
        await this.shoot(`${asked}-${hint.outlook?.sureness ?? 'none'}-1-shown`);
        if (!this.isTouch) {
            await page.keyboard.press('Escape');
            await card.waitFor({ state: 'detached' });
            assert.equal(await inkOf(page), '', 'the ink goes with the card');
            await this.press();
            await this.shown();
        }
        if (isClose(hint)) {
            assert.equal(await inkOf(page), '', 'nothing is advised');
            assert.equal(await card.locator('[data-do="hint-choose"]').count(), 0);
        } else {
            if (this.isTouch) await this.tapChoose(card);
            else if ((await card.locator('[data-do="hint-choose"]').count()) > 0) await this.press();
            await card.locator('.chosen').waitFor({ timeout: TIMEOUT_MS });
            this.nChosen = (this.nChosen ?? 0) + 1;
            await this.shoot(`${asked}-${hint.outlook?.sureness ?? 'none'}-2-chosen`);
        }
        await card.locator('[data-do="hint-hide"]').click();
        await card.waitFor({ state: 'detached' });
        assert.equal(wire.asked, n.asked + 1, 'one request for all presses');
        assert.equal(wire.orders.length, n.orders, 'a hint sends nothing');
        return hint;
    }

    async tapChoose(card) {
        const button = card.locator('[data-do="hint-choose"]');
        if ((await button.count()) > 0) await button.tap();
    }

    /** The card says the chances of the server and its word for how sure they are. */
    async reads(card, { outlook, limit, actions }) {
        const said = (await card.innerText()).replaceAll('\u00a0', ' ');
        assert.doesNotMatch(said, /\{\{|undefined|NaN|\bhint\.\w/);
        if (!outlook) return;
        for (const chance of [outlook.chance, outlook.without])
            assert.ok(said.includes(`${Math.round(100 * chance)} %`), said);
        assert.match(said, /±\d/);
        if (outlook.sureness === 'close') return assert.match(said, /^Both are fine/);
        assert.match(said, outlook.sureness === 'sure' ? /Sure\./ : /Fairly sure\./);
        const isBid = actions[0].do === 'bid' && limit > actions[0].amount;
        if (isBid) {
            assert.ok(said.includes(String(limit)), 'up to where');
            assert.equal(await this.page.locator('[data-hinted]').getAttribute('data-hinted'), String(limit));
        }
    }

    /** The plant market is one row while a hint is open, and unfolds under the pointer. */
    async folds() {
        const { page } = this;
        await page.mouse.move(640, 24);
        await page.locator('section.market.folded').waitFor({ timeout: TIMEOUT_MS });
        await page.locator('section.market').hover();
        await page.locator('section.market:not(.folded)').waitFor({ timeout: TIMEOUT_MS });
        await page.mouse.move(640, 24);
    }

    /** The card is above the panel of the phase; on a phone's map it is above the bar. */
    async isAbove(card) {
        const below = this.page.locator('.now .panel:visible, .bar .act').first();
        const [upper, lower] = [await card.boundingBox(), await below.boundingBox()];
        assert.ok(upper.y + upper.height <= lower.y + 1, 'the hint is above the panel');
    }

    /** Wait until a phone's map shows the advised cities. */
    async seesCities(actions) {
        const cities = actions.filter((action) => action.do === 'connect').map(({ city }) => city);
        await this.page.waitForFunction(
            (ids) => {
                const map = document.querySelector('.board svg').getBoundingClientRect();
                return ids.every((id) => {
                    const { left, right, top, bottom } = document
                        .querySelector(`.board [data-city="${id}"] .body`)
                        .getBoundingClientRect();
                    return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
                });
            },
            cities,
            { timeout: TIMEOUT_MS },
        );
    }

    /** Decide without the hint, where it leaves the choice open. A phone has the panel with all controls at the plants. */
    async decide(asked) {
        if (this.isTouch) await this.page.locator('.tabs button:has(use[href="#i-tabplants"])').tap();
        await new Player(this.page).turn(asked);
    }

    /** Send the order that the controls hold, as the player would. */
    async send({ actions }) {
        const { page, wire } = this;
        const before = wire.orders.length;
        const isSkip = SKIPS.has(actions[0].do);
        const isSent = () => wire.orders.length > before;
        for (let tried = 0; tried < 4 && !isSent(); tried += 1) {
            await page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
            const asks = (await page.locator('.act.marked:not(.refused)').count()) > 0;
            const name = actions[0].do;
            if (this.isTouch) await page.locator(`.bar [data-do="${name}"]:not(:disabled)`).first().click();
            else await page.keyboard.press(isSkip || asks ? 'n' : 'Enter');
            for (let wait = 0; wait < 20 && !isSent(); wait += 1) await page.waitForTimeout(50);
        }
        assert.ok(isSent(), `nothing was sent for ${JSON.stringify(actions)}`);
        assert.deepEqual(gist(actionsOf(wire.orders.at(-1))), gist(actions), 'what was advised is what is sent');
    }
}

async function playByHints(name) {
    const { edition, size, parts } = GAMES[name];
    const page = await (await browser.newContext(size)).newPage();
    const wire = listen(page);
    await page.goto(server.address);
    await page.click(`[data-edition="${edition}"]`);
    await page.click('[data-do="start"]');
    await atTable(page);
    const asker = new Asker(page, wire, name, Boolean(size.hasTouch));
    const seen = new Set();
    for (let turn = 0; turn < MAX_TURNS && !(asker.nChosen > 0 && parts.every((part) => seen.has(part))); turn += 1) {
        await page.waitForFunction(() => globalThis.gridwright?.view?.offers.length > 0, null, { timeout: TIMEOUT_MS });
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        const asked = await page.locator('.desk').getAttribute('data-asked');
        const version = (await viewOf(page)).version;
        const hint = await asker.ask(asked);
        const view = await viewOf(page);
        assert.equal(view.seats[view.viewer].hints, wire.hints.length);
        assert.equal(view.version, version + 1, 'the mark is one entry');
        if (isClose(hint)) await asker.decide(asked);
        else await asker.send(hint);
        seen.add(asked);
        await page.waitForFunction((old) => globalThis.gridwright.view.version > old, view.version, {
            timeout: TIMEOUT_MS,
        });
        assert.equal(await page.locator('.act.refused').count(), 0);
        await page.waitForTimeout(150);
    }
    assert.deepEqual(
        parts.filter((part) => !seen.has(part)),
        [],
        `seen ${[...seen]}`,
    );
    assert.ok(asker.nChosen > 0, 'a decision was advised');
    if (size === PHONE) await page.getByRole('button', { name: 'Log' }).last().click();
    const line = page.locator('.log li', { hasText: 'You ask for a hint' }).first();
    await line.waitFor();
    assert.equal(await line.locator('use[href="#i-bulb"]').count(), 1);
    if (size !== PHONE)
        assert.match(await page.locator('.seat.p1 .bulb').innerText(), new RegExp(`${wire.hints.length}`));
    const why = await askWhy(page, size === PHONE);
    const nClose = wire.hints.filter(isClose).length;
    console.log(`${name}: ${wire.hints.length} hints, ${nClose} of them close, ${[...seen].join(', ')}; why: ${why}`);
    await page.context().close();
}

/** "Why did Hedy do that?", on lines of the log; by Tab and Enter, or by taps. */
async function askWhy(page, isTouch) {
    const before = await viewOf(page);
    const button = page
        .locator('.log li', { hasText: / (builds in|powers|runs|buys \d) / })
        .locator('[data-do="why"]')
        .first();
    await button.waitFor({ state: 'attached', timeout: TIMEOUT_MS });
    if (isTouch) await button.tap();
    else {
        const isAt = (what) => page.evaluate((it) => document.activeElement?.matches(it) ?? false, what);
        await page.locator('.log .book').focus();
        for (let step = 0; step < 4 && !(await isAt('[data-do="why"]')); step += 1) await page.keyboard.press('Tab');
        assert.ok(await isAt('[data-do="why"]'), 'Tab reaches the latest move');
        for (let step = 0; step < 80 && !(await button.evaluate((it) => it === document.activeElement)); step += 1)
            await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
    }
    const card = page.locator('[data-why="told"]');
    await card.waitFor({ timeout: TIMEOUT_MS });
    const said = await card.innerText();
    assert.doesNotMatch(said.split('Hints are noted')[0], /\{\{|undefined|\bYou\b/);
    if (pictures) await page.screenshot({ path: `${pictures}/why-${isTouch ? 'phone' : 'laptop'}.png` });
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    const isWeighed = /Hints are noted/.test(said);
    await page.waitForFunction(
        (most) => globalThis.gridwright.view.seats[globalThis.gridwright.view.viewer].hints === most,
        before.seats[before.viewer].hints + (isWeighed ? 1 : 0),
        { timeout: TIMEOUT_MS },
    );
    return said.split('\n')[0];
}

/** Two people: no button, no key, and the server gives the reason. */
async function amongPeople() {
    const [ada, grace] = await Promise.all(
        ['Ada', 'Grace'].map(async (name) => new Player(await (await browser.newContext(LAPTOP)).newPage(), name)),
    );
    const wire = listen(ada.page);
    await makeTable(ada, server.address, { edition: 'classic', board: 'usa', seats: 2 });
    await grace.page.goto(ada.page.url());
    await sitDown(grace, 1);
    await getReady(ada);
    await getReady(grace);
    await Promise.all([atTable(ada.page), atTable(grace.page)]);
    for (const { page } of [ada, grace]) {
        assert.equal(await page.locator('[data-do="hint"]').count(), 0);
        await page.keyboard.press('h');
    }
    await ada.page.waitForTimeout(300);
    assert.equal(wire.asked, 0, 'the key asks nothing');
    const refused = await ada.page.evaluate(async () => {
        const { game_id: id } = globalThis.gridwright.view;
        const { ticket } = JSON.parse(localStorage.getItem(`gridwright.ticket.${id}`));
        const answer = await fetch(`/api/tables/${id}/hint`, {
            method: 'POST',
            headers: { authorization: `Bearer ${ticket}`, 'content-type': 'application/json' },
            body: '{}',
        });
        return { status: answer.status, code: (await answer.json()).code };
    });
    assert.deepEqual(refused, { status: 409, code: 'not_alone' });
    assert.ok((await viewOf(ada.page)).seats.every(({ hints }) => hints === 0));
    console.log('two people: no button, no key, refused by the server');
    await Promise.all([ada, grace].map(({ page }) => page.context().close()));
}

try {
    for (const name of wanted.length > 0 ? wanted : Object.keys(GAMES)) if (name in GAMES) await playByHints(name);
    if (wanted.length === 0 || wanted.includes('people')) await amongPeople();
    assert.deepEqual(problems, []);
} catch (error) {
    for (const page of browser.contexts().flatMap((each) => each.pages()))
        await page.screenshot({ path: '/tmp/gridwright-e2e-hint.png' });
    throw error;
} finally {
    await browser.close();
    await server.close();
}
