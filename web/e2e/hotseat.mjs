/**
 * Whole games of three people at one device, by clicks, on a real server: with open money and with hidden money.
 * The device is handed over only before a decision that needs hidden money. Meanwhile the public table is shown, and
 * the page holds nothing that only one of them may know; without the server it says so.
 *
 *     npm run e2e:hotseat              # both
 *     npm run e2e:hotseat -- hidden    # one of them
 *     npm run e2e:hotseat -- --rounds 1  # not to the end
 */
import assert from 'node:assert/strict';

import { openBrowser } from './browser.mjs';
import { Player } from './player.mjs';
import { option } from './proof.mjs';
import { openServer } from './server.mjs';

const PEOPLE = ['Ada', 'Bob', 'Cleo'];
const SPECTATOR = -3;
const HIDDEN = -1;
const TIMEOUT_MS = 60_000;
/** Phases whose decisions need no hidden money. */
const PUBLIC_PHASES = ['bureaucracy', 'regions'];
const args = process.argv.slice(2);
const rounds = Number(option(args, '--rounds', Infinity));
const wanted = args.filter((each) => ['open', 'hidden'].includes(each));
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
    if (isHidden) await page.check('[data-option="hidden_money"]');
    await page.click('[data-do="make"]');
}

/** The page while the device is handed over: the public table, and no money. */
async function checkHandOver(page, heard) {
    await page.locator('[data-do="raise"]:not(:disabled)').waitFor({ timeout: TIMEOUT_MS });
    await page.waitForFunction((spectator) => globalThis.gridwright.view?.viewer === spectator, SPECTATOR);
    assert.ok((await page.locator('.desk').count()) > 0, 'the public table is not shown');
    const { money, phase } = await seen(page);
    assert.ok(
        money.every((each) => each === HIDDEN),
        `money while the device is handed over: ${money}`,
    );
    assert.ok(!PUBLIC_PHASES.includes(phase), `handed over for ${phase}`);
    assert.equal(heard.viewer, SPECTATOR);
}

/** What the page knows of the table. */
const seen = (page) =>
    page.evaluate(() => {
        const { view, sheet } = globalThis.gridwright;
        const { money, phase, round } = view.observation;
        return { money, phase: sheet.phases[phase], round };
    });

/** Without the server the hand-over says so, and continues once the server is back. */
async function checkAway(page) {
    await server.stop();
    await page.locator('[data-do="raise"]:disabled').waitFor({ timeout: TIMEOUT_MS });
    assert.match(await page.locator('[data-screen="hand-over"]').innerText(), /server/i);
    assert.ok((await page.locator('.desk').count()) > 0, 'the table is gone with the server');
    await server.start();
    await page.locator('[data-do="raise"]:not(:disabled)').waitFor({ timeout: TIMEOUT_MS });
}

/** The end: one screen for all, which names them. */
async function checkEnd(page, { turns, handOvers, kind }) {
    assert.equal(await page.locator('[data-screen="hand-over"]').count(), 0);
    await page.waitForFunction(
        (names) => names.every((name) => document.querySelector('[data-screen="end"]')?.textContent.includes(name)),
        PEOPLE,
        { timeout: TIMEOUT_MS },
    );
    assert.ok(
        turns.every((count) => count > 3),
        `turns: ${turns}`,
    );
    if (kind === 'hidden') assert.ok(handOvers > 5);
}

async function play(kind) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const heard = listen(page);
    await start(page, kind === 'hidden');
    const handOver = page.locator('[data-screen="hand-over"]');
    const end = page.locator('[data-screen="end"]');
    const mine = page.locator('.desk .act.turn').locator('visible=true');
    const players = PEOPLE.map(() => new Player(page));
    const turns = [0, 0, 0];
    let handOvers = 0;
    const first = { handOvers: 0, decisions: 0, changes: 0 };
    let last = -1;
    for (;;) {
        await end.or(handOver).or(mine).first().waitFor({ timeout: TIMEOUT_MS });
        if ((await end.count()) > 0) break;
        if ((await handOver.count()) > 0) {
            assert.equal(kind, 'hidden');
            await checkHandOver(page, heard);
            handOvers += 1;
            if ((await seen(page)).round === 1) first.handOvers += 1;
            if (handOvers === 2) {
                // A reload in between shows the public table again, and nothing else.
                await page.reload();
                await handOver.waitFor({ timeout: TIMEOUT_MS });
                await checkHandOver(page, heard);
            }
            if (handOvers === 3) await checkAway(page);
            await page.click('[data-do="raise"]');
            await mine.waitFor({ timeout: TIMEOUT_MS });
            continue;
        }
        if ((await seen(page)).round > rounds) break;
        // The device may be handed over since the last check.
        const flag = await page
            .locator('.desk .act.turn .flag')
            .innerText({ timeout: 1_000 })
            .catch(() => '');
        if (!flag) continue;
        const seat = PEOPLE.findIndex((name) => flag.includes(name));
        assert.ok(seat >= 0, `expected one of ${PEOPLE}, got ${flag}`);
        const { money, phase, round } = await seen(page);
        const isOwner = !PUBLIC_PHASES.includes(phase);
        if (kind === 'hidden' && isOwner) assert.equal(money.filter((each) => each !== HIDDEN).length, 1);
        if (round === 1) {
            first.decisions += 1;
            first.changes += seat === last ? 0 : 1;
        }
        last = seat;
        turns[seat] += 1;
        await players[seat].turn(async () => {});
    }
    if (rounds === Infinity) await checkEnd(page, { turns, handOvers, kind });
    assert.deepEqual(problems, []);
    assert.ok(last >= 0 && (kind === 'hidden' ? handOvers > 2 : handOvers === 0));
    assert.ok(first.handOvers <= first.changes, JSON.stringify(first));
    console.log(
        `${kind}: turns ${turns.join(', ')}, ${handOvers} hand-overs;` +
            ` first round: ${first.handOvers} hand-overs for ${first.decisions} decisions, ${first.changes} changes of the acting person`,
    );
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
