/**
 * A room: its code of at most eight letters leads to it however it is typed, and the maker of a table is its host.
 *
 *     npm run e2e:room
 */
import assert from 'node:assert/strict';

import { LAPTOP, SCREEN } from './browser.mjs';
import { sitTogether } from './person.mjs';
import { openProof, runTests } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en' };
const SPEC = { edition: 'classic', preset: 'original', board: 'germany', seats: 2 };
const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser } = proof;
const problems = [];

async function visit(path = '/', device = LAPTOP) {
    const context = await browser.newContext(device);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address + path);
    return page;
}

async function makeTable() {
    const answer = await fetch(`${server.address}/api/tables`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ spec: SPEC }),
    });
    return (await answer.json()).game_id;
}

const shownCode = async (page) =>
    (await page.locator('[data-part="room-code"] b').innerText({ timeout: TIMEOUT_MS })).trim();
const atTable = (page, gameId) => page.waitForURL(`${server.address}/t/${gameId}`, { timeout: TIMEOUT_MS });

const PROOFS = {
    async 'the code is spoken, short, and large on laptop and phone'() {
        const gameId = await makeTable();
        for (const device of [LAPTOP, PHONE]) {
            const page = await visit(`/t/${gameId}`, device);
            const code = await shownCode(page);
            assert.match(code, /^([bdfgklmnprst][aeiou]){2}-([bdfgklmnprst][aeiou]){2}$/);
            const { size, fits } = await page.locator('[data-part="room-code"] b').evaluate((shown) => ({
                size: parseFloat(getComputedStyle(shown).fontSize),
                fits: shown.getBoundingClientRect().right <= innerWidth,
            }));
            assert.ok(size >= 24 && fits, `${size} px, fits: ${fits}`);
            await page.context().close();
        }
    },
    async 'the code joins from the first page, in capitals and with spaces, and by its address'() {
        const gameId = await makeTable();
        const host = await visit(`/t/${gameId}`);
        const code = await shownCode(host);
        for (const typed of [code, code.toUpperCase().replace('-', ' '), code.replace('-', '')]) {
            const guest = await visit();
            await guest.fill('#join-link', typed);
            await guest.click('[data-do="join"]');
            await atTable(guest, gameId);
            await guest.context().close();
        }
        const guest = await visit('/lobby');
        await guest.goto(`${server.address}/j/${code.toUpperCase()}`);
        await atTable(guest, gameId);
        await guest.goBack();
        await guest.waitForURL(`${server.address}/lobby`, { timeout: TIMEOUT_MS });
        for (const page of [host, guest]) await page.context().close();
    },
    async 'a wrong code is answered next to the field, in both languages'() {
        for (const [locale, words] of [
            ['en', 'No table is open'],
            ['de', 'kein Tisch offen'],
        ]) {
            const page = await visit('/j/bobobobo', { ...LAPTOP, locale });
            await page.locator('#join-problem', { hasText: words }).waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await page.locator('#join-link').inputValue(), 'bobobobo');
            await page.context().close();
        }
    },
    async 'a game that has begun is found by its link alone'() {
        const [ada] = await sitTogether(server.address, SPEC);
        const shown = async () => (await fetch(`${server.address}/api/tables/${ada.gameId}/code`)).json();
        while ((await ada.view()).status === 'gathering') await new Promise((done) => setTimeout(done, 50));
        assert.equal((await shown()).room_code, '');
    },
    async 'the guest who makes a table is seated as its host'() {
        for (const device of [LAPTOP, PHONE]) {
            const page = await visit('/new', device);
            await page.locator(SCREEN).first().waitFor({ timeout: TIMEOUT_MS });
            await page.locator('[data-do="make"]:not(:disabled)').waitFor({ timeout: TIMEOUT_MS });
            await page.fill('[data-field="own-name"]', 'Marie');
            await page.click('[data-do="make"]');
            await page.locator('[data-do="change-table"]').waitFor({ timeout: TIMEOUT_MS });
            const { host, viewer, name } = await page.evaluate(() => {
                const { host, viewer, seats } = globalThis.gridwright.view;
                return { host, viewer, name: seats[0].name };
            });
            assert.deepEqual({ host, viewer, name }, { host: 0, viewer: 0, name: 'Marie' });
            await page.locator('[data-character="Emmy"]').first().click();
            await page.locator('[data-do="free-1"]').waitFor({ timeout: TIMEOUT_MS });
            await page.click('[data-do="free-1"]');
            await page.locator('[data-place="1"].free').waitFor({ timeout: TIMEOUT_MS });
            await page.context().close();
        }
    },
    async 'the account that makes a table is seated as its host'() {
        const page = await visit('/signup');
        await page.fill('[data-field="name"]', `Host ${Date.now() % 100_000}`);
        await page.fill('[data-field="password"]', 'correct horse battery');
        await page.click('[data-do="sign-up"]');
        await page.locator('header .who').waitFor({ timeout: TIMEOUT_MS });
        await page.goto(`${server.address}/new`);
        await page.locator('[data-do="make"]:not(:disabled)').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await page.locator('[data-field="own-name"]').count(), 0);
        await page.click('[data-do="make"]');
        await page.locator('[data-do="change-table"]').waitFor({ timeout: TIMEOUT_MS });
        await page.context().close();
    },
};

await proof.run(async () => {
    await runTests(PROOFS, proof);
    assert.deepEqual(problems, []);
});
