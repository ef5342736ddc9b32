/**
 * One scale of strength: each level has the same words on the first page and on the page of bots, in both languages, and all
 * measured shares of a game are against one rival, which is named.
 *
 *     npm run e2e:strength
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { openProof, runTests } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
const EDITIONS = ['classic', 'deluxe', 'card'];
const LEVELS = {
    en: ['Beats most beginners', 'A fair fight for casual players', 'Wins most tables', 'Plays out futures'],
    de: [
        'Schlägt die meisten Anfänger',
        'Fair für Gelegenheitsspieler',
        'Gewinnt an den meisten Tischen',
        'Spielt die Zukunft durch',
    ],
};
const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser } = proof;

const texts = async (found) => (await found.allInnerTexts()).map((text) => text.trim());

async function visit(path, locale) {
    const page = await (await browser.newContext({ ...LAPTOP, locale })).newPage();
    await page.goto(server.address + path);
    return page;
}

const PROOFS = {
    async 'the words of a level are the same everywhere'() {
        for (const [locale, words] of Object.entries(LEVELS)) {
            const home = await visit('/', locale);
            await home.locator('[data-bot]:enabled').first().waitFor({ timeout: TIMEOUT_MS });
            assert.deepEqual(await texts(home.locator('[data-bot] .ms')), words);
            const bots = await visit('/bots', locale);
            await bots.locator('section[data-bot]').first().waitFor({ timeout: TIMEOUT_MS });
            assert.deepEqual(await texts(bots.locator('section[data-bot] [data-part="strength"] b')), words);
            for (const page of [home, bots]) await page.context().close();
        }
    },
    async 'all shares of a game are against one rival'() {
        const page = await visit('/bots', 'en');
        const editions = page.locator('.bt [role=radiogroup]').first().locator('[role=radio]');
        for (const [place, edition] of EDITIONS.entries()) {
            await editions.nth(place).click();
            await page.locator('[data-rival]').first().waitFor({ timeout: TIMEOUT_MS });
            const rivals = await page
                .locator('[data-rival]')
                .evaluateAll((all) => all.map((each) => each.dataset.rival));
            assert.ok(rivals.length > 1, `${edition}: no shares`);
            assert.equal(new Set(rivals).size, 1, `${edition}: ${rivals}`);
            assert.ok((await texts(page.locator('[data-rival]'))).every((text) => text.includes('Greedy')));
            assert.equal(await page.locator('.lad .case').count(), rivals.length);
        }
        await page.context().close();
    },
};

await proof.run(() => runTests(PROOFS, proof));
