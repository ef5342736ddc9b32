/**
 * Turn notifications: a webhook is added, tested, and its failure explained; a push is shown once, only while the turn
 * lasts, and is closed after the turn. DevTools send the pushes, since the browser's push service is unreachable.
 *
 *     npm run e2e:notices
 */
import assert from 'node:assert/strict';

import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 30_000;
const SHOTS = process.env.SHOTS ?? '';
const proof = await openProof(import.meta, { server: () => openServer({ hasHook: true }), isShared: true });
const { server, browser, print } = proof;
const address = server.address.replace('127.0.0.1', 'localhost');
const problems = [];

/** A webhook on this machine. */
const received = [];
let answer = 204;
const { hook } = server;
hook.on('request', (request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
        received.push(JSON.parse(text));
        response.writeHead(answer).end();
    });
});
const hookAddress = `http://127.0.0.1:${hook.address().port}/hook/secret-word`;

async function until(what, found) {
    const end = Date.now() + TIMEOUT_MS;
    for (;;) {
        const value = await found();
        if (value) return value;
        assert(Date.now() < end, `timed out: ${what}`);
        await new Promise((done) => setTimeout(done, 200));
    }
}

const press = (page, name) => page.click(`[data-do="${name}"]`);
const fill = (page, name, text) => page.fill(`[data-field="${name}"]`, text);

/** Request sent by the page, so with its cookie. */
const ask = (page, method, path, body) =>
    page.evaluate(
        async ([method, path, body]) => {
            const headers = body ? { 'content-type': 'application/json' } : {};
            const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
            return answer.json();
        },
        [method, path, body],
    );
const shownNotifications = (page) =>
    page.evaluate(async () => {
        const found = await (await navigator.serviceWorker.getRegistration()).getNotifications();
        return found.map(({ title, body, tag }) => ({ title, body, tag }));
    });

/** A turn-based table with a bot, at which the person is to act. */
async function tableOf(page) {
    const spec = { edition: 'card', preset: 'standard', board: 'none', seats: 3 };
    const made = await ask(page, 'POST', '/api/tables', {
        spec,
        terms: { clock: { type: 'turns', turn: 86_400_000 } },
    });
    assert(made.game_id, JSON.stringify(made));
    const path = `/api/tables/${made.game_id}`;
    await ask(page, 'POST', `${path}/seats/0`, { name: 'Ada' });
    for (const seat of [1, 2]) await ask(page, 'POST', `${path}/seats/${seat}`, { name: `Bot ${seat}`, bot: 'l0' });
    const { table } = await ask(page, 'GET', path);
    await ask(page, 'POST', `${path}/orders`, { type: 'ready', command_id: 'ready', expected: table.version });
    return { path, gameId: made.game_id };
}

