/**
 * Around the table: from the first page to a game in at most three clicks, to a waiting turn in one; a new table is private; a
 * room has a link, a code, bots and a countdown that any key stops. One thing on each page is yellow.
 *
 *     npm run e2e:home
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { lendSeat, sitTogether, sitWithBots } from './person.mjs';
import { openProof, runTests } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en' };
const MAX_CLICKS = 3;
const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser } = proof;
const problems = [];

async function visit(path = '/', { device = LAPTOP, people = [] } = {}) {
    const context = await browser.newContext(device);
    for (const person of people) await lendSeat(context, person);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address + path);
    return page;
}

/** Number of visible yellow buttons. */
const yellow = (page) => page.locator('.btn.primary').locator('visible=true').count();

/** Start a running public game for the first page to show. */
async function livePublic() {
    const spec = { edition: 'classic', preset: 'original', board: 'germany', seats: 2 };
    const [ada] = await sitTogether(server.address, spec);
    return ada;
}

const PROOFS = {
    async 'the first visit: a game in one click, and nothing to fill in'() {
        for (const device of [LAPTOP, PHONE]) {
            const page = await visit('/', { device });
            await page.locator('[data-bot]:enabled').first().waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await page.locator('[data-own]').count(), 0);
            assert.equal(await yellow(page), 1);
            let clicks = 0;
            const click = async (selector) => {
                await page.click(selector);
                clicks += 1;
            };
            await click('[data-edition="classic"]');
            await click('[data-bot="easy"]');
            await click('[data-do="start"]');
            await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
            assert.ok(clicks <= MAX_CLICKS, `${clicks} clicks`);
            const names = await page.evaluate(() => globalThis.gridwright.view.seats.map(({ name }) => name));
            assert.deepEqual(names.slice(1), ['Blaise', 'Emmy', 'Samuel']);
            await page.context().close();
        }
    },
    async 'one turn waits: it is large, alone yellow, and one click away'() {
        const spec = { edition: 'classic', preset: 'original', board: 'usa', seats: 3 };
        const person = await sitWithBots(server.address, spec);
        await person.play(async () => true);
        for (const device of [LAPTOP, PHONE]) {
            const page = await visit('/', { device, people: [person] });
            await page.locator('[data-do="take-turn"]').waitFor({ timeout: TIMEOUT_MS });
            await page.locator('.tk .mt .n').waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await yellow(page), 1);
            assert.equal(await page.locator('[data-do="start"].primary').count(), 0);
            await page.locator('[data-do="bell"]').waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await page.locator('[data-do="bell"] b').innerText(), '1');
            await page.click('[data-do="take-turn"]');
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
            await page.context().close();
        }
        const page = await visit('/learn', { people: [person] });
        await page.click('[data-do="bell"]', { timeout: TIMEOUT_MS });
        await page.click(`[data-waits="${person.gameId}"]`);
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        await page.context().close();
    },
    async 'several turns wait: one is large, the others are lines with a yellow mark'() {
        const first = await sitWithBots(server.address, { edition: 'classic', seats: 2 });
        const second = await sitWithBots(server.address, { edition: 'card', seats: 2 });
        await first.play(async () => true);
        await second.play(async () => true);
        const page = await visit('/', { people: [first, second] });
        await page.locator('.ot .chip.on').waitFor({ timeout: TIMEOUT_MS });
        await page.locator('.tk').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await page.locator('.tk').count(), 1);
        assert.equal(await yellow(page), 1);
        assert.equal(await page.locator('[data-do="bell"] b').innerText(), '2');
        await page.context().close();
    },
    async 'a live game is shown, and private games are not'() {
        const hidden = await livePublic();
        const page = await visit();
        await page.locator('aside .none').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await page.locator(`[data-featured="${hidden.gameId}"]`).count(), 0, 'a private game is shown');
        const answer = await fetch(`${server.address}/api/tables?status=running`);
        assert.deepEqual((await answer.json()).tables, []);
        await page.context().close();
    },
    async 'a new table is private, and says so'() {
        const page = await visit();
        await page.click('[data-do="share"]');
        await page.locator('[data-board]').first().waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await yellow(page), 1);
        assert.match(await page.locator('.sen').innerText(), /^A private table/);
        await page.click('.sen [data-to="clock"]');
        await page.click('[data-option="clock"] [data-value="bank"]');
        assert.match(await page.locator('.sen').innerText(), /live, 45 minutes each/i);
        await page.click('[data-board="germany"]');
        await page.keyboard.press('Escape');
        await page.locator('.lf .title').click();
        await page.keyboard.press('Enter');
        await page.locator('[data-do="ready"]').waitFor({ timeout: TIMEOUT_MS });
        const { tables } = await (await fetch(`${server.address}/api/tables`)).json();
        assert.ok(!tables.some(({ game_id: id }) => page.url().endsWith(id)), 'a private table is listed');
        await page.goto(`${server.address}/new`);
        await page.locator('[data-again="0"]').waitFor({ timeout: TIMEOUT_MS });
        await page.context().close();
    },
    async 'a room: link and code, bots by a click, and a countdown that a key stops'() {
        const spec = { edition: 'classic', preset: 'original', board: 'usa', seats: 3 };
        const made = await fetch(`${server.address}/api/tables`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ spec, listed: false }),
        });
        const { game_id: gameId } = await made.json();
        const host = await visit(`/t/${gameId}`);
        await host.locator('svg.qr path.dark').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await host.locator('.link input').inputValue(), `${server.address}/t/${gameId}`);
        assert.equal(await host.locator('[data-bot]').count(), 0, 'bots can be added before the host sits');
        await host.fill('[data-field="name"]', 'Marie');
        await host.keyboard.press('Enter');
        await host.locator('[data-do="ready"]').waitFor({ timeout: TIMEOUT_MS });
        await host.click('[data-character="Emmy"]');
        await host.locator('[data-do="free-1"]').waitFor({ timeout: TIMEOUT_MS });
        await host.click('[data-do="free-1"]');
        await host.locator('[data-place="1"].free').waitFor({ timeout: TIMEOUT_MS });
        await host.click('[data-character="Ada"]');
        await host.locator('[data-do="free-1"]').waitFor({ timeout: TIMEOUT_MS });
        const guest = await visit(`/t/${gameId}`);
        await guest.locator('[data-do="sit-down"]').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await guest.locator('[data-bot], [data-do^="free-"], [data-do="change-table"]').count(), 0);
        await guest.fill('[data-field="name"]', 'Aylin');
        await guest.click('[data-do="sit-down"]');
        await guest.click('[data-do="ready"]');
        await host.locator('[data-place="2"] .rd:not(.no)').waitFor({ timeout: TIMEOUT_MS });
        await host.click('[data-do="ready"]');
        await host.locator('[data-do="stop-count"]').waitFor({ timeout: TIMEOUT_MS });
        await host.keyboard.press('x');
        await host.locator('[data-do="ready"]').waitFor({ timeout: TIMEOUT_MS });
        await host.waitForTimeout(3500);
        assert.equal(await host.locator('.desk').count(), 0, 'it began although it was stopped');
        await host.click('[data-do="ready"]');
        for (const page of [host, guest]) await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
        for (const page of [host, guest]) await page.context().close();
    },
    async 'the frame: every place of it leads somewhere'() {
        const page = await visit('/new');
        for (const path of ['/', '/watch', '/learn', '/bots']) {
            await page.locator(`header nav a[href="${path}"]`).click();
            await page.locator('h1').first().waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await page.locator('header nav [aria-current]').getAttribute('href'), path);
        }
        await page.context().close();
        const phone = await visit('/', { device: PHONE });
        assert.equal(await phone.locator('nav.foot a').locator('visible=true').count(), 5);
        await phone.context().close();
    },
};

await proof.run(async () => {
    await runTests(PROOFS, proof);
    assert.deepEqual(problems, []);
});
