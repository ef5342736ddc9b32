/**
 * The controls of an auction at a real table of people: the ruler by drag, click, touch, steps and digits; a limit that
 * is left, bids automatically, is raised and removed; dropping out and no plant left in advance; what winning changes.
 *
 *     npm run e2e:auction
 *     npm run e2e:auction -- --only touch,late
 *     GRIDWRIGHT_PICTURES=/tmp npm run e2e:auction     # with pictures, light and dark, of a laptop and a phone
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { lendSeat, sitTogether } from './person.mjs';
import { FREE } from './player.mjs';
import { Rows } from './report.mjs';
import { situation } from './strategy.mjs';
import { openServer } from './server.mjs';
import { watch } from './pageChecks.mjs';

const TIMEOUT_MS = 20_000;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en', reducedMotion: 'reduce', hasTouch: true };
const SIZES = { 1280: LAPTOP.viewport, 390: PHONE.viewport };
/** The page has the first seat; the second puts plants up, and the third bids before the first. */
const SPEC = { edition: 'classic', preset: 'original', board: 'usa', seats: 3, order: [1, 2, 0] };
/** Slightly longer than the guard time, in ms. */
const GUARD = 700;

const server = await openServer();
const browser = await openBrowser();
const report = new Rows(process.argv.includes('--json'));

// Other players, over HTTP.

async function act(person, deed) {
    for (let tried = 0; ; tried += 1) {
        const { version } = await person.view();
        const answer = await person.act(deed, version);
        if (answer.type === 'done') return;
        assert.ok(answer.type === 'stale' && tried < 5, `${JSON.stringify(deed)}: ${JSON.stringify(answer)}`);
    }
}

async function pendingOf(person) {
    const headers = { authorization: `Bearer ${person.ticket}` };
    return (await fetch(`${server.address}${person.path}/auction`, { headers })).json();
}

/** Wait until `is` holds for the table; returns the view of a seat. */
async function until(person, is, what) {
    const last = Date.now() + TIMEOUT_MS;
    while (Date.now() < last) {
        const view = await person.view();
        if (view.observation && is(view.observation.auction, view)) return view;
        await new Promise((done) => setTimeout(done, 40));
    }
    throw new Error(`expected ${what}, got ${JSON.stringify((await person.view()).observation.auction)}`);
}

/** The page's seat buys plants until it has three, and has fewer cities than another seat, so it chooses later. */
function pageSeat(person, { viewer, offers, observation }) {
    const may = (kind) => offers.find(({ offer }) => offer === kind);
    const owned = observation.n_cities;
    if (viewer !== 0) return null;
    if (may('finish-building') && owned[0] >= Math.max(...owned.slice(1)) - 1) return { do: 'finish-building' };
    if (may('offer') && observation.plants[0].length < 3) {
        const { plants, lows } = may('offer');
        return { do: 'offer', plant: person.sheet.plants[plants.at(-1)].name, bid: lows.at(-1) };
    }
    return null;
}

/** Send orders until a plant can be put up in a later round. */
async function playToAuction(people, enough) {
    for (let step = 0; step < 2000; step += 1) {
        for (const person of people) {
            const view = await person.view();
            if (view.offers.length === 0) continue;
            const isPageIn = (view.observation.auction.out & 1) === 0 && view.viewer !== 0;
            if (isPageIn && view.offers.some(({ offer }) => offer === 'offer') && enough(view)) return person;
            await person.act(pageSeat(person, view) ?? person.decide(situation(view, person.sheet)), view.version);
        }
    }
    throw new Error('the table did not get there');
}

// The page.

async function open(people, options = LAPTOP) {
    const problems = [];
    const context = await browser.newContext(options);
    await watch(context, problems);
    await lendSeat(context, people[0]);
    const page = await context.newPage();
    await page.goto(`${server.address}/t/${people[0].gameId}`);
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    return { page, problems, close: () => context.close() };
}

