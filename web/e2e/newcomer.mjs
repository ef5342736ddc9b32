/**
 * The first five minutes: a browser that has never been here, the first page, a first game against bots and its first round, at the
 * page's own pace and with the server's own undo window. It counts clicks, and seconds in which the newcomer can only wait.
 *
 *     npm run e2e:newcomer
 *     npm run e2e:newcomer -- --json
 *     PICTURES=/tmp/shots npm run e2e:newcomer
 */
import { openBrowser, SCREEN } from './browser.mjs';
import { FREE, Player } from './player.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 60_000;
const MAX_CLICKS = 3;
/** Others' moves are played for at most 12 s; before them bots wait 2.5 s for an undo, and the network wants a little. */
const LONGEST_WAIT = 12_000 + 2_500 + 1_500;
const HOLD = 2_500;
const MAX_TURNS = 60;
const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PATHS = [
    { name: 'classic, laptop', edition: 'classic', device: LAPTOP },
    { name: 'classic, phone', edition: 'classic', device: PHONE },
    { name: 'deluxe, laptop', edition: 'deluxe', device: LAPTOP },
    { name: 'card game, laptop', edition: 'card', device: LAPTOP },
];
const pictures = process.env.PICTURES;

/** Touch player: taps, and builds on the map. */
class Thumb extends Player {
    means = 'touches';

    async click(target) {
        await target.tap({ timeout: TIMEOUT_MS });
        this.clicks += 1;
    }

    /** Build in the first available city on the screen; one city a round is enough. */
    async build() {
        const spot = await this.page.evaluate(() => {
            const map = document.querySelector('svg[role=listbox]').getBoundingClientRect();
            const spots = [...document.querySelectorAll('.gwmap .city.offered .body')].map((body) => {
                const { x, y, width, height } = body.getBoundingClientRect();
                return { x: x + width / 2, y: y + height / 2 };
            });
            const margin = 40;
            return spots.find(
                ({ x, y }) =>
                    x > map.left + margin && x < map.right - margin && y > map.top + margin && y < map.bottom - margin,
            );
        });
        await this.page.touchscreen.tap(spot.x, spot.y);
        this.clicks += 1;
        const chooser = this.page.locator('.chooser button').first();
        await this.button('connect').or(chooser).first().waitFor({ timeout: TIMEOUT_MS });
        if (await this.has(chooser)) await this.click(chooser);
        return this.press('connect');
    }
}

async function arrive(browser, server, { name, edition, device }) {
    const context = await browser.newContext({ ...device, locale: 'en' });
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const player = new (device === PHONE ? Thumb : Player)(page);
    const picture = (moment) =>
        pictures && page.screenshot({ path: `${pictures}/newcomer-${name.replaceAll(/\W+/g, '-')}-${moment}.png` });
    const began = Date.now();
    await page.goto(server.address);
    await page.locator(SCREEN).waitFor({ timeout: TIMEOUT_MS });
    const start = page.locator('[data-do="start"]:not(:disabled)');
    await start.waitFor({ timeout: TIMEOUT_MS });
    const cold = Date.now() - began;
    await picture('cold');
    const chosen = page.locator(`[data-edition="${edition}"]`);
    if ((await chosen.getAttribute('aria-checked')) !== 'true') await player.click(chosen);
    await player.click(start);
    const waits = [];
    let toDecision = null;
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        const from = Date.now();
        const digestEnd = page.locator('[data-do="continue"]');
        await page.locator(`${FREE}.turn`).or(digestEnd).first().waitFor({ timeout: TIMEOUT_MS });
        waits.push(Date.now() - from);
        if (await player.has(digestEnd)) await player.click(digestEnd.first());
        await page.locator(`${FREE}.turn`).waitFor({ timeout: TIMEOUT_MS });
        toDecision ??= player.clicks;
        await picture(turn);
        if ((await player.look()).round > 1) break;
        await player.turn(await player.asked());
    }
    const { round } = await player.look();
    await context.close();
    const seconds = (milliseconds) => Math.round(milliseconds / 100) / 10;
    const longest = Math.max(...waits);
    const faults = [
        ...problems,
        ...player.refusals.map((reason) => `refused: ${reason}`),
        ...(round > 1 ? [] : ['the first round did not end']),
        ...(toDecision <= MAX_CLICKS ? [] : [`${toDecision} clicks to the first decision`]),
        ...(longest <= LONGEST_WAIT ? [] : [`a wait of ${seconds(longest)} s`]),
    ].map((fault) => `${name}: ${fault}`);
    return {
        name,
        clicks_to_decision: toDecision,
        clicks_in_round: player.clicks - toDecision,
        decisions: waits.length - 1,
        cold_seconds: seconds(cold),
        waiting_seconds: seconds(waits.reduce((sum, each) => sum + each, 0)),
        longest_wait_seconds: seconds(longest),
        seconds: seconds(Date.now() - began),
        faults,
    };
}

const server = await openServer({ hold: HOLD });
const browser = await openBrowser({ pace: null });
const rows = [];
try {
    for (const path of PATHS) rows.push(await arrive(browser, server, path));
} catch (error) {
    for (const page of browser.contexts().flatMap((each) => each.pages()))
        await page.screenshot({ path: '/tmp/gridwright-e2e-newcomer.png' });
    throw error;
} finally {
    await browser.close();
    await server.close();
}
const faults = rows.flatMap((row) => row.faults);
if (process.argv.includes('--json')) {
    const bars = { clicks_to_decision: MAX_CLICKS, longest_wait_seconds: LONGEST_WAIT / 1000 };
    console.log(JSON.stringify({ title: 'newcomer', bars, rows, fine: faults.length === 0 }, null, 2));
} else {
    for (const row of rows)
        console.log(
            `${row.name}: ${row.clicks_to_decision} clicks to the first decision (threshold ${MAX_CLICKS}), page ready after ${row.cold_seconds} s; first round ${row.decisions} decisions, ${row.clicks_in_round} clicks, ${row.waiting_seconds} s of waiting, at most ${row.longest_wait_seconds} s at a stretch (threshold ${LONGEST_WAIT / 1000})`,
        );
    for (const fault of faults) console.log(`  ${fault}`);
}
if (faults.length > 0) process.exitCode = 1;
