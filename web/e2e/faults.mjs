/**
 * Regression tests for faults found at the table and around it, each named after its fault.
 *
 *     npm run e2e:faults
 *     npm run e2e:faults -- --only chooser,lobby
 */
import assert from 'node:assert/strict';

import { LAPTOP, settled } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { lendSeat, post, sitWithBots } from './person.mjs';
import { openProof, runTests } from './proof.mjs';
import { openServer } from './server.mjs';
import { MAY_BE_CUT } from './states.mjs';

const USA = { edition: 'classic', preset: 'original', board: 'usa', seats: 4 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const TIMEOUT_MS = 20_000;

// Fixed deals: a test must not depend on whether a deal leaves money for a second city.
const proof = await openProof(import.meta, { server: () => openServer({ posed: true }) });
const { server, browser } = proof;
const CONTRIBUTION = '41'.repeat(32);

/** Create a table with bots and play to a decision of its person. */
async function tableAt(spec, asked, { from = 1, enough = () => true } = {}) {
    const person = await sitWithBots(server.address, spec, { contribution: CONTRIBUTION });
    await goTo(person, asked, from, enough);
    return person;
}

const goTo = (person, asked, from = 1, enough = () => true) =>
    person.play(
        (view, offers) => view.observation.round >= from && offers.some((each) => asked.includes(each)) && enough(view),
    );

async function finish(person, deed) {
    const { version } = await person.view();
    const answer = await person.act({ do: deed }, version);
    assert.equal(answer.type, 'done', JSON.stringify(answer));
}

/** The page of a person's table, as it is now. */
async function open(person, { size = LAPTOP.viewport, locale = 'en', touch = false, path = '' } = {}) {
    const context = await browser.newContext({ ...LAPTOP, viewport: size, locale, hasTouch: touch });
    if (person) await lendSeat(context, person);
    const page = await context.newPage();
    await page.goto(server.address + (path || `/t/${person.gameId}`));
    if (!path) await shows(page, person);
    return page;
}

/** Wait until a page shows the current version of its person's table, drawing included. */
async function shows(page, person) {
    const { version } = await person.view();
    await page.waitForFunction((least) => globalThis.gridwright?.version >= least, version, { timeout: TIMEOUT_MS });
    await page.locator('.desk').waitFor();
    await page.waitForFunction(() => document.querySelector('.board .city, .cards') !== null, null, {
        timeout: TIMEOUT_MS,
    });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await settled(page);
}

/** Poll until the condition holds: a busy machine renders later. */
async function until(read, isSo, problem) {
    const last = performance.now() + TIMEOUT_MS;
    let found = await read();
    while (!isSo(found) && performance.now() < last) {
        await new Promise((done) => setTimeout(done, 50));
        found = await read();
    }
    assert.ok(isSo(found), `${problem}: ${found}`);
}

/** The cities of the map: position in the window, size of the name, and price. */
const cities = (page) =>
    page.evaluate(() => {
        const map = document.querySelector('.gwmap').getBoundingClientRect();
        const isWithin = (box) =>
            box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;
        return [...document.querySelectorAll('.gwmap .city:not(.off)')].map((city) => {
            const [body, name] = [city.querySelector('.body'), city.querySelector('.name')];
            const box = body.getBoundingClientRect();
            return {
                id: city.dataset.city,
                x: box.left + box.width / 2,
                y: box.top + box.height / 2,
                isSeen: isWithin(box),
                isNamed: name.checkVisibility() && isWithin(name.getBoundingClientRect()),
                size: Number.parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a,
                cost: Number(city.querySelector('.cap:not(.beyond) text')?.textContent ?? Number.NaN),
                isMine: city.classList.contains('mine'),
                isOffered: city.classList.contains('offered'),
            };
        });
    });

/** Two cities on the screen that are close enough for one touch to hit both. */
async function twoClose(page) {
    const seen = (await cities(page)).filter(({ isSeen }) => isSeen);
    const offered = seen.filter(({ isOffered }) => isOffered);
    const isNear = (one, other) => Math.abs(one.x - other.x) < 38 && Math.abs(one.y - other.y) < 36;
    for (const one of offered)
        for (const other of offered)
            if (one !== other && isNear(one, other)) return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    // The chooser lists cities out of reach only where no city in reach is near.
    const others = seen.filter((each) => !offered.some((one) => Math.hypot(one.x - each.x, one.y - each.y) < 70));
    for (const one of others)
        for (const other of others)
            if (one !== other && isNear(one, other)) return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return null;
}

/** Replace each number in the auction, the seats and the action bar by one of three digits. */
const writeLargeNumbers = (page) =>
    page.evaluate(() => {
        for (const element of document.querySelectorAll('.lot *, .seat .stats *, .strip *, .act *')) {
            for (const node of element.childNodes) {
                if (node.nodeType === Node.TEXT_NODE && /^\s*\d+\s*$/.test(node.textContent)) node.textContent = '999';
            }
        }
    });

async function phoneAtBuilding(context = {}) {
    const person = await tableAt(USA, ['offer', 'bid'], { from: 2 });
    const page = await open(person, { size: PHONE, touch: true, ...context });
    await goTo(person, ['connect'], 2);
    await shows(page, person);
    await page.locator('.gwmap .city.offered').first().waitFor({ timeout: TIMEOUT_MS });
    await settled(page);
    return { person, page };
}

/** Add the warning about a risky bid to the table in each frame of the socket: no deal leads to it reliably. */
const warnOfRiskyBid = (page) =>
    page.routeWebSocket(/.*/, (socket) => {
        const upstream = socket.connectToServer();
        upstream.onMessage((message) => {
            const frame = JSON.parse(String(message));
            const bid = frame.table?.offers?.find(({ offer }) => offer === 'bid');
            if (!bid) return socket.send(message);
            const warning = { warning: 'bid-leaves-little', plant: 0, bid: bid.low, leaves: 888, run_costs: 888 };
            frame.table.warnings = [warning];
            return socket.send(JSON.stringify(frame));
        });
    });

/** Pairs of controls of the action bar that overlap, and controls that reach out of the window or do not hold their text. */
const faultsOfBar = (page) =>
    page.evaluate(() => {
        const controls = [...document.querySelectorAll('.act .do .btn, .act .do .stepper, .act .say')]
            .map((element) => ({ name: element.textContent.trim(), element, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 1 && box.height > 1);
        const faults = controls.flatMap(({ name, element, box }, at) =>
            controls
                .slice(at + 1)
                .filter(
                    (other) =>
                        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
                        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1 &&
                        !element.contains(other.element),
                )
                .map((other) => `${name} overlaps ${other.name}`),
        );
        for (const { name, element, box } of controls) {
            if (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight) faults.push(`${name} is cut off`);
            if (element.scrollWidth > element.clientWidth + 2) faults.push(`${name} does not fit its button`);
        }
        return faults;
    });

const TESTS = {
    async 'risky bid: its words overlap nothing on a phone'() {
        const person = await tableAt(USA, ['bid']);
        for (const locale of ['en', 'de'])
            for (const width of [360, 390]) {
                const context = await browser.newContext({ viewport: { width, height: 844 }, locale, hasTouch: true });
                await lendSeat(context, person);
                const page = await context.newPage();
                await warnOfRiskyBid(page);
                await page.goto(`${server.address}/t/${person.gameId}`);
                await page.locator('.last.risky .btn').waitFor({ timeout: TIMEOUT_MS });
                await page.evaluate(() => {
                    for (const node of document.querySelector('.last.risky .btn').childNodes)
                        if (node.nodeType === Node.TEXT_NODE)
                            node.textContent = node.textContent.replaceAll(/\d+/g, '888');
                });
                await settled(page);
                assert.deepEqual(await faultsOfBar(page), [], `${locale} ${width}`);
                await context.close();
            }
    },
    async 'broken numbers: a highest bid of three digits takes one line'() {
        const person = await tableAt(USA, ['bid']);
        for (const locale of ['en', 'de'])
            for (const size of [LAPTOP.viewport, TABLET, PHONE]) {
                const page = await open(person, { size, locale });
                await writeLargeNumbers(page);
                const broken = (await page.evaluate(faultsOfLayout, MAY_BE_CUT)).filter((each) =>
                    each.startsWith('broken'),
                );
                assert.deepEqual(broken, [], `${locale} ${size.width}`);
                const bid = page.locator('.bid .n');
                assert.equal(await bid.evaluate((figure) => getComputedStyle(figure).fontSize), '52px');
                await page.context().close();
            }
    },
    async 'phone zoom: building begins at my network, with names to read'() {
        const { person, page } = await phoneAtBuilding();
        const seen = await cities(page);
        const offered = seen.filter(({ isOffered }) => isOffered).sort((one, other) => one.cost - other.cost);
        const shown = seen.filter(({ isSeen, isOffered, isMine }) => isSeen && (isOffered || isMine));
        assert.ok(offered.length > 0 && shown.length > 0, 'nothing is on offer');
        for (const city of shown) {
            assert.ok(city.size >= 10.95 && city.size <= 15.05, `${city.id} is named with ${city.size} px`);
        }
        const nearest = offered.slice(0, 4).filter(({ isSeen, isNamed }) => !isSeen || !isNamed);
        assert.deepEqual(
            nearest.map(({ id }) => id),
            [],
            'cheapest cities out of sight',
        );
        assert.ok(
            shown.some(({ isMine }) => isMine),
            'my network is out of sight',
        );

        const view = page.locator('[data-do="view"]');
        const before = await view.innerText();
        const label = () => view.innerText();
        await view.tap();
        await until(label, (text) => text !== before, 'the button leads back to the network');
        await view.tap();
        await until(label, (text) => text === before, 'the button leads to the network');
        await settled(page);
        const size = async () => (await cities(page))[0].size;
        const small = await size();
        const isNearer = (now) => now > small;
        await page.locator('.zoom button').first().tap();
        await until(size, isNearer, 'plus goes nearer');
        await view.tap();
        await view.tap();
        await settled(page);
        const map = await page.locator('svg[role=listbox]').boundingBox();
        const tap = () => page.touchscreen.tap(map.x + 24, map.y + map.height / 2);
        // Both without waiting for the first one's answer: a busy machine would take too long.
        await Promise.all([tap(), tap()]);
        await until(size, isNearer, 'two taps go nearer');

        await view.tap();
        if ((await view.innerText()) !== before) await view.tap();
        await settled(page);
        const cheapest = (await cities(page)).find(({ id }) => id === offered[0].id);
        await page.touchscreen.tap(cheapest.x, cheapest.y);
        const build = page.locator('.bar [data-do="connect"].primary');
        await build.waitFor({ timeout: TIMEOUT_MS });
        const sheet = await page.locator('.inspector').boundingBox();
        assert.ok(sheet.height <= 176, `the sheet is ${sheet.height} px high`);
        const owned = (await person.view()).observation.n_cities[0];
        await build.tap();
        await page.waitForFunction(
            (n) => globalThis.gridwright.view.observation.n_cities[0] === n + 1 && !globalThis.gridwright.isSending,
            owned,
            { timeout: TIMEOUT_MS },
        );
        await page.context().close();
    },
    async 'chooser: it goes by Escape, a tap elsewhere, panning, a tab, time and a phase'() {
        const { person, page } = await phoneAtBuilding();
        const chooser = page.locator('.chooser');
        const gone = (timeout = 4000) => chooser.waitFor({ state: 'detached', timeout });
        await page.locator('[data-do="view"]').tap();
        await settled(page);
        const spot = await twoClose(page);
        assert.ok(spot, 'no two cities are close');
        const ask = async () => {
            // Two taps within 300 ms zoom in.
            await page.waitForTimeout(350);
            await page.touchscreen.tap(spot.x, spot.y);
            await chooser.waitFor({ timeout: TIMEOUT_MS });
            assert.ok((await chooser.locator('button').count()) <= 3, 'more than three rows');
        };
        await ask();
        await page.keyboard.press('Escape');
        await gone();
        await ask();
        await page.touchscreen.tap(30, 200);
        await gone();
        await ask();
        const touch = await page.context().newCDPSession(page);
        const move = (type, y) =>
            touch.send('Input.dispatchTouchEvent', { type, touchPoints: y ? [{ x: 60, y }] : [] });
        await move('touchStart', 400);
        await move('touchMove', 440);
        await move('touchMove', 470);
        await move('touchEnd', 0);
        await gone();
        await page.locator('[data-do="view"]').tap();
        await settled(page);
        if ((await twoClose(page)) === null) await page.locator('[data-do="view"]').tap();
        await settled(page);
        Object.assign(spot, await twoClose(page));
        await ask();
        await gone(TIMEOUT_MS);
        await ask();
        await finish(person, 'finish-building');
        await gone(TIMEOUT_MS);
        await page.context().close();
    },
    async 'sticky: inspector, way and refusal of a phase go with it'() {
        const person = await tableAt(USA, ['connect'], { from: 2 });
        const page = await open(person);
        const seen = await cities(page);
        const mine = seen.find(({ isMine }) => isMine);
        await page.mouse.click(mine.x, mine.y);
        await page.locator('.act.refused').waitFor({ timeout: TIMEOUT_MS });
        const offered = seen.find(({ isOffered }) => isOffered);
        await page.mouse.move(offered.x, offered.y, { steps: 4 });
        await page.locator('.inspector').waitFor({ timeout: TIMEOUT_MS });
        const phase = () => page.evaluate(() => globalThis.gridwright.view.observation.phase);
        const before = await phase();
        await finish(person, 'finish-building');
        await page.waitForFunction((old) => globalThis.gridwright.view.observation.phase !== old, before, {
            timeout: TIMEOUT_MS,
        });
        await settled(page);
        for (const left of ['.inspector', '.way', '.act.refused', '.chooser', 'dialog[open]'])
            assert.equal(await page.locator(left).count(), 0, `${left} is left over`);
        await page.context().close();
    },
    async 'chosen mark: it stays while another city is pointed at'() {
        const person = await tableAt(USA, ['connect'], { from: 2 });
        const page = await open(person);
        const seen = (await cities(page)).filter(({ isSeen }) => isSeen);
        const one = seen.find(({ isOffered }) => isOffered);
        const other = seen.find(({ id, isMine }) => id !== one.id && !isMine);
        await page.mouse.click(one.x, one.y);
        const fill = () =>
            page.locator(`[data-city="${one.id}"] .body`).evaluate((body) => getComputedStyle(body).fill);
        await page.locator('.bar [data-do="connect"]').waitFor({ timeout: TIMEOUT_MS });
        const chosen = await fill();
        await page.mouse.move(other.x, other.y, { steps: 4 });
        await settled(page);
        assert.equal(await fill(), chosen);
        await page.context().close();
    },
    async '1024 px: nothing of the map is cropped'() {
        const person = await tableAt(USA, ['bid', 'offer']);
        const page = await open(person, { size: TABLET });
        const cropped = (await cities(page)).filter(({ isSeen, isNamed }) => !isSeen || !isNamed);
        assert.deepEqual(
            cropped.map(({ id }) => id),
            [],
        );
        await page.context().close();
    },
    async 'six seats: the log has four lines'() {
        const person = await tableAt({ ...USA, seats: 6 }, ['offer', 'bid'], { from: 2 });
        const page = await open(person);
        const lines = await page.evaluate(() => {
            const book = document.querySelector('.log .book').getBoundingClientRect();
            const rows = [...document.querySelectorAll('.log li span')].flatMap((line) => {
                const text = document.createRange();
                text.selectNodeContents(line);
                return [...text.getClientRects()];
            });
            const whole = rows.filter(({ top, bottom }) => top >= book.top && bottom <= book.bottom + 1);
            return new Set(whole.map(({ top }) => Math.round(top))).size;
        });
        assert.ok(lines >= 4, `${lines} lines are seen`);
        await page.context().close();
    },
    async 'own tables: they stand above the fold'() {
        const person = await tableAt(USA, ['bid', 'offer']);
        for (const size of [LAPTOP.viewport, PHONE]) {
            const page = await open(person, { size, path: '/' });
            const own = page.locator(`a[href="/t/${person.gameId}"]`);
            await own.waitFor({ timeout: TIMEOUT_MS });
            await settled(page);
            const { y, height } = await own.boundingBox();
            assert.ok(y + height < size.height * 0.6, `it ends at ${y + height}`);
            assert.equal(await page.locator('[data-do="start"].primary').count(), 0, 'two things are yellow');
            await page.context().close();
        }
    },
    async 'rules: income is a table, of this table alone'() {
        const person = await tableAt(USA, ['bid', 'offer']);
        const page = await open(person);
        await page.click('[data-do="help"]');
        await page.click('dialog [data-aid="power"]');
        const income = page.locator('dialog [data-income]');
        await income.first().waitFor({ timeout: TIMEOUT_MS });
        const { sheet } = await page.evaluate(() => ({ sheet: globalThis.gridwright.sheet }));
        assert.deepEqual((await income.allInnerTexts()).map(Number), sheet.income);
        const said = await page.locator('dialog').innerText();
        assert.ok(!said.includes('reference'), 'numbers of other rules are shown');
        await page.context().close();
    },
    async 'lobby words: the heading says what is listed'() {
        const page = await open(null, { path: '/lobby' });
        const headings = [];
        for (const status of ['gathering', 'running', 'finished']) {
            await page.locator(`[data-status="${status}"]`).click();
            headings.push(await page.locator('h1').innerText());
        }
        assert.equal(new Set(headings).size, 3, headings.join(', '));
        await page.context().close();
    },
    async 'German names: boards and regions are called as in German'() {
        const germany = { edition: 'classic', preset: 'original', board: 'germany', seats: 3 };
        const person = await tableAt(germany, ['bid', 'offer']);
        const page = await open(person, { locale: 'de' });
        assert.equal(await page.locator('.tbl b').innerText(), 'Deutschland');
        const log = await page.locator('.log .book').innerText();
        assert.ok(/Im Spiel: .*(Süden|Norden|Osten|Westen)/.test(log), log);
        await page.goto(server.address);
        const boards = await page.locator('[data-field="board"]:enabled').innerText();
        assert.ok(boards.includes('Deutschland') && !boards.includes('Germany'), boards);
        const groups = await page
            .locator('[data-field="board"] optgroup')
            .evaluateAll((all) => all.map((each) => each.label));
        assert.ok(
            groups.every((each) => !each.includes('edition')),
            groups.join(', '),
        );
        await page.context().close();
    },
    async 'sit here: it says what is missing'() {
        const { game_id: gameId } = await post(server.address, '/api/tables', { spec: USA, listed: false });
        const page = await open(null, { path: `/t/${gameId}` });
        await page.locator('[data-do="sit-0"]').click({ timeout: TIMEOUT_MS });
        await page.locator('#name-first').waitFor({ timeout: TIMEOUT_MS });
        assert.ok(await page.locator('[data-field="name"]').evaluate((field) => field === document.activeElement));
        await page.keyboard.type('Ada');
        await page.locator('[data-do="sit-0"]').click();
        await page.locator('[data-do="ready"]').waitFor({ timeout: TIMEOUT_MS });
        await page.context().close();
    },
};

await proof.run(() => runTests(TESTS, proof));