const handle = (page, name) => page.locator(`.ruler [data-handle="${name}"]`);
const valueOf = async (page, name) => Number(await handle(page, name).getAttribute('aria-valuenow'));
const chip = (page) => page.locator('.seats [data-seat="0"] .chip');
const free = (page) => page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
const versionOf = (page) => page.evaluate(() => globalThis.gridwright.version);

async function press(page, ...keys) {
    for (const key of keys) await page.keyboard.press(key);
}

/** Press the commit key after the guard time, as a person would. */
async function commit(page, key) {
    await page.waitForTimeout(GUARD);
    await free(page);
    await page.keyboard.press(key);
}

async function settles(ask, wanted, what) {
    const last = Date.now() + TIMEOUT_MS;
    let got;
    while (Date.now() < last) {
        got = await ask();
        if (got === wanted) return;
        await new Promise((done) => setTimeout(done, 50));
    }
    assert.equal(got, wanted, what);
}

/** Position of a value on the ruler, from the numbers below it. */
async function placeOf(page, value) {
    const ticks = await page.locator('.ruler svg > text:not(.num)').evaluateAll((texts) =>
        texts.map((text) => {
            const box = text.getBoundingClientRect();
            return [Number(text.textContent), box.left + box.width / 2];
        }),
    );
    const above = ticks.findIndex(([number]) => number >= value);
    const [high, right] = ticks[above];
    const [low, left] = ticks[Math.max(above - 1, 0)];
    const box = await page.locator('.ruler svg').boundingBox();
    const x = high === low ? right : left + ((value - low) / (high - low)) * (right - left);
    return { x, y: box.y + 35 };
}

async function drag(page, name, value) {
    const box = await handle(page, name)
        .locator(name === 'bid' ? '.grip' : '.flag')
        .boundingBox();
    const to = await placeOf(page, value);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x - 20, to.y + 4, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
}

