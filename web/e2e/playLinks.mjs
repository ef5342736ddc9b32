/**
 * Every link and every place of the page without a server leads somewhere that works there: no path of the engine is
 * unknown, no page says that something is missing, and axe finds nothing. Both sizes, German and English.
 *
 *     make play && npm run e2e:play-links
 *     PICTURES=/tmp/shots npm run e2e:play-links
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { barriersOf } from './barriers.mjs';
import { LAPTOP } from './browser.mjs';
import { openPage } from './playFolder.mjs';
import { openHost } from './playHost.mjs';
import { openProof } from './proof.mjs';

const TIMEOUT_MS = 300_000;
const PHONE = { ...LAPTOP, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Screens with a fragment each for many things of the same kind: one of them is enough. */
const KINDS = [/^#\/boards\/./, /^#\/learn\/./, /^#\/puzzles\/./, /^#\/t\//];
/** Screens that must be found. */
const EXPECTED = ['#/', '#/puzzles', '#/learn', '#/bots', '#/new', '#/boards', '#/settings'];
const VISITS = [
    { name: 'laptop-en', options: LAPTOP, language: 'en' },
    { name: 'phone-de', options: PHONE, language: 'de' },
];

const proof = await openProof(import.meta, { server: openHost });
const { server: host, browser, print } = proof;
const pictures = process.env.PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

const kindOf = (hash) => String(KINDS.findIndex((each) => each.test(hash)));
const settle = async (page) => {
    await page.waitForFunction(() => !document.querySelector('main[aria-busy="true"]'), null, { timeout: TIMEOUT_MS });
    const isQuiet = () =>
        [...document.querySelectorAll('main.screen [role="status"]')].every((each) => !each.textContent.trim());
    await page.waitForFunction(isQuiet, null, { timeout: TIMEOUT_MS });
    await page.waitForTimeout(400);
};

async function visit({ name, options, language }) {
    const { context, page, problems } = await openPage(browser, host, { ...options, locale: language });
    const shoot = (what) => (pictures ? page.screenshot({ path: join(pictures, `${name}-${what}.png`) }) : null);
    const found = [];
    const look = async (what) => {
        await settle(page);
        await shoot(what);
        const where = `${name} ${what}`;
        const links = await page.evaluate(() =>
            [...document.querySelectorAll('a[href]')].map((each) => ({
                href: each.href,
                isHere: each.origin + each.pathname === location.origin + location.pathname,
            })),
        );
        for (const { href, isHere } of links) {
            // A place within the page stays in the page.
            if (!isHere) problems.push(`${where}: a link leaves the page: ${href}`);
            else if (new URL(href).hash.startsWith('#/')) found.push(new URL(href).hash);
        }
        const alerts = await page.locator('[role="alert"]:not(.visually-hidden):visible').allInnerTexts();
        problems.push(...alerts.filter(Boolean).map((text) => `${where}: ${text}`));
        problems.push(...(await barriersOf(page)).found.map((each) => `${where}: ${each}`));
    };
    await page.goto(host.address);
    await page.locator('[data-do="play-now"], [data-do="play-now-slab"]').locator('visible=true').waitFor();
    await look('first');
    await page.click('[data-do="runs-here"]');
    await look('chip');
    await page.keyboard.press('Escape');
    await page.locator('[data-engine="ready"]').waitFor({ timeout: TIMEOUT_MS });
    await page.locator('[data-do^="play-now"]:visible').click();
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    await page.waitForTimeout(1_000);
    await page.goto(`${host.address}#/`);
    await page.locator('[data-own]').waitFor({ timeout: TIMEOUT_MS });
    await look('home');
    const kinds = new Set();
    const seen = new Set(['#/']);
    while (found.length > 0) {
        const hash = found.shift();
        if (seen.has(hash) || (kindOf(hash) !== '-1' && kinds.has(kindOf(hash)))) continue;
        seen.add(hash);
        kinds.add(kindOf(hash));
        await page.goto(`${host.address}${hash}`);
        await look(hash.replaceAll(/[^a-z]+/gi, '-'));
        const title = await page.locator('h1').first().innerText();
        if (/^(There is nothing here|Hier ist nichts)/.test(title)) problems.push(`${name}: unknown screen ${hash}`);
    }
    const refused = await page.evaluate(() => globalThis.watched.refused);
    problems.push(...refused.map((each) => `${name}: refused ${each}`));
    for (const each of EXPECTED) if (!seen.has(each)) problems.push(`${name}: no link leads to ${each}`);
    await context.close();
    print(`${name}: ${seen.size} screens, ${kinds.size} kinds`);
    return problems;
}

await proof.run(async () => {
    const problems = [];
    for (const each of VISITS) problems.push(...(await visit(each)));
    assert.deepEqual(problems, []);
    assert.deepEqual(host.missing, []);
});
