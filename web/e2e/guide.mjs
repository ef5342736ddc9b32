/**
 * The first page by two clicks, and the guided round of each game, followed by clicks to its end card.
 *
 *     npm run e2e:guide            # classic, deluxe and the card game for two with the Trust
 *     npm run e2e:guide -- card    # one of them
 *     PICTURES=/tmp/shots npm run e2e:guide
 */
import assert from 'node:assert/strict';

import { openBrowser } from './browser.mjs';
import { FREE } from './player.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 60_000;
const MAX_CHOICES = 60;
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };
const GAMES = {
    classic: {
        size: LAPTOP,
        bots: 3,
        must: ['goal', 'order', 'fuel', 'first-city', 'power', 'refill', 'steps', 'end', 'done'],
    },
    deluxe: { size: PHONE, bots: 3, must: ['goal', 'order', 'first-city', 'power', 'refill', 'steps', 'end', 'done'] },
    card: {
        size: LAPTOP,
        bots: 1,
        must: [
            'goal-card',
            'trust',
            'order-card',
            'cards',
            'production',
            'refill-card',
            'last-round',
            'end-card',
            'done',
        ],
    },
};
const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const pictures = process.env.PICTURES;

const server = await openServer();
const browser = await openBrowser();

/** Two clicks start a game; the choice is remembered. */
async function quickStart() {
    const page = await (await browser.newContext({ viewport: LAPTOP, locale: 'en' })).newPage();
    await page.goto(server.address);
    let clicks = 0;
    const click = async (target) => {
        await page.click(target);
        clicks += 1;
    };
    await click('[data-edition="deluxe"]');
    await click('[data-do="start"]');
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(clicks, 2);
    assert.equal(await page.locator('.seats .seat').count(), 4);
    assert.equal(await page.locator('.coach').count(), 0);
    await page.goto(server.address);
    assert.equal(await page.locator('[data-edition="deluxe"]').getAttribute('aria-checked'), 'true');
    await page
        .locator('[data-field="board"] option[value="north-america/north-america"]')
        .waitFor({ state: 'attached' });
    await page.selectOption('[data-field="board"]', 'north-america/north-america');
    await page.click('[data-do="start"]');
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    await page.goto(server.address);
    await page.waitForFunction(
        () => document.querySelector('[data-field="board"]')?.value === 'north-america/north-america',
    );
    console.log('two clicks to a game against three bots; the choice is kept');
    await page.context().close();
}

/** Strengths and maps load after the first page, without a layout shift. */
async function staysPut() {
    for (const [viewport, locale] of [LAPTOP, PHONE].flatMap((size) => ['en', 'de'].map((each) => [size, each]))) {
        const page = await (await browser.newContext({ viewport, locale })).newPage();
        let free;
        const held = new Promise((done) => (free = done));
        await page.route(/\/api\/(bots|choices)/, (route) => held.then(() => route.continue()));
        await page.goto(server.address);
        await page.locator('[data-do="learn"]').waitFor({ timeout: TIMEOUT_MS });
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        const places = () =>
            page.evaluate(() =>
                ['start', 'learn'].map((name) => {
                    const { left, top } = document.querySelector(`[data-do="${name}"]`).getBoundingClientRect();
                    return [left, top].map(Math.round);
                }),
            );
        const before = await places();
        free();
        await page.locator('[data-bot]:enabled').first().waitFor({ timeout: TIMEOUT_MS });
        await page.locator('[data-field="board"] option').first().waitFor({ state: 'attached' });
        assert.deepEqual(await places(), before, `${viewport.width} ${locale}`);
        await page.context().close();
    }
    console.log('nothing moves when strengths and maps come');
}

async function follow(edition) {
    const { size, bots, must } = GAMES[edition];
    const page = await (await browser.newContext({ viewport: size, locale: 'en', reducedMotion: 'reduce' })).newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    await page.click(`[data-edition="${edition}"]`);
    for (let each = 3; each > bots; each -= 1) await page.getByRole('button', { name: /^Less: Opponents/ }).click();
    await page.click('[data-do="learn"]');
    const coach = page.locator('.coach');
    await coach.waitFor({ timeout: TIMEOUT_MS });
    const seen = [];
    const of = (name) => page.locator(`.coach [data-do="${name}"]`);
    for (let choices = 0; ; choices += 1) {
        assert.ok(choices < MAX_CHOICES, `no end after ${seen}`);
        await page
            .locator('.coach:has([data-do="guide-next"]), .coach:has([data-do="guide-continue"]), .coach[data-press]')
            .first()
            .waitFor({ timeout: TIMEOUT_MS });
        const moment = (await coach.getAttribute('data-moment')) ?? '';
        if (seen.at(-1) !== moment) {
            seen.push(moment);
            await page.waitForTimeout(250);
            assert.equal(await page.locator('.coach + .ring').count(), 1, `no ring at ${moment}`);
            if (pictures) await page.screenshot({ path: `${pictures}/guide-${edition}-${seen.length}-${moment}.png` });
        }
        if (choices === 1) {
            // Resumed where it was left.
            await page.reload();
            await coach.waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await coach.getAttribute('data-moment'), moment);
        }
        if (choices === 2) {
            await of('guide-pause').click();
            await of('guide-resume').click();
        }
        if (moment === 'done') break;
        if ((await of('guide-next').count()) > 0) {
            await of('guide-next').click();
            continue;
        }
        if ((await of('guide-choose').count()) > 0) await of('guide-choose').click();
        const press = await coach.getAttribute('data-press');
        const stamp = await page.locator('.desk').getAttribute('data-stamp');
        const button = page.locator(`.bar [data-do="${press}"]:not(:disabled)`);
        await page.locator(FREE).waitFor();
        await button.click();
        // A clearly bad move needs one confirmation.
        if ((await page.locator('.act.marked').count()) > 0) {
            await page.locator(FREE).waitFor();
            await button.click();
        }
        await page.waitForFunction(
            (old) => {
                const desk = document.querySelector('.desk');
                const now = desk?.getAttribute('data-stamp') ?? '';
                return now !== old && !now.endsWith('true') && !desk?.hasAttribute('data-sent');
            },
            stamp,
            { timeout: TIMEOUT_MS },
        );
        assert.equal(await page.locator('.act.refused').count(), 0, `refused at ${moment}`);
    }
    assert.deepEqual(
        must.filter((each) => !seen.includes(each)),
        [],
    );
    await of('guide-stop').click();
    await coach.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(await coach.count(), 0);
    assert.deepEqual(problems, []);
    console.log(`${edition}: guided to the end card by way of ${seen.join(', ')}`);
    await page.context().close();
}

try {
    if (wanted.length === 0) {
        await quickStart();
        await staysPut();
    }
    for (const edition of wanted.length > 0 ? wanted : Object.keys(GAMES)) await follow(edition);
} catch (error) {
    for (const page of browser.contexts().flatMap((each) => each.pages()))
        await page.screenshot({ path: '/tmp/gridwright-e2e-guide.png' });
    throw error;
} finally {
    await browser.close();
    await server.close();
}