/** Swipe with touch input. */
async function swipe(page, name, value) {
    const wire = await page.context().newCDPSession(page);
    const box = await handle(page, name)
        .locator(name === 'bid' ? '.grip' : '.flag')
        .boundingBox();
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const to = await placeOf(page, value);
    const touch = (type, touchPoints) => wire.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (let step = 1; step <= 6; step += 1)
        await touch('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 6, y: from.y }]);
    await touch('touchEnd', []);
    await wire.detach();
}

async function oneLine(page) {
    const high = await page.locator('.lot .n').evaluate((figure) => figure.getBoundingClientRect().height);
    assert.ok(high > 40 && high < 60, `the figure is ${high} high`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `the page is ${wide} too wide`);
}

async function picture(page, name) {
    const folder = process.env.GRIDWRIGHT_PICTURES;
    if (!folder) return;
    const before = page.viewportSize();
    for (const [size, viewport] of Object.entries(SIZES))
        for (const theme of ['light', 'dark']) {
            await page.setViewportSize(viewport);
            await page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), theme);
            await page.waitForTimeout(400);
            await page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png` });
        }
    await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
    await page.setViewportSize(before);
}

// Test rows.

/** A plant is up, the third seat has bid 5, and it is the turn of the page's seat. */
async function asked(options) {
    const people = await sitTogether(server.address, SPEC);
    await until(people[1], (_, view) => view.offers.length > 0, 'the first turn');
    const table = await open(people, options);
    await act(people[1], { do: 'offer', plant: '4', bid: 4 });
    await act(people[2], { do: 'bid', amount: 5 });
    await handle(table.page, 'bid').waitFor({ timeout: TIMEOUT_MS });
    return { people, ...table };
}

async function ruler() {
    const { people, page, problems, close } = await asked(LAPTOP);
    const is = (bid, how) => settles(() => valueOf(page, 'bid'), bid, how);
    await is(6, 'the lowest bid');
    const sizes = await page
        .locator('.ruler .made')
        .evaluateAll((all) => all.map((each) => each.getAttribute('width')));
    assert.deepEqual(sizes, ['9', '15'], 'older bids are smaller');
    for (const [key, bid] of [
        ['ArrowUp', 7],
        ['PageUp', 12],
        ['ArrowLeft', 11],
        ['Home', 6],
        ['End', 50],
        ['PageDown', 45],
    ]) {
        await press(page, key);
        await is(bid, key);
    }
    await press(page, '2', '0');
    await is(20, 'typed');
    assert.equal(await page.locator('.bar [role=spinbutton]').innerText(), '20');
    const there = await placeOf(page, 9);
    await page.mouse.click(there.x, there.y);
    await is(9, 'a click on the ruler');
    await drag(page, 'bid', 19);
    await is(19, 'dragged');
    await handle(page, 'bid').focus();
    await press(page, 'ArrowRight', 'PageUp');
    await is(25, 'the slider itself');
    await press(page, 'Escape');
    await oneLine(page);
    const pending = await pendingOf(people[0]);
    const shown = (name) => page.locator(`[data-told="${name}"]`).innerText();
    const [winning] = pending.plants;
    const cities = winning.power_after === 1 ? 'city' : 'cities';
    await settles(() => shown('power'), `power ${winning.power_before} to ${winning.power_after} ${cities}`, 'power');
    assert.equal(Number(await shown('fuel')), winning.fuel);
    assert.equal(Number(await shown('income')), winning.income_after);
    const bid = await valueOf(page, 'bid');
    assert.equal(Number(await shown('left')), 50 - bid);
    assert.equal(Number(await shown('after')), 50 - bid - winning.fuel);
    await picture(page, 'auction-bid');
    await commit(page, 'Enter');
    await until(people[0], ({ bid: now, leader }) => now === bid && leader === 0, 'the bid');
    assert.deepEqual(problems, []);
    await close();
    return { bid };
}

async function limit() {
    const { people, page, problems, close } = await asked(LAPTOP);
    const [me, first, third] = people;
    await drag(page, 'limit', 18);
    await settles(() => valueOf(page, 'limit'), 18, 'the flag was dragged');
    assert.equal(await valueOf(page, 'bid'), 6, 'the bid stayed');
    await commit(page, 'l');
    await until(me, ({ bid, leader }) => bid === 6 && leader === 0, 'a bid by the limit');
    assert.equal((await pendingOf(me)).limit, 18);
    assert.deepEqual([(await pendingOf(first)).limit, (await pendingOf(third)).limit], [null, null]);
    await settles(() => chip(page).innerText(), 'limit 18', 'the chip');
    // After another bid the limit is still active.
    await act(first, { do: 'bid', amount: 10 });
    await act(third, { do: 'drop' });
    await until(me, ({ bid, leader }) => bid === 11 && leader === 0, 'one more than the other');
    await page.locator('.ruler .made[data-bid="11"]').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.locator('.ruler .by').count(), 2, 'both bids carry the flag');
    await settles(() => page.locator('.log li', { hasText: 'You bid 11 by your limit' }).count(), 1, 'the log');
    assert.equal(
        await page
            .locator('.who li.out')
            .innerText()
            .then((text) => text.replaceAll(/\s+/g, ' ')),
        'Grete out',
    );
    assert.equal(await page.locator('.bar .btn.primary').count(), 0, 'nothing is yellow');
    await oneLine(page);
    await picture(page, 'auction-limit');
    // Raised by steps and digits; an unsaved limit is discarded.
    await press(page, 'ArrowUp', 'ArrowUp');
    await settles(() => valueOf(page, 'limit'), 20, 'stepped');
    await press(page, 'Enter');
    assert.equal((await pendingOf(me)).limit, 18, 'Enter leaves nothing');
    await press(page, 'Backspace');
    await settles(() => valueOf(page, 'limit'), 18, 'back where it was left');
    await press(page, '3', '4');
    await page.waitForTimeout(1000);
    await commit(page, 'l');
    await settles(async () => (await pendingOf(me)).limit, 34, 'raised');
    // Lowered, but not below the standing bid.
    await press(page, 'Home');
    await settles(() => valueOf(page, 'limit'), 11, 'the bid that stands');
    await page.locator('[data-do="leave-limit-bar"]').click();
    await settles(async () => (await pendingOf(me)).limit, 11, 'lowered');
    // Removed: the player decides about the next bid again.
    await page.waitForTimeout(1000);
    await commit(page, 'Backspace');
    await settles(async () => (await pendingOf(me)).limit, null, 'removed');
    await act(first, { do: 'bid', amount: 12 });
    await handle(page, 'bid').waitFor({ timeout: TIMEOUT_MS });
    // Nothing is sent within the guard time.
    const version = await versionOf(page);
    await press(page, 'l', 'n', 'Enter');
    await page.waitForTimeout(150);
    assert.equal(await versionOf(page), version, 'the guard holds');
    await commit(page, 'Enter');
    await until(me, ({ bid, leader }) => bid === 13 && leader === 0, 'a bid by hand');
    // Dropping out in advance shows on the player's own seat only and can be undone.
    await commit(page, 'n');
    await settles(async () => (await pendingOf(me)).drops, true, 'left to drop out');
    await settles(() => chip(page).innerText(), 'drops out', 'the chip');
    await commit(page, 'Backspace');
    await settles(async () => (await pendingOf(me)).drops, false, 'taken back');
    await page.waitForTimeout(300);
    await commit(page, 'n');
    await settles(async () => (await pendingOf(me)).drops, true, 'left again');
    await act(first, { do: 'bid', amount: 14 });
    await until(me, ({ lot }) => lot < 0, 'the sale');
    assert.deepEqual(problems, []);
    await close();
    return { limits: '18 34 11' };
}

async function noPlant() {
    const people = await sitTogether(server.address, SPEC);
    const chooser = await playToAuction(people, ({ observation }) => observation.round > 1);
    const { page, problems, close } = await open(people);
    await page.locator('[data-do="skip-ahead"]').waitFor({ timeout: TIMEOUT_MS });
    await commit(page, 'n');
    await settles(async () => (await pendingOf(people[0])).passes, true, 'left');
    await settles(() => chip(page).innerText(), 'no plant', 'the chip');
    await act(chooser, { do: 'pass' });
    for (const person of people.slice(1)) {
        const { offers } = await person.view();
        if (offers.some(({ offer }) => offer === 'pass')) await act(person, { do: 'pass' });
    }
    await until(people[0], ({ out }, view) => (out & 1) === 1 || view.observation.phase !== 1, 'the pass');
    await settles(
        () =>
            page
                .locator('.log li', { hasText: 'You buy no plant this round' })
                .count()
                .then((count) => count > 0),
        true,
        'the log',
    );
    assert.deepEqual(problems, []);
    await close();
}

async function byTouch() {
    const { people, page, problems, close } = await asked(PHONE);
    const is = (name, value, how) => settles(() => valueOf(page, name), value, how);
    await page.locator('.now .ruler').scrollIntoViewIfNeeded();
    await swipe(page, 'bid', 17);
    await is('bid', 17, 'swiped');
    const there = await placeOf(page, 10);
    await page.touchscreen.tap(there.x, there.y);
    await is('bid', 10, 'tapped');
    await swipe(page, 'limit', 20);
    await is('limit', 20, 'the flag');
    await oneLine(page);
    // A tap right after a swipe only ends the swipe.
    await page.waitForTimeout(GUARD);
    await free(page);
    await page.locator('[data-do="leave-limit"]').tap();
    await until(people[0], ({ bid, leader }) => bid === 6 && leader === 0, 'a bid by the limit');
    await page.waitForTimeout(GUARD);
    await page.locator('.bar .stepper button').last().tap();
    await is('limit', 21, 'the stepper');
    await free(page);
    await page.locator('[data-do="leave-limit-bar"]').tap();
    await settles(async () => (await pendingOf(people[0])).limit, 21, 'raised');
    await page.waitForTimeout(GUARD);
    await free(page);
    await page.locator('[data-do="limit-away"]').tap();
    await settles(async () => (await pendingOf(people[0])).limit, null, 'removed');
    await page.waitForTimeout(GUARD);
    await page.locator('[data-do="skip-ahead"]').tap();
    await settles(async () => (await pendingOf(people[0])).drops, true, 'left to drop out');
    assert.deepEqual(problems, []);
    await close();
}

async function german(options) {
    const { page, problems, close } = await asked({ ...options, locale: 'de' });
    const panel = page.locator('.now .panel');
    for (const text of [
        'aufgerufen von Blaise für 4',
        'Du darfst 6 bis 50 bieten',
        'Wenn du gewinnst',
        '6 als Limit hinterlegen',
        'neu',
    ])
        await panel.getByText(text, { exact: false }).first().waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await handle(page, 'bid').getAttribute('aria-label'), 'Dein nächstes Gebot');
    await commit(page, 'l');
    await page
        .locator('.bar')
        .getByText(/^dein Limit (bietet für dich, bis )?6$/i)
        .filter({ visible: true })
        .first()
        .waitFor({ timeout: TIMEOUT_MS });
    await oneLine(page);
    assert.deepEqual(problems, []);
    await close();
}

/** A later round: three plants, one of which is scrapped. */
async function late() {
    const people = await sitTogether(server.address, SPEC);
    const full = ({ observation }) =>
        observation.round > 3 && observation.plants[0].length === 3 && observation.money[0] > 30;
    const chooser = await playToAuction(people, full);
    const { page, problems, close } = await open(people);
    const view = await chooser.view();
    const { plants, lows } = view.offers.find(({ offer }) => offer === 'offer');
    await act(chooser, { do: 'offer', plant: chooser.sheet.plants[plants[0]].name, bid: lows[0] });
    for (const person of people.slice(1)) {
        const now = await person.view();
        if (now.offers.some(({ offer }) => offer === 'bid'))
            await act(person, { do: 'bid', amount: now.observation.auction.bid + 1 });
    }
    await handle(page, 'bid').waitFor({ timeout: TIMEOUT_MS });
    await page.locator('.own.goes').first().waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await page.locator('.own4 .own.goes').count(), 1, 'one plant goes');
    await picture(page, 'auction-late');
    await drag(page, 'limit', (await valueOf(page, 'bid')) + 8);
    await commit(page, 'l');
    await settles(() => page.locator('.ruler .by').count(), 1, 'the limit bids');
    await picture(page, 'auction-late-limit');
    assert.deepEqual(problems, []);
    await close();
}

async function atCards() {
    const { editions } = await (await fetch(`${server.address}/api/choices`)).json();
    const { id: preset, boards } = editions.find(({ id }) => id === 'card').presets[0];
    const people = await sitTogether(server.address, { edition: 'card', preset, board: boards[0].id, seats: 3 });
    const chooser = await playToAuction(people, () => true);
    const { page, problems, close } = await open(people);
    const { offers } = await chooser.view();
    const { plants, lows } = offers.find(({ offer }) => offer === 'offer');
    await act(chooser, { do: 'offer', plant: chooser.sheet.plants[plants[0]].name, bid: lows[0] });
    for (const person of people.slice(1)) {
        const now = await person.view();
        if (now.offers.some(({ offer }) => offer === 'bid'))
            await act(person, { do: 'bid', amount: now.observation.auction.bid + 1 });
    }
    await handle(page, 'bid').waitFor({ timeout: TIMEOUT_MS });
    await page.locator('[data-told="income"]').waitFor({ timeout: TIMEOUT_MS });
    await oneLine(page);
    await picture(page, 'auction-cards');
    assert.deepEqual(problems, []);
    await close();
}

const plan = {
    ruler: ['the ruler', ruler],
    limit: ['a limit', limit],
    'no-plant': ['no plant this round', noPlant],
    touch: ['by touch', byTouch],
    german: ['in German, 1280', () => german(LAPTOP)],
    'german-phone': ['in German, 390', () => german(PHONE)],
    late: ['in a later round', late],
    cards: ['at cards', atCards],
};
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',');
try {
    for (const [name, row] of Object.entries(plan))
        if (!process.argv.includes('--only') || only.includes(name)) await report.row(...row);
} finally {
    await browser.close();
    await server.close();
    report.close();
}
