/**
 * Every number that a player would otherwise calculate is shown at the table, at both sizes, with the server's value: a
 * posed game with two people and two bots, a deluxe table of six, and a card table.
 *
 *     npm run e2e:numbers
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { GAMES } from './games.mjs';
import { lendSeat, Person, post } from './person.mjs';
import { FREE } from './player.mjs';
import { situation } from './strategy.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
const PAUSE = 30;
const PHONE = { width: 390, height: 844 };
const NAMES = ['Ada', 'Hedy', 'Blaise', 'Grete', 'Nikola', 'Alan'];

const started = Date.now();
const server = await openServer({ posed: true });
const browser = await openBrowser();
const problems = [];
const found = new Map();

/** Record that a number of the table was found at a size. */
function note(name, size) {
    if (process.env.GRIDWRIGHT_VERBOSE) console.log(`${Math.round((Date.now() - started) / 1000)} s ${name}, ${size}`);
    found.set(name, [...(found.get(name) ?? []), size]);
}

/** A table with people on the first seats and bots on the others; the game has begun. */
async function sit(game, nPeople = 1) {
    const { edition, seats } = game;
    const choices = await (await fetch(`${server.address}/api/choices`)).json();
    const plain = choices.editions.find(({ id }) => id === edition).presets[0];
    const spec = { edition, preset: game.preset ?? plain.id, board: game.board ?? plain.boards[0].id, seats };
    const { game_id: gameId } = await post(server.address, '/api/tables', { spec, listed: false });
    const path = `/api/tables/${gameId}`;
    const tickets = [];
    for (let seat = 0; seat < seats; seat += 1) {
        const bot = seat < nPeople ? '' : 'l1';
        tickets.push((await post(server.address, `${path}/seats/${seat}`, { name: NAMES[seat], bot })).ticket);
    }
    const sheet = await (await fetch(`${server.address}${path}/sheet`)).json();
    const people = tickets.slice(0, nPeople).map((ticket) => new Person(server.address, gameId, ticket, sheet));
    for (const [seat, person] of people.entries()) {
        const { version } = await person.view();
        await person.order({ type: 'ready', contribution: `${seat + 1}7`.repeat(32) }, version);
    }
    return people;
}

/** Let all seats play until one has a decision and `enough` holds; returns the view of that seat. */
async function playUntil(people, enough) {
    for (;;) {
        for (const person of people) {
            const view = await person.view();
            assert.notEqual(view.status, 'finished', 'the game ended before its numbers were seen');
            if (view.offers.length === 0) continue;
            if (await enough(view, person)) return view;
            await person.act(person.decide(situation(view, person.sheet)), view.version);
        }
        await new Promise((done) => setTimeout(done, PAUSE));
    }
}