await proof.run(async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en' });
    await context.grantPermissions(['notifications'], { origin: address });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${address}/signup`);
    await fill(page, 'name', 'Ada');
    await fill(page, 'password', 'correct horse battery');
    await press(page, 'sign-up');
    await page.locator('header .who', { hasText: 'Ada' }).waitFor({ timeout: TIMEOUT_MS });
    await page.goto(`${address}/me`);
    const part = page.locator('[data-part="notices"]');
    await part.waitFor({ timeout: TIMEOUT_MS });

    // A webhook arrives, and its answer is shown in words.
    await page.selectOption('[data-field="chat-service"]', 'own');
    await fill(page, 'notice-url', hookAddress);
    await press(page, 'add-hook');
    const row = page.locator('[data-channel="webhook"]');
    await row.waitFor({ timeout: TIMEOUT_MS });
    assert(!(await row.innerText()).includes('secret-word'));
    await row.locator('[data-do="try-channel"]').click();
    await until('a try', () => received.length === 1);
    assert.equal(received[0].title, 'It works');
    answer = 500;
    await until('an idle button', () => row.locator('[data-do="try-channel"]').isEnabled());
    await row.locator('[data-do="try-channel"]').click();
    await row.locator('.wrong').waitFor({ timeout: TIMEOUT_MS });
    assert.match(await row.locator('.wrong').innerText(), /it answered 500/);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/notices-1280.png`, fullPage: true });
    answer = 204;

    // Quiet hours are saved, and removed.
    await fill(page, 'quiet-from', '23:15');
    await press(page, 'quiet');
    await page.locator('[data-do="quiet-off"]').waitFor({ timeout: TIMEOUT_MS });
    assert.equal((await ask(page, 'GET', '/api/me/notices')).choice.quiet_from, 23 * 60 + 15);
    await press(page, 'quiet-off');
    await page.locator('[data-do="quiet-off"]').waitFor({ state: 'detached', timeout: TIMEOUT_MS });

    // A turn reaches the webhook; pushed, the same turn is shown once.
    const { gameId } = await tableOf(page);
    const turn = await until('a turn', () => received.find(({ url }) => url.includes(gameId)));
    assert.equal(turn.tags.length, 1);
    // A server without `--origin` sends paths.
    assert(turn.url.startsWith(`/t/${gameId}?at=`), turn.url);
    await until('a worker', () => page.evaluate(() => !!navigator.serviceWorker.controller));
    const tools = await context.newCDPSession(page);
    const found = new Promise((done) => {
        tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
            if (registrations[0]) done(registrations[0].registrationId);
        });
    });
    await tools.send('ServiceWorker.enable');
    const registrationId = await found;
    const push = (message) =>
        tools.send('ServiceWorker.deliverPushMessage', {
            origin: address,
            registrationId,
            data: JSON.stringify({
                ...message,
                tag: message.tags[0],
                path: new URL(turn.url, address).pathname,
                open: 'Open',
            }),
        });
    const message = { tags: turn.tags, title: turn.title, body: turn.body };
    await push(message);
    await until('a notification', async () => (await shownNotifications(page)).length === 1);
    assert.deepEqual(await shownNotifications(page), [{ title: turn.title, body: turn.body, tag: turn.tags[0] }]);
    await page.evaluate(async () => {
        for (const each of await (await navigator.serviceWorker.getRegistration()).getNotifications()) each.close();
    });
    await push(message);
    await push({ ...message, tags: [`${gameId}:999`] });
    await new Promise((done) => setTimeout(done, 1_500));
    assert.deepEqual(await shownNotifications(page), [], 'shown twice, or though it does not stand');

    // A notification is closed when its turn was taken elsewhere and the page gets the focus.
    const other = await tableOf(page);
    const next = await until('another turn', () => received.find(({ url }) => url.includes(other.gameId)));
    await push({ tags: next.tags, title: next.title, body: next.body });
    await until('another notification', async () => (await shownNotifications(page)).length === 1);
    const look = () => page.evaluate(() => navigator.serviceWorker.controller.postMessage('look'));
    await look();
    await new Promise((done) => setTimeout(done, 500));
    assert.equal((await shownNotifications(page)).length, 1, 'closed while its turn stands');
    const { version } = (await ask(page, 'GET', other.path)).table;
    await ask(page, 'POST', `${other.path}/orders`, { type: 'leave', command_id: 'leave', expected: version });
    await look();
    await until('it is closed', async () => (await shownNotifications(page)).length === 0);

    // On a phone nothing is cut off.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}/me`);
    await part.waitFor({ timeout: TIMEOUT_MS });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert(!wide, 'the page is wider than a phone');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/notices-390.png`, fullPage: true });

    // An invalid link says so, and does nothing before the button is pressed.
    await page.goto(`${address}/notices/off?link=nonsense`);
    await press(page, 'follow-link');
    await page.locator('[role=alert]').waitFor({ timeout: TIMEOUT_MS });
    assert.deepEqual(problems, []);
    print('notices: a webhook, quiet hours, a turn pushed once and withdrawn, a phone, a link');
});
