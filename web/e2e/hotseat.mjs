/**
 * Whole games of three people at one device, by clicks, on a real server: with open money and with hidden money.
 * While the device is handed over, the page holds nothing that only one of them may know.
 *
 *     npm run e2e:hotseat              # both
 *     npm run e2e:hotseat -- hidden    # one of them
 */
import assert from 'node:assert/strict';

import { openBrowser } from './browser.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const PEOPLE = ['Ada', 'Bob', 'Cleo'];
const SPECTATOR = -3;
const HIDDEN = -1;
const TIMEOUT_MS = 60_000;
const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const kinds = wanted.length > 0 ? wanted : ['open', 'hidden'];

const server = await openServer();
const browser = await openBrowser();

/** The last table that the page received by its socket. */
function listen(page) {
    const heard = { viewer: null, money: [] };
    page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
            const frame = JSON.parse(String(payload));
            if (frame.type !== 'table') return;
            heard.viewer = frame.table.viewer;
            heard.money = frame.table.observation?.money ?? [];
        });
    });
    return heard;
}

async function start(page, isHidden) {
    await page.goto(server.address);
    await page.click('[data-edition="card"]');
    await page.click('[data-do="device"]');
    await page.locator('[data-do="person-0"]').waitFor();
    // Four seats at first: three people, no bot.
    await page.getByRole('button', { name: /Less: Seats/ }).click();
    await page.click('[data-do="person-2"]');
    for (const [seat, name] of PEOPLE.entries()) await page.fill(`[data-field="name-${seat}"]`, name);
    if (isHidden) await page.check('[data-field="hidden-money"]');
    await page.click('[data-do="make"]');
}

/** The page's data while the device is handed over. */
async function checkCurtain(page, heard) {
    await page.locator('[data-do="raise"]:not(:disabled)').waitFor({ timeout: TIMEOUT_MS });
    assert.equal(heard.viewer, SPECTATOR);
    assert.ok(
        heard.money.every((money) => money === HIDDEN),
        `money behind the curtain: ${heard.money}`,
    );
    assert.equal(await page.locator('.desk, .seat, .act, .own, .after').count(), 0);
    const card = await page.locator('[data-screen="curtain"] .card').innerText();
    const numbers = card.match(/\d+/g) ?? [];
    assert.ok(numbers.length <= 1, `only the round is numbered, got ${numbers}`);
}

async function play(kind) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const heard = listen(page);
    await start(page, kind === 'hidden');
    const curtain = page.locator('[data-screen="curtain"]');
    const end = page.locator('[data-screen="end"]');
    const mine = page.locator('.act.turn');
    const players = PEOPLE.map(() => new Player(page));
    const turns = [0, 0, 0];
    let curtains = 0;
    let last = -1;
    for (;;) {
        await end.or(curtain).or(mine).first().waitFor({ timeout: TIMEOUT_MS });
        if ((await end.count()) > 0) break;
        if ((await curtain.count()) > 0) {
            assert.equal(kind, 'hidden');
            await checkCurtain(page, heard);
            curtains += 1;
            if (curtains === 2) {
                // A reload in between shows the curtain again, and nothing else.
                await page.reload();
                await curtain.waitFor({ timeout: TIMEOUT_MS });
                await checkCurtain(page, heard);
            }
            await page.click('[data-do="raise"]');
            await mine.waitFor({ timeout: TIMEOUT_MS });
            continue;
        }
        // The curtain may have closed since the last check.
        const flag = await page
            .locator('.act.turn .flag')
            .innerText({ timeout: 1_000 })
            .catch(() => '');
        if (!flag) continue;
        const seat = PEOPLE.findIndex((name) => flag.includes(name));
        assert.ok(seat >= 0, `expected one of ${PEOPLE}, got ${flag}`);
        if (kind === 'hidden') assert.equal(heard.money.filter((money) => money !== HIDDEN).length, 1);
        last = seat;
        turns[seat] += 1;
        await players[seat].turn(async () => {});
    }
    assert.equal(await curtain.count(), 0);
    await page.waitForFunction(
        (names) => names.every((name) => document.querySelector('[data-screen="end"]')?.textContent.includes(name)),
        PEOPLE,
        { timeout: TIMEOUT_MS },
    );
    assert.deepEqual(problems, []);
    assert.ok(
        turns.every((count) => count > 3),
        `turns: ${turns}`,
    );
    assert.ok(last >= 0 && (kind === 'hidden' ? curtains > 5 : curtains === 0));
    console.log(`${kind}: played to the end, turns ${turns.join(', ')}, ${curtains} curtains`);
    await context.close();
}

try {
    for (const kind of kinds) await play(kind);
} catch (error) {
    for (const page of browser.contexts().flatMap((each) => each.pages()))
        await page.screenshot({ path: '/tmp/gridwright-e2e-hotseat.png' });
    throw error;
} finally {
    await browser.close();
    await server.close();
}
