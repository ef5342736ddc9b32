/**
 * The page without a server, from a subfolder of a static host: a whole game by clicks with a reload in the middle. No request
 * leaves the folder, and Python on this machine reads the stored log and has the same table.
 *
 *     make play && npm run e2e:play
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { LAPTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { openHost, ROOT } from './playHost.mjs';
import { openProof } from './proof.mjs';

const TIMEOUT_MS = 300_000;
/** Steps of the person after which the page is loaded again. */
const RELOAD_AFTER = 12;

const proof = await openProof(import.meta, { server: () => openHost() });
const { server: host, browser, print } = proof;

/** The texts of the browser's database. */
const readTexts = () =>
    new Promise((done, fail) => {
        const opening = indexedDB.open('gridwright');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
            const asking = opening.result.transaction('texts').objectStore('texts').getAll();
            asking.onsuccess = () => done(asking.result);
        };
    });

const REPLAY = `
import json, sys
from gridwright.local.bridge import Bridge
row, *entries = [each["text"] for each in json.load(sys.stdin)]
bridge = Bridge(lambda: 0)
bridge.restore(row, json.dumps(entries))
shown = json.loads(bridge.show(json.loads(row)["game_id"], sys.argv[1], -1))
print(shown["frames"][0])
`;

/** The table of the page's seat, as Python on this machine replays the stored log. */
async function replayed(page, ticket) {
    const texts = await page.evaluate(readTexts);
    const python = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
    const shown = execFileSync(python, ['-c', REPLAY, ticket], {
        input: JSON.stringify(texts),
        env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src') },
        maxBuffer: 64_000_000,
    });
    return { version: texts.length - 1, table: JSON.parse(shown.toString()).table };
}

await proof.run(async () => {
    const context = await browser.newContext(LAPTOP);
    const outside = [];
    context.on('request', (request) => {
        if (!request.url().startsWith(host.address) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    const problems = [];
    const page = await context.newPage();
    page.on('console', (message) => {
        if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
            problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    const began = performance.now();
    await page.goto(host.address);
    await page.click('[data-do="play-now"]');
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    print(`first table after ${((performance.now() - began) / 1000).toFixed(1)} s, pressed before the engine was here`);
    assert.match(page.url(), /\/any\/folder\/#\/t\//);

    const player = new Player(page);
    let n = 0;
    await player.play({
        before: async () => {
            n += 1;
            if (n !== RELOAD_AFTER) return;
            const version = () => page.evaluate(() => globalThis.gridwright?.version ?? -1);
            const before = await version();
            const start = performance.now();
            await page.reload();
            await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
            assert.ok((await version()) >= before, 'expected no lost entry');
            print(
                `reload at version ${before}: there again after ${((performance.now() - start) / 1000).toFixed(1)} s`,
            );
        },
    });
    assert.ok(n > RELOAD_AFTER);
    const { view } = await page.evaluate(() => ({ view: globalThis.gridwright.view }));
    const ticket = await page.evaluate(
        (id) => JSON.parse(localStorage.getItem(`gridwright.ticket.${id}`)).ticket,
        view.game_id,
    );
    const native = await replayed(page, ticket);
    assert.deepEqual(view, native.table);
    assert.ok(native.table.result);
    print(
        `a whole game of ${native.version} entries and ${player.clicks} clicks; Python replays its log to the same table`,
    );
    assert.deepEqual(outside, []);
    assert.deepEqual(host.missing, []);
    assert.deepEqual(problems, []);
    print('no request left the folder');
});
