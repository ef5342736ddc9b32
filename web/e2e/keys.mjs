/**
 * The keys of the table, at a real one: every row of the key table by keyboard, mouse and touch; series of random keys
 * that end nothing without a question; Enter forty times.
 *
 *     npm run e2e:keys                  # all, with 200 series
 *     npm run e2e:keys -- --short       # what CI plays: 10 series
 *     npm run e2e:keys -- --seed 42     # the random keys of another seed
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { GAMES } from './games.mjs';
import { KeyRows } from './keyRows.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { Rows } from './report.mjs';
import { openServer } from './server.mjs';
import { enterForty, noteKeys, pressRandomKeys } from './randomKeys.mjs';
import { watch } from './pageChecks.mjs';

const flags = process.argv.slice(2);
const isShort = flags.includes('--short');
const STORMS = isShort ? 10 : 200;
const seed = Number(flags[flags.indexOf('--seed') + 1] * flags.includes('--seed')) || 1;
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en', reducedMotion: 'reduce', hasTouch: true };
const EDITIONS = ['usa', 'europe', 'card-four'];

const server = await openServer();
const browser = await openBrowser();
const report = new Rows(flags.includes('--json'));

/** Open a browser at the seat of a person whose game has begun. */
async function sit(game, options = LAPTOP) {
    const problems = [];
    const person = await sitWithBots(server.address, GAMES[game]);
    const context = await browser.newContext(options);
    await watch(context, problems);
    await lendSeat(context, person);
    await noteKeys(context);
    const page = await context.newPage();
    const address = `${server.address}/t/${person.gameId}`;
    await page.goto(address);
    await page.locator('.desk').waitFor({ timeout: 30_000 });
    return { person, page, address, problems, close: () => context.close() };
}

/** Maximum number of tables, as a game may end before any player puts up a plant. */
const TABLES = 4;

async function rowsBy(means, game, options, tables = TABLES) {
    const table = await sit(game, options);
    const rows = new KeyRows(table, means);
    try {
        const proved = await rows.play(isShort);
        assert.deepEqual(table.problems, []);
        if (proved.length === 0 && tables > 1) return await rowsBy(means, game, options, tables - 1);
        assert.ok(proved.length > 5, `only ${proved.join(', ')}`);
        return { rows: proved.length, proved };
    } catch (error) {
        await table.page.screenshot({ path: `/tmp/gridwright-e2e-keys-${means}.png` }).catch(() => {});
        throw error;
    } finally {
        await table.close();
    }
}

/** Random keys at one table after the other of an edition; a new game starts when one is over. */
async function randomKeys(game, count, first) {
    let table = await sit(game);
    const orders = {};
    try {
        for (let each = 0; each < count; each += 1) {
            const begin = async () => {
                await table.close();
                Object.assign(table, await sit(game));
            };
            for (const name of await pressRandomKeys(table, first + each, begin))
                orders[name] = (orders[name] ?? 0) + 1;
        }
        // Random keys may lead to the home page and request a table there that does not exist.
        const isElsewhere = (problem) => problem.includes('404') && !problem.includes(table.person.gameId);
        assert.deepEqual(
            table.problems.filter((problem) => !isElsewhere(problem)),
            [],
        );
        return {
            seeds: `${first} to ${first + count - 1}`,
            orders: Object.entries(orders).map((each) => each.join(' ')),
        };
    } finally {
        await table.close();
    }
}

async function forty() {
    const table = await sit('usa');
    try {
        return await enterForty(table);
    } finally {
        await table.close();
    }
}

// Each row has its own table, so they run in parallel.
const BESIDE = 3;
const plan = [
    ['every row by keyboard', () => rowsBy('keys', 'usa', LAPTOP)],
    ['by mouse', () => rowsBy('mouse', 'usa', LAPTOP)],
    ['by touch', () => rowsBy('touch', 'usa', PHONE)],
    ['at cards, by keyboard', () => rowsBy('keys', 'card-four', LAPTOP)],
    ...(isShort ? [] : [['deluxe, by keyboard', () => rowsBy('keys', 'europe', LAPTOP)]]),
    ['Enter forty times in ten seconds', forty],
    ...EDITIONS.map((game, place) => {
        const count = Math.ceil(STORMS / EDITIONS.length);
        return [`${count} series of 50 random keys, ${game}`, () => randomKeys(game, count, seed * 1000 + place * 100)];
    }),
];
try {
    const work = async () => {
        for (let row = plan.shift(); row; row = plan.shift()) await report.row(...row);
    };
    await Promise.all(Array.from({ length: BESIDE }, work));
} finally {
    await browser.close();
    await server.close();
}
report.close();