async function openAt(person, size = LAPTOP.viewport) {
    const context = await browser.newContext({ ...LAPTOP, viewport: size });
    await lendSeat(context, person);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${server.address}/t/${person.gameId}`);
    return page;
}

const shows = (page, version) =>
    page.waitForFunction(
        (wanted) => globalThis.gridwright?.version >= wanted && !globalThis.gridwright.isSending,
        version,
        { timeout: TIMEOUT_MS },
    );
const text = async (locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();
const wait = (locator) => locator.waitFor({ timeout: TIMEOUT_MS });
const tab = (page, name) => page.locator('.tabs button', { hasText: name }).click();

async function outlookOf({ address, path, ticket }) {
    const answer = await fetch(`${address}${path}/outlook`, { headers: { authorization: `Bearer ${ticket}` } });
    return answer.json();
}

/** The rail: one column for each number of cities, with the markers of all seats, step 2 and the end. */
async function rail(page, { sheet }, view, size, root = '') {
    const columns = page.locator(`${root} .rail li`);
    await wait(columns.first());
    const shown = await columns.evaluateAll((all) =>
        all.map((each) => ({
            n: Number(each.querySelector('.n').textContent),
            income: Number(each.querySelector('.in').textContent),
            markers: each.querySelectorAll('.mkr').length,
            sign: each.querySelector('.sg').textContent.trim(),
            isMine: each.classList.contains('mine'),
        })),
    );
    const cities = view.observation.n_cities;
    assert.deepEqual(
        shown.map(({ income }) => income),
        shown.map(({ n }) => sheet.income[n]),
    );
    for (const each of shown)
        assert.equal(each.markers, cities.filter((count) => count === each.n).length, `column ${each.n}`);
    assert.deepEqual(
        shown.filter(({ isMine }) => isMine).map(({ n }) => n),
        [cities[view.viewer], cities[view.viewer] + 1],
    );
    note('income of my cities and the next', size);
    const signs = shown.filter(({ sign }) => sign).map(({ n }) => n);
    if (shown.length === sheet.income.length) {
        assert.deepEqual(signs, [sheet.step_two_cities, sheet.end_cities]);
        note('rail with step 2 and end', size);
    }
    return shown;
}

async function ladder(page, { sheet }, view, outlook, size) {
    const { tokens, supply } = view.observation;
    for (const [kind, name] of sheet.kinds.entries()) {
        const cell = page.locator(`[data-after="${name}"]`);
        await wait(cell);
        assert.equal(await text(cell), String(outlook.prices[kind] || '–'));
        assert.match(
            await text(cell.locator('xpath=..')),
            new RegExp(`^\\+${sheet.refills[view.observation.step - 1][kind]} `),
        );
        const shown = page.locator(`[data-supply="${name}"]`);
        if (size === '1280') await page.locator(`.lname.f-${name}`).hover();
        const words = size === '1280' ? `${tokens[kind]} left, ${supply[kind]} in supply` : `${supply[kind]} in supply`;
        assert.equal(await text(shown), words);
        const box = await shown.boundingBox();
        assert.ok(box.width > 20 && box.height > 5, 'it is seen');
    }
    note('price after refill', size);
    note('supply left', size);
}

/** Look at an opponent: lines, prices on the map in its colour, and back by Escape or the button. */
async function opponent(page, view, outlook, size) {
    const seat = view.observation.order.find((each) => each !== view.viewer);
    const shown = outlook.seats[seat];
    const isPhone = size === '390';
    await page.locator(isPhone ? `.strip [data-seat="${seat}"]` : `[data-look="${seat}"]`).click();
    const inspector = page.locator(`[data-looked="${seat}"]`);
    await wait(inspector);
    const words = await text(inspector);
    const owned = view.observation.n_cities[seat];
    const costs = shown.cities.filter((cost) => cost >= 0).sort((one, other) => one - other);
    const wanted = [
        NAMES[seat],
        ...(view.observation.money[seat] < 0 ? ['hidden'] : [String(view.observation.money[seat])]),
        `owers ${shown.supplied} of ${owned}`,
        String(shown.income),
        shown.lack === null ? 'not available' : String(shown.lack),
        ...costs.slice(0, 3).map(String),
    ];
    for (const each of wanted) assert.ok(words.includes(each), `${each} in ${words}`);
    assert.match(words, shown.may_bid ? /an bid up to/ : /[Hh]as/);
    const caps = await page
        .locator('.board svg .cap')
        .evaluateAll((all) => all.map((each) => Number(each.textContent)).filter((each) => each > 0));
    assert.deepEqual(
        caps.sort((one, other) => one - other),
        costs,
        'the map shows what it would pay',
    );
    note('what an opponent can do', size);
    if (isPhone) {
        assert.match(words, /(first|second|third|fourth) in order/);
        assert.match(words, /Most cities first/);
        note('order and why', size);
        await page.locator('[data-do="mine"]').click();
    } else {
        assert.match(await text(page.locator('.act .say')), new RegExp(`what cities cost ${NAMES[seat]}`));
        await page.keyboard.press('Escape');
    }
    await inspector.waitFor({ state: 'detached', timeout: TIMEOUT_MS });
}

async function seatsAndNext(page, view, outlook, size) {
    const seats = page.locator('.left .seat');
    const { order } = view.observation;
    assert.deepEqual(await seats.evaluateAll((all) => all.map((each) => Number(each.dataset.seat))), order);
    const number = seats.first().locator('.ord');
    assert.equal(await text(number), '1');
    assert.equal(await number.getAttribute('title'), 'Most cities first, then the largest plant');
    note('order and why', size);
    const next = page.locator(`.left .seat[data-seat="${outlook.following[0]}"]`);
    await wait(next.locator('.ord.nx'));
    assert.equal(await page.locator('.left .ord.nx').count(), 1);
    assert.equal(await text(next.locator('.chip')), 'next');
    note('who acts next', size);
}

const stackHead = (page) => page.locator('.market .hd .eyebrow');

async function stack(page, size) {
    assert.match(await text(stackHead(page)), /^\d+ in the stack, then step 3$/);
    note('stack and step 3', size);
}

/** Another player acts; the action bar names the players before the viewer. */
async function waiting(people, page) {
    const [ada, hedy] = people;
    let following = [];
    const view = await playUntil(people, async (seen, person) => {
        if (person !== hedy) return false;
        following = (await outlookOf(ada)).following;
        return following.includes(0);
    });
    const before = following.slice(0, following.indexOf(0)).map((seat) => NAMES[seat]);
    const wanted = before.length === 0 ? 'you are next' : `${before.join(', ')}, then you`;
    await shows(page, view.version);
    const isThere = ([selector, words]) =>
        document.querySelector(selector)?.textContent.toLowerCase().includes(words.toLowerCase());
    await page.waitForFunction(isThere, ['.act .flag small', wanted], { timeout: TIMEOUT_MS });
    note('who acts next, while waiting', '1280');
    await page.setViewportSize(PHONE);
    assert.equal(await text(page.locator('.act .say .slim')), wanted);
    note('who acts next, while waiting', '390');
    await page.setViewportSize(LAPTOP.viewport);
}

/** Money after income: of a plan, and of plants that run. */
async function afterIncome(page, money, name) {
    for (const [size, viewport] of [
        ['1280', LAPTOP.viewport],
        ['390', PHONE],
    ]) {
        await page.setViewportSize(viewport);
        const shown = page.locator('.act .after', { hasText: `after income ${money}` });
        await wait(shown);
        note(name, size);
    }
}

async function building(page, { sheet }, view) {
    await shows(page, view.version);
    await page.setViewportSize(LAPTOP.viewport);
    await page.locator('.now .sites button').first().click();
    await wait(page.locator('.plan[aria-busy="false"]'));
    const goal = page.locator('.mid .rail .goal .n');
    assert.equal(Number(await text(goal)), view.observation.n_cities[0] + 1, 'the rail shows where the plan leads');
    const money = Number(await text(page.locator('.plan .end dd')));
    await afterIncome(page, money, 'money after income, building');
    const owned = view.observation.n_cities[0];
    await tab(page, 'Map');
    const { income } = sheet;
    assert.equal(
        await text(page.locator('.board .reached')),
        `${owned} to ${owned + 1} cities, ${income[owned]} to ${income[owned + 1]} a round`,
    );
    note('income of my cities and the next', '390');
    await page.setViewportSize(LAPTOP.viewport);
}

async function powering(page, person, view) {
    await shows(page, view.version);
    await page.setViewportSize(LAPTOP.viewport);
    const offer = view.offers.find((each) => each.offer === 'run');
    const { runs, compared } = view.power;
    for (const size of ['1280', '390']) {
        await page.setViewportSize(size === '390' ? PHONE : LAPTOP.viewport);
        const rows = page.locator('[data-run]');
        await wait(rows.first());
        const shown = await rows.evaluateAll((all) => all.map((each) => [Number(each.dataset.run), each.textContent]));
        assert.deepEqual(
            shown.map(([mask]) => mask),
            compared.map((place) => offer.runs[place][0]),
        );
        for (const [place, [, words]] of shown.entries()) {
            const { cities, income, money, less, kept, worth } = runs[compared[place]];
            const wanted = [cities, income, money, ...(place > 0 ? [`${less} less`] : [])];
            if (place > 0 && kept.some((amount) => amount > 0)) wanted.push(`worth ${worth}`);
            for (const each of wanted) assert.ok(words.includes(String(each)), `${each} in ${words}`);
        }
        const [best] = compared;
        const owned = view.observation.n_cities[0];
        assert.equal(
            await text(page.locator('[data-powers]')),
            `power ${runs[best].cities} of ${owned} ${owned === 1 ? 'city' : 'cities'}`,
        );
        note('powering choices compared', size);
        if (size === '390') await rail(page, person, view, size, '.now');
    }
    await afterIncome(page, runs[compared[0]].money, 'money after income, powering');
    await page.setViewportSize(LAPTOP.viewport);
    // Another set of plants: the bar follows.
    await page.locator('[data-run]').last().click();
    await afterIncome(page, runs[compared.at(-1)].money, 'money after income, another choice');
    await page.setViewportSize(LAPTOP.viewport);
    await page.locator('[data-run]').first().click();
}

/** The opponent panel closes with the phase. */
async function closesWithPhase(page, people, view) {
    const other = view.observation.order.find((seat) => seat !== 0);
    await page.locator(`[data-look="${other}"]`).click();
    await wait(page.locator('[data-looked]'));
    await page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
    const later = await playUntil(people, (seen) => seen.observation.phase !== view.observation.phase);
    await shows(page, later.version);
    await page.locator('[data-looked]').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
    note('nothing looked at survives a phase', '1280');
}

async function classic() {
    const people = await sit(GAMES.usa, 2);
    const [ada] = people;
    const page = await openAt(ada);
    const asks =
        (...kinds) =>
        ({ offers }, person) =>
            person === ada && offers.some(({ offer }) => kinds.includes(offer));
    await building(page, ada, await playUntil(people, asks('connect')));
    const run = await playUntil(people, asks('run'));
    await powering(page, ada, run);
    await closesWithPhase(page, people, run);
    const auction = await playUntil(people, asks('offer', 'bid'));
    await shows(page, auction.version);
    const outlook = await outlookOf(ada);
    const shown = await rail(page, ada, auction, '1280', '.mid');
    assert.equal(shown.length, ada.sheet.income.length);
    assert.equal((await page.locator('.mid section.rail').boundingBox()).height, 58);
    await ladder(page, ada, auction, outlook, '1280');
    await seatsAndNext(page, auction, outlook, '1280');
    await stack(page, '1280');
    await opponent(page, auction, outlook, '1280');
    await page.setViewportSize(PHONE);
    await tab(page, 'Plants');
    await stack(page, '390');
    await tab(page, 'Seats');
    assert.equal((await rail(page, ada, auction, '390', '.left')).length, ada.sheet.income.length);
    await seatsAndNext(page, auction, outlook, '390');
    await tab(page, 'Fuel');
    await ladder(page, ada, auction, outlook, '390');
    await opponent(page, auction, outlook, '390');
    await page.setViewportSize(LAPTOP.viewport);
    await waiting(people, page);
    await page.context().close();
}

/** Deluxe has the same rail with its own numbers; with six seats the log keeps several lines. */
async function deluxe() {
    const people = await sit({ ...GAMES.europe, seats: 6 });
    const [ada] = people;
    const view = await playUntil(people, ({ observation }) => observation.round >= 1);
    const page = await openAt(ada);
    await shows(page, view.version);
    const shown = await rail(page, ada, view, '1280, deluxe', '.mid');
    assert.equal(shown.length, ada.sheet.income.length);
    await wait(page.locator('.log .book li').nth(2));
    const seen = await page.locator('.log .book').evaluate((book) => {
        const { top, bottom } = book.getBoundingClientRect();
        return [...book.querySelectorAll('li')].filter((line) => {
            const box = line.getBoundingClientRect();
            return box.top >= top && box.bottom <= bottom + 1;
        }).length;
    });
    assert.ok(seen > 1, `with six seats ${seen} lines of the log are seen`);
    note(`log of six seats: ${seen} lines`, '1280');
    await page.context().close();
}

/** No rail; the income of a seat is in its panel, and the end at the pile. */
async function cards() {
    const people = await sit(GAMES['card-four']);
    const [ada] = people;
    const view = await playUntil(
        people,
        ({ offers, power }) => offers.some(({ offer }) => offer === 'produce') && power.compared.length > 1,
    );
    const page = await openAt(ada);
    await shows(page, view.version);
    await wait(page.locator('[data-run]').first());
    assert.equal(await page.locator('.rail').count(), 0);
    for (const size of ['1280', '390']) {
        await page.setViewportSize(size === '390' ? PHONE : LAPTOP.viewport);
        const [best] = view.power.compared;
        await wait(page.locator('.act .after', { hasText: `after income ${view.power.runs[best].money}` }));
        const words = await text(page.locator('[data-run]').first());
        for (const each of [view.power.runs[best].income, view.power.runs[best].money])
            assert.ok(words.includes(String(each)), `${each} in ${words}`);
        note('card game: plants compared, money after income', size);
        assert.match(await text(stackHead(page)), /in the stack/);
        note('card game: pile', size);
    }
    await page.context().close();
}

try {
    await classic();
    await deluxe();
    await cards();
    assert.deepEqual(problems, []);
    for (const [name, sizes] of found) console.log(`${name}: ${[...new Set(sizes)].join(', ')}`);
    console.log(`${found.size} numbers in ${Math.round((Date.now() - started) / 1000)} s`);
} finally {
    await browser.close();
    await server.close();
}
