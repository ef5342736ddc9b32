/**
 * Player aid on a real server: every page of every game, in both languages, at both sizes. A laptop shows the whole
 * page, a phone scrolls vertically only; the exact wording mentions no other rule set; a refused order opens the aid at
 * its sentence.
 *
 *     npm run e2e:aid
 *     npm run e2e:aid -- --pictures FOLDER
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { LAPTOP, openBrowser } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { openServer } from './server.mjs';
import { MAY_BE_CUT } from './states.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8');
const TIMEOUT_MS = 20_000;
const SIZES = { laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const BOARD = ['auction', 'fuel', 'build', 'power', 'end'];
const GAMES = [
    {
        spec: { edition: 'classic', preset: 'original', board: 'usa', seats: 4 },
        asked: 'run',
        pages: BOARD,
        now: 'power',
        others: ['recharged', 'reference'],
    },
    {
        spec: { edition: 'deluxe', preset: 'europe', board: 'europe', seats: 6 },
        asked: 'connect',
        pages: BOARD,
        now: 'build',
        others: ['north-america', 'reference'],
    },
    {
        spec: { edition: 'card', seats: 4 },
        asked: 'produce',
        pages: ['auction', 'fuel', 'power', 'end'],
        now: 'power',
        others: [],
    },
];
const { pictures } = parseArgs({ options: { pictures: { type: 'string' } }, strict: false }).values;
const faults = [];
const figures = { pages: 0, clauses: 0, refused: 0 };

/** Elements of an aid page that are clipped or need scrolling. Runs in the page. */
function measure() {
    const body = document.querySelector('dialog[open] .body');
    const within = [...body.querySelectorAll('*')].filter(
        (each) => each.getBoundingClientRect().right > innerWidth + 1,
    );
    return {
        down: body.scrollHeight - body.clientHeight,
        across: Math.max(body.scrollWidth - body.clientWidth, document.documentElement.scrollWidth - innerWidth),
        outside: within.map((each) => each.tagName + each.className),
    };
}

async function verifyPage(page, place) {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document.querySelector('dialog[open]')));
    for (const { id, nodes } of violations) faults.push(`${place}: ${id} at ${nodes[0].target}`);
}

async function open(browser, server, person, locale, size) {
    const context = await browser.newContext({ ...LAPTOP, viewport: SIZES[size], locale });
    await lendSeat(context, person);
    const page = await context.newPage();
    await page.goto(`${server.address}/t/${person.gameId}`);
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    return page;
}

async function pagesOf(page, { pages, now, spec }, locale, size) {
    await page.keyboard.press('a');
    await page.locator('dialog[open] [role=tab]').first().waitFor({ timeout: TIMEOUT_MS });
    const tabs = page.locator('dialog[open] [role=tab]');
    assert.deepEqual(await tabs.evaluateAll((all) => all.map((tab) => tab.dataset.aid)), pages);
    assert.equal(await page.locator('dialog[open] [aria-selected="true"]').getAttribute('data-aid'), now);
    await page.waitForLoadState('networkidle');
    for (const name of pages) {
        const place = `${spec.edition} ${name} ${locale} ${size}`;
        await page.locator(`[data-aid="${name}"]`).click();
        assert.equal(await page.locator('dialog[open] [data-sentence]').count(), 3, place);
        const { down, across, outside } = await page.evaluate(measure);
        for (const each of outside) faults.push(`${place}: ${each} outside`);
        if (across > 0) faults.push(`${place}: ${across} px too wide`);
        if (size === 'laptop' && down > 0) faults.push(`${place}: ${down} px too high`);
        const wrong = await page.evaluate(faultsOfLayout, [...MAY_BE_CUT, '.tabs button']);
        for (const each of wrong) faults.push(`${place}: ${each}`);
        const text = await page.locator('dialog[open]').innerText();
        if (/\{\{|aid\.[a-z]|undefined|NaN/.test(text)) faults.push(`${place}: a word is missing`);
        for (const scheme of name === now && locale === 'en' ? ['light', 'dark'] : ['light']) {
            await page.emulateMedia({ colorScheme: scheme });
            if (locale === 'en') await verifyPage(page, `${place} ${scheme}`);
            if (pictures)
                await page.screenshot({ path: join(pictures, `${place.replaceAll(' ', '-')}-${scheme}.png`) });
        }
        await page.emulateMedia({ colorScheme: 'light' });
        figures.pages += 1;
    }
}

/** Every page opens the clauses of this table, without text on other rule sets or sources. */
async function wordingOf(page, { pages, others, spec }, locale) {
    await page.locator('[data-do="wording"]').click();
    for (const name of pages) {
        await page.locator(`[data-aid="${name}"]`).click();
        await page.locator('.clauses .clause').first().waitFor({ timeout: TIMEOUT_MS });
        const text = await page.locator('#aid-page').evaluate((part) => part.textContent);
        for (const other of [...others, 'reconstruction', 'Rekonstruktion', 'Text A', 'Text B', 'The text', 'Der Text'])
            if (text.includes(other)) faults.push(`${spec.edition} ${name} ${locale}: "${other}" in the wording`);
        figures.clauses += await page.locator('.clauses .clause').count();
    }
    if (pictures) await page.screenshot({ path: join(pictures, `${spec.edition}-wording-${locale}.png`) });
}

/** An order refused by the server opens the aid at the matching sentence. */
async function refused(browser, server, { person, spec }) {
    const page = await open(browser, server, person, 'en', 'laptop');
    const answer = { type: 'refused', code: 'not_enough_fuel', clause: 'c7.2', problem: '', numbers: {}, version: 1 };
    await page.route(
        '**/orders',
        (route) => route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(answer) }),
        { times: 1 },
    );
    await page.locator('.bar .btn.primary:not(.half)').click();
    await page.locator('.bar [data-do="rule"]').click();
    const asked = page.locator('dialog[open] .asked');
    await asked.waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await asked.getAttribute('data-sentence'), '1');
    assert.match(await asked.innerText(), /There is not enough fuel/);
    if (pictures) await page.screenshot({ path: join(pictures, `${spec.edition}-refused.png`) });
    await page.locator('[data-do="wording"]').click();
    await page.locator('.asked .number', { hasText: 'c7.2' }).waitFor({ timeout: TIMEOUT_MS });
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    figures.refused += 1;
    await page.context().close();
}

const server = await openServer();
const browser = await openBrowser();
try {
    for (const game of GAMES) {
        const person = await sitWithBots(server.address, game.spec);
        await person.play((view, offers) => view.observation.round >= 3 && offers.includes(game.asked));
        for (const locale of ['en', 'de'])
            for (const size of Object.keys(SIZES)) {
                const page = await open(browser, server, person, locale, size);
                await pagesOf(page, game, locale, size);
                if (size === 'laptop') await wordingOf(page, game, locale);
                await page.context().close();
            }
        if (game.spec.edition === 'classic') await refused(browser, server, { ...game, person });
    }
    assert.deepEqual(faults, []);
    console.log(
        `${figures.pages} pages whole and without a fault of axe, ${figures.clauses} clauses of the table alone, ` +
            `${figures.refused} refusal at its sentence`,
    );
} finally {
    await browser.close();
    await server.close();
}
