/**
 * Plans, by clicks on a real server: several cities priced as a whole and built by one order; cities and fuel prepared
 * while another player acts, repriced when the turn comes, and sent automatically only where the player chose that.
 *
 *     npm run e2e:plan
 *     GRIDWRIGHT_PICTURES=/tmp npm run e2e:plan     # with pictures, light and dark, of a laptop and a phone
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { lendSeat, sitTogether } from './person.mjs';
import { FREE } from './player.mjs';
import { situation } from './strategy.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 20_000;
const WANTED = 4;
const MAX_CLICKS = WANTED + 2;
/** Enough money for four cities anywhere. */
const RICH = 150;
/** Guard time plus the server's answer: an automatic order would have been sent by then. */
const A_WHILE = 1_000;
const SPEC = { edition: 'classic', preset: 'original', board: 'usa', seats: 2 };
const SIZES = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } };

const server = await openServer();
const browser = await openBrowser();
const problems = [];
const covered = [];

// Two people without a browser bring a table to where the page is looked at.

/** The first one has the larger network and so acts last; both burn coal, so each makes it dearer for the other. */
function decide(person, view, isFirst) {
    const now = view.offers;
    const may = (kind) => now.find(({ offer }) => offer === kind);
    const owned = view.observation.n_cities[view.viewer];
    const plants = person.sheet.plants;
    if (may('offer')) {
        const wanted = may('offer').plants.find((card) => plants[card].name === (isFirst ? '4' : '5'));
        if (may('pass')) return { do: 'pass' };
        const card = wanted ?? may('offer').plants[0];
        return { do: 'offer', plant: plants[card].name, bid: may('offer').lows[may('offer').plants.indexOf(card)] };
    }
    if (may('drop')) return { do: 'drop' };
    if (may('buy')) {
        const { resource, costs } = may('buy');
        const stored = view.observation.stored[view.viewer].flat().reduce((sum, each) => sum + each, 0);
        return stored > 0 || costs.length < 2
            ? { do: 'finish-buying' }
            : { do: 'buy', resource: person.sheet.kinds[resource], amount: 2 };
    }
    if (may('connect') && owned < (isFirst ? 2 : 1)) {
        const { cities, costs } = may('connect');
        const city = cities[costs.indexOf(Math.min(...costs))];
        return { do: 'connect', city: person.sheet.cities[city].id };
    }
    if (may('finish-building')) return { do: 'finish-building' };
    return null;
}

/** Play until `enough(view, seat)` for the seat to act; returns its view. */
async function drive(people, enough) {
    for (let step = 0; step < 600; step += 1) {
        for (const [seat, person] of people.entries()) {
            const view = await person.view();
            if (view.offers.length === 0) continue;
            if (enough(view, seat)) return view;
            const deed = decide(person, view, seat === 0) ?? person.decide(situation(view, person.sheet));
            const answer = await person.act(deed, view.version);
            assert.equal(answer.type, 'done', `${JSON.stringify(deed)}: ${JSON.stringify(answer)}`);
        }
    }
    throw new Error('the table did not get there');
}

const phaseOf = (person, view) => person.sheet.phases[view.observation.phase];

/** Send one order with one or more actions. */
async function act(person, ...actions) {
    const { version } = await person.view();
    const answer = await person.order(
        actions.length === 1 ? { type: 'act', do: actions[0] } : { type: 'act', do_all: actions },
        version,
    );
    assert.equal(answer.type, 'done', JSON.stringify(answer));
}

const ask = async (person, path) =>
    (
        await fetch(`${server.address}${person.path}/${path}`, {
            headers: { authorization: `Bearer ${person.ticket}` },
        })
    ).json();

// The page.

