/**
 * The installed client: it can be installed, opens without a server, shows the last known table and says so, reconnects
 * automatically, updates to a new build, and recovers from a chunk that could not be fetched.
 *
 *     npm run e2e:offline
 */
import assert from 'node:assert/strict';

import { openBrowser, SCREEN } from './browser.mjs';
import { post } from './person.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const server = await openServer();
const browser = await openBrowser();
const problems = [];
/** Presence is unknown without a network. */
const shown = async (page) =>
    (await page.locator('.seats, .plants').allInnerTexts()).map((text) => text.replaceAll('connected\n', ''));
const mine = (page) => page.locator('.act.turn').waitFor({ timeout: 60_000 });

try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const kept = await page.evaluate(async () => {
        const names = await caches.keys();
        const cache = await caches.open(names[0]);
        return { names, paths: (await cache.keys()).map((each) => new URL(each.url).pathname) };
    });
    assert.equal(kept.names.length, 1);
    assert.ok(kept.paths.includes('/') && kept.paths.includes('/gridwright.webmanifest'));
    assert.ok(
        kept.paths.every((path) => !path.startsWith('/api')),
        'no answer of the API is kept',
    );
    console.log(`the worker keeps ${kept.paths.length} files`);

    const devtools = await context.newCDPSession(page);
    const { manifest, errors } = await devtools
        .send('Page.getAppManifest')
        .then(({ data, errors: found }) => ({ manifest: JSON.parse(data), errors: found }));
    assert.deepEqual(errors, []);
    assert.equal(manifest.name, 'Gridwright');
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Playwright's contexts are private windows: the only expected installability error.
    assert.deepEqual(
        installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
        [],
    );
    console.log('Chromium finds nothing against installing it');

    await page.click('[data-do="start"]');
    await mine(page);
    await new Player(page).turn(async () => {});
    await mine(page);
    const before = await shown(page);
    // The page stores the table once it is idle.
    await page.waitForTimeout(3000);

    await server.stop('SIGKILL');
    await page.locator('.act.off').waitFor({ timeout: 30_000 });
    await page.reload();
    await page.locator('.act.off').waitFor({ timeout: 30_000 });
    assert.deepEqual(await shown(page), before);
    assert.match(await page.locator('.act .flag').innerText(), /Offline/);
    assert.equal(await page.locator('.bar [data-do]').count(), 0, 'nothing can be done');
    assert.equal(await page.locator('button.plant, .now .choice').count(), 0, 'nothing can be chosen');
    if (process.env.GRIDWRIGHT_PICTURES)
        await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/offline.png` });
    console.log('without a server a reload shows the last known table and says so');

    const home = await context.newPage();
    home.on('pageerror', (error) => problems.push(error.message));
    await home.goto(server.address);
    await home.locator(SCREEN).first().waitFor({ timeout: 30_000 });
    await home.close();
    console.log('without a server the first page opens');

    await server.start();
    await mine(page);
    assert.deepEqual(await shown(page), before);
    await new Player(page).turn(async () => {});
    console.log('the table came back without a reload, and the turn was taken');

    // A replaced build: its parts remain for open pages until the build after the next.
    const old = await page.evaluate(async () => {
        const [name] = await caches.keys();
        const past = await caches.open('gridwright-shell-0000past');
        await past.put('/assets/past-0000.js', new Response('past'));
        await caches.delete(name);
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.unregister();
        return name;
    });
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction((name) => caches.has(name), old);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    assert.deepEqual(await page.evaluate(() => caches.keys()), ['gridwright-shell-0000past', old]);
    assert.equal(await page.evaluate(async () => (await fetch('/assets/past-0000.js')).text()), 'past');
    console.log('a new build takes over; the parts of the one before stay for open pages');
    assert.deepEqual(problems, []);

    const { game_id: gameId } = await post(server.address, '/api/tables', {
        spec: { edition: 'card', preset: 'standard', board: 'none', seats: 3 },
        listed: true,
    });
    for (const seat of [0, 1, 2])
        await post(server.address, `/api/tables/${gameId}/seats/${seat}`, { name: `Bot ${seat}`, bot: 'l1' });
    // Without a service worker, so that the request for the part can be blocked.
    const bare = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
    let withheld = 0;
    await bare.route(/EndPage[^/]*\.js$/, (route) => (withheld++ === 0 ? route.abort() : route.continue()));
    const late = await bare.newPage();
    await late.goto(`${server.address}/t/${gameId}`);
    await late.evaluate(() => (globalThis.neverReloaded = true));
    await late.locator('[data-screen="end"]').waitFor({ timeout: 120_000 });
    assert.ok(withheld > 1);
    assert.equal(await late.evaluate(() => globalThis.neverReloaded), undefined);
    console.log('an end screen that could not be fetched loads with a reload');
} catch (error) {
    for (const context of browser.contexts()) {
        for (const page of context.pages()) await page.screenshot({ path: '/tmp/gridwright-offline.png' });
    }
    console.error(problems.join('\n'));
    throw error;
} finally {
    await browser.close();
    await server.close();
}