async function openPage(person) {
    const context = await browser.newContext(LAPTOP);
    await lendSeat(context, person);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${server.address}/t/${person.gameId}`);
    await page.locator('.gwmap .city').first().waitFor({ timeout: TIMEOUT_MS });
    return page;
}

const yellow = (page) => page.locator('.bar .btn.primary');
const keep = (page) => page.locator('.bar [data-do="keep-ready"]');
const tick = (page) => page.locator('[data-do="send-itself"]');
const versionOf = (page) => page.evaluate(() => globalThis.gridwright.version);
const priced = (page) => page.locator('.plan[aria-busy="false"]').waitFor({ timeout: TIMEOUT_MS });
const textOf = async (locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();
const numbers = async (locator) => (await locator.allInnerTexts()).map(Number);

async function picture(page, name) {
    const folder = process.env.GRIDWRIGHT_PICTURES;
    if (!folder) return;
    for (const [size, viewport] of Object.entries(SIZES))
        for (const theme of ['light', 'dark']) {
            await page.setViewportSize(viewport);
            await page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), theme);
            await page.waitForTimeout(300);
            await page.screenshot({ path: `${folder}/${name}-${size}-${theme}.png` });
        }
    await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
    await page.setViewportSize(LAPTOP.viewport);
}

/** Verify that nothing is sent, however long the page is open. */
async function nothingSent(page) {
    const before = await versionOf(page);
    await page.waitForTimeout(A_WHILE);
    assert.equal(await versionOf(page), before, 'nothing was sent automatically');
}

/** The first entry after a version that this seat made. */
async function ownEntry(page, version, seat) {
    await page.waitForFunction((old) => globalThis.gridwright.version > old, version, { timeout: TIMEOUT_MS });
    const { game_id: id } = await page.evaluate(() => globalThis.gridwright.view);
    return page.evaluate(
        async ([path, since, mine]) =>
            (await (await fetch(`${path}/entries?since=${since}`)).json()).missing.find((each) => each.seat === mine),
        [`/api/tables/${id}`, version, seat],
    );
}

async function commit(page) {
    await page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
    await page.keyboard.press('Enter');
}

/** Add the first cities of the list. */
async function choose(page, count) {
    for (let each = 0; each < count; each += 1)
        await page.locator('.sites button[aria-pressed="false"]').first().click();
    await priced(page);
}

const plannedIds = (page) =>
    page.locator('[data-planned]').evaluateAll((rows) => rows.map((row) => row.dataset.planned));

const nameOf = ({ sheet }, id) => sheet.cities.find((city) => city.id === id).name;

// The viewer's turn.

/** The summary line equals the server's: sum, money left, income, money after income, triggers. */
async function checkFoot(page, person) {
    const ids = await plannedIds(page);
    const cities = ids.map((id) => person.sheet.cities.findIndex((city) => city.id === id));
    const plan = await ask(person, `plan?cities=${cities.join(',')}`);
    const prices = plan.cities.map(({ house, connection }) => house + connection);
    assert.deepEqual(await numbers(page.locator('.plan .price')), prices);
    const sum = prices.reduce((total, price) => total + price, 0);
    assert.equal(plan.total, sum);
    const feet = [sum, Math.abs(plan.left), plan.income, ...(plan.left < 0 ? [] : [plan.left + plan.income])];
    assert.deepEqual(await numbers(page.locator('.plan dd')), feet);
    assert.equal(await page.locator('.plan .note').count(), plan.triggers.length);
    for (const { what, cities: from } of plan.triggers)
        assert.match(
            await page.locator('.plan .note').first().innerText(),
            what === 'step-two' ? RegExp(`${from} cities begin step 2`) : /end the game/,
        );
    for (const [place, each] of plan.cities.entries()) {
        if (each.alone === prices[place]) continue;
        const row = page.locator('[data-planned]').nth(place).locator('.alone');
        assert.equal(await row.innerText(), `without ${person.sheet.cities[each.path[0]].name} ${each.alone}`);
        covered.push('without');
    }
    return plan;
}

/** Move a city by its handle, by pointer and by key; the plan then has the player's own order, and its price. */
async function reorder(page, person) {
    const before = await plannedIds(page);
    const gripOf = (place) => page.locator('[data-planned]').nth(place).locator('.grip');
    await gripOf(1).scrollIntoViewIfNeeded();
    const [from, to] = [await gripOf(0).boundingBox(), await gripOf(1).boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 4 });
    await page.mouse.up();
    await priced(page);
    const moved = [before[1], before[0], ...before.slice(2)];
    assert.deepEqual(await plannedIds(page), moved);
    assert.equal(await page.locator('.order [aria-pressed="true"]').innerText(), 'As I chose');
    const cities = moved.map((id) => person.sheet.cities.findIndex((city) => city.id === id));
    const plan = await ask(person, `plan?cities=${cities.join(',')}&order=chosen`);
    assert.deepEqual(
        await numbers(page.locator('.plan .price')),
        plan.cities.map(({ house, connection }) => house + connection),
    );
    await gripOf(1).focus();
    await page.keyboard.press('ArrowUp');
    await priced(page);
    assert.deepEqual(await plannedIds(page), before);
    await page.locator('.order button').first().click();
    await priced(page);
}

async function ownTurn() {
    const people = await sitTogether(server.address, SPEC);
    const [ada] = people;
    await drive(
        people,
        (view, seat) => seat === 0 && phaseOf(ada, view) === 'building' && view.observation.money[0] >= RICH,
    );
    const page = await openPage(ada);
    await page.locator('.sites button').first().waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await yellow(page).count(), 0, 'nothing is yellow before something is chosen');

    // More than the money.
    while ((await page.locator('.plan li.short').count()) === 0) await choose(page, 1);
    await choose(page, 1);
    const over = await checkFoot(page, ada);
    assert.ok(over.fits < over.cities.length && over.left < 0);
    assert.equal(await page.locator('.plan li.short').count(), over.cities.length - over.fits);
    assert.equal(
        await page.locator('.city.planned .cap.beyond').count(),
        over.cities.length - over.fits,
        'dashed caps',
    );
    assert.match(await textOf(yellow(page)), RegExp(`^Build ${over.fits} of ${over.cities.length}`));
    assert.ok(over.triggers.length > 0 && covered.includes('without'));
    await picture(page, 'plan-short');
    await reorder(page, ada);
    while ((await plannedIds(page)).length > 0) await page.keyboard.press('Backspace');

    // Four cities: four clicks, and one that builds.
    const before = await ada.view();
    let clicks = 0;
    let last = '';
    for (; clicks < WANTED; clicks += 1) {
        const site = page.locator('.sites button[aria-pressed="false"]').first();
        last = await site.getAttribute('data-city');
        await site.click();
    }
    await priced(page);
    const plan = await checkFoot(page, ada);
    await picture(page, 'plan-four');
    assert.match(await textOf(page.locator('.act .say')), /^4 cities planned: /);
    assert.equal(await textOf(page.locator('.bar [data-do="take-out"] .wide')), `Undo ${nameOf(ada, last)}`);
    await page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
    await yellow(page).click();
    clicks += 1;
    assert.ok(clicks <= MAX_CLICKS);
    const entry = await ownEntry(page, before.version, 0);
    assert.equal(entry.lines.filter((line) => line.startsWith('0 connect')).length, WANTED, 'one entry builds all');
    assert.ok(entry.lines.includes('0 finish-building'), 'and ends the turn');
    const after = await ada.view();
    assert.equal(before.observation.money[0] - plan.total, after.observation.money[0]);
    await page.context().close();
    return `${WANTED} cities by ${clicks} clicks, one entry; ${over.fits} of ${over.cities.length} fitted`;
}

// While another player acts.

/** Fuel is prepared and becomes dearer: it is marked, named, and not sent despite the standing order. */
async function dearerFuel(page, [ada, bea]) {
    await page.locator('.bar [data-do="one-run"]').click({ timeout: TIMEOUT_MS });
    const [units] = await numbers(page.locator('.now .stepper .value'));
    for (const place of ['.now .own', '[data-seat="0"] .own'])
        assert.equal(
            await page.locator(`${place} em`).count(),
            units,
            `the chosen fuel is shown on the plants of ${place}`,
        );
    assert.equal(await yellow(page).count(), 0, 'nothing is yellow while another acts');
    assert.equal(await textOf(keep(page)), 'Keep ready');
    await keep(page).click();
    assert.equal(await textOf(keep(page)), 'Kept ready');
    assert.equal(await tick(page).isChecked(), false, 'nothing is sent automatically by default');
    await picture(page, 'ready-fuel');
    await tick(page).check();
    const [was] = await numbers(page.locator('.now .total .price'));
    const version = await versionOf(page);
    await page.keyboard.press('Enter');
    const { offers } = await bea.view();
    const coal = offers.find(({ offer, resource }) => offer === 'buy' && bea.sheet.kinds[resource] === 'coal');
    await act(bea, { do: 'buy', resource: 'coal', amount: coal.costs.length }, { do: 'finish-buying' });
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    await page.locator('.now .changed .was').first().waitFor({ timeout: TIMEOUT_MS });
    assert.equal(
        Number.parseInt(await page.locator('.now .changed .was').evaluate((old) => old.lastChild.textContent), 10),
        was,
    );
    const [now] = await numbers(page.locator('.now .total .price'));
    assert.ok(now > was, `${now} is more than ${was}`);
    assert.match(
        await textOf(page.locator('.act .say b')),
        RegExp(`Coal is ${now - was} dearer: ${now} instead of ${was}`),
    );
    await nothingSent(page);
    await picture(page, 'ready-dearer');
    await commit(page);
    const entry = await ownEntry(page, version, 0);
    assert.ok(entry.lines.includes('0 finish-buying'), entry.lines.join('; '));
    await page.waitForFunction(() => !document.querySelector('.own em'), undefined, { timeout: TIMEOUT_MS });
    const { observation } = await ada.view();
    return { was, now, money: observation.money[0] };
}

/** Cities are prepared, kept over a reload, and one is taken by the other: marked, and the rest is built by one key. */
async function goneCity(page, [ada, bea]) {
    await choose(page, 3);
    await keep(page).click();
    await picture(page, 'ready-cities');
    await page.reload();
    await priced(page);
    assert.equal(await textOf(keep(page)), 'Kept ready', 'it is kept over a reload');
    const ids = await plannedIds(page);
    assert.equal(ids.length, 3);
    const { offers, version } = await bea.view();
    const { cities } = offers.find(({ offer }) => offer === 'connect');
    const taken = cities.map((city) => bea.sheet.cities[city].id).find((id) => ids.includes(id));
    assert.ok(taken, 'an opponent can build in a planned city');
    const [price] = await numbers(page.locator(`[data-planned="${taken}"] .price`));
    await act(bea, { do: 'connect', city: taken }, { do: 'finish-building' });
    const row = page.locator(`[data-planned="${taken}"].changed`);
    await row.waitFor({ timeout: TIMEOUT_MS });
    assert.equal(Number.parseInt(await row.locator('.was').evaluate((old) => old.lastChild.textContent), 10), price);
    assert.ok((await textOf(page.locator('.act .say b'))).startsWith(nameOf(ada, taken)));
    await nothingSent(page);
    await picture(page, 'ready-gone');
    const isGone = (await page.locator(`[data-planned="${taken}"].gone`).count()) > 0;
    await commit(page);
    const entry = await ownEntry(page, version, 0);
    const built = entry.lines.filter((line) => line.startsWith('0 connect')).length;
    assert.equal(built, isGone ? 2 : 3, entry.lines.join('; '));
    return built;
}

/** A plan left to be sent automatically is sent, for the same price. */
async function sentAlone(page, people) {
    const [, bea] = people;
    await page.locator('.bar [data-do="one-run"]').click({ timeout: TIMEOUT_MS });
    await tick(page).check();
    assert.match(await textOf(page.locator('.act .say')), /Sent at your turn if it costs at most/);
    let version = await versionOf(page);
    await act(bea, { do: 'finish-buying' });
    const bought = await ownEntry(page, version + 1, 0);
    assert.ok(
        bought.lines.some((line) => line.startsWith('0 buy')),
        bought.lines.join('; '),
    );
    await choose(page, 2);
    await tick(page).check();
    version = await versionOf(page);
    await act(bea, { do: 'finish-building' });
    const built = await ownEntry(page, version + 1, 0);
    assert.equal(built.lines.filter((line) => line.startsWith('0 connect')).length, 2, built.lines.join('; '));
    assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('ready'))), []);
}

async function waiting() {
    const people = await sitTogether(server.address, SPEC);
    const [ada, bea] = people;
    const waits = (least) => (view, seat) =>
        seat === 1 && phaseOf(bea, view) === 'resources' && view.observation.money[0] >= least;
    await drive(people, waits(RICH / 2));
    const page = await openPage(ada);
    const fuel = await dearerFuel(page, people);
    const built = await goneCity(page, people);
    await drive(people, waits(RICH / 2));
    await sentAlone(page, people);
    await page.context().close();
    return `fuel ${fuel.was} became ${fuel.now}, ${built} of 3 cities built; the next of both was sent automatically`;
}

try {
    const [own, others] = await Promise.all([ownTurn(), waiting()]);
    assert.deepEqual(problems, []);
    console.log(`${own}\nwhile another acts: ${others}`);
} finally {
    await browser.close();
    await server.close();
}
