/**
 * The page without a server keeps its games: two windows, storage that refuses, a file of all games, a game in a link, a
 * page without a network, a newer version, and browsers that lack something.
 *
 *     make play && npm run e2e:play-kept [-- --only windows,link] [--pictures FOLDER]
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { LAPTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { openHost } from './playHost.mjs';
import { openProof, option, runTests } from './proof.mjs';

const TIMEOUT_MS = 240_000;
const PHONE = { width: 390, height: 844 };

const proof = await openProof(import.meta, { server: () => openHost() });
const { server: host, browser, args, print } = proof;
const pictures = option(args, '--pictures', '');
if (pictures) mkdirSync(pictures, { recursive: true });

const FAST = { pace: 'now', motion: false, guide: false, powers: true, soundAsked: true };

async function openContext({ language = 'en', ...more } = {}) {
    const context = await browser.newContext({ ...LAPTOP, locale: language, acceptDownloads: true, ...more });
    await context.addInitScript((settings) => {
        try {
            localStorage.setItem('gridwright.settings', JSON.stringify(settings));
        } catch {
            // Storage is refused in one of the tests.
        }
    }, FAST);
    return context;
}

const line = (page, name) => page.locator(`[data-line="${name}"]`);
const ready = (page) =>
    page.waitForFunction(() => document.querySelector('[data-engine="ready"]') !== null, null, { timeout: TIMEOUT_MS });

async function begin(page) {
    await page.goto(host.address);
    await page.click('[data-do="play-now"]', { timeout: TIMEOUT_MS });
    await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
}

/** Picture of a state in both sizes and languages. */
async function picture(page, name) {
    if (!pictures) return;
    const language = await page.evaluate(() => document.documentElement.lang);
    for (const [width, size] of [
        [1280, { width: 1280, height: 800 }],
        [390, PHONE],
    ]) {
        await page.setViewportSize(size);
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(pictures, `${name}-${language}-${width}.png`) });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
}

const version = (page) => page.evaluate(() => globalThis.gridwright?.version ?? -1);
const gameOf = (page) => page.evaluate(() => location.hash.slice('#/t/'.length));

/** A finished game of the page, played on by its hints through the same engine, without drawing it. */
async function finish(page) {
    const player = new Player(page);
    await player.play();
}

const tests = {
    async windows() {
        const context = await openContext({ language: language() });
        const first = await context.newPage();
        await begin(first);
        const address = first.url();
        const second = await context.newPage();
        await second.goto(address);
        await line(second, 'other-window').waitFor({ timeout: TIMEOUT_MS });
        await second.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await line(first, 'other-window').count(), 0);
        const before = await version(first);
        await picture(second, 'other-window');
        // An order of the window that only shows is refused, and nothing is stored.
        await new Player(second).turn().catch(() => undefined);
        assert.equal(await version(first), before);
        // What the first window plays is shown in the second.
        await new Player(first).turn();
        const after = await version(first);
        assert.ok(after > before);
        await second.waitForFunction((wanted) => globalThis.gridwright.version >= wanted, after, {
            timeout: TIMEOUT_MS,
        });
        await second.click('[data-do="take-over"]');
        await line(first, 'other-window').waitFor({ timeout: TIMEOUT_MS });
        await line(second, 'other-window').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
        await second.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        await new Player(second).turn();
        assert.ok((await version(second)) > after);
        // The window that is left continues as the only one.
        await second.close();
        await line(first, 'other-window').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
        await context.close();
    },

    async storage() {
        // The worker's storage refuses every entry from a signal of the page on, as without room.
        host.state.before = `{
            const add = IDBObjectStore.prototype.add;
            let isFull = false;
            new BroadcastChannel('proof-full').onmessage = ({ data }) => void (isFull = data);
            IDBObjectStore.prototype.add = function (value) {
                return isFull ? this.transaction.abort() : add.call(this, value);
            };
        }`;
        try {
            const context = await openContext({ language: language() });
            const page = await context.newPage();
            const setFull = (isFull) =>
                page.evaluate((now) => {
                    globalThis.proofFull ??= new BroadcastChannel('proof-full');
                    globalThis.proofFull.postMessage(now);
                }, isFull);
            await begin(page);
            await setFull(true);
            const before = await version(page);
            await new Player(page).turn();
            await line(page, 'not-stored').waitFor({ timeout: TIMEOUT_MS });
            assert.ok((await version(page)) > before);
            await picture(page, 'not-stored');
            // A running game continues; a new one does not begin.
            await page.evaluate(() => (location.hash = '#/'));
            await page.click('[data-do="start"]', { timeout: TIMEOUT_MS });
            await page.locator('main [role="alert"]').waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await page.locator('.desk').count(), 0);
            await picture(page, 'no-room');
            // With room again, all of it is stored with the next entry.
            await setFull(false);
            await page.click('[data-do="take-turn"]');
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
            await new Player(page).turn();
            await line(page, 'not-stored').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
            const last = await version(page);
            await page.reload();
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
            assert.ok((await version(page)) >= last);
            await context.close();
        } finally {
            host.state.before = '';
        }
    },

    async almostFull() {
        // The limit is the browser's; the worker gets one that the game fills.
        host.state.before = `navigator.storage.estimate = async () => ({ quota: 1_100, usage: 0 });`;
        try {
            const context = await openContext({ language: language() });
            const page = await context.newPage();
            await begin(page);
            await page.goto(`${host.address}#/`);
            await page.locator('[data-line^="storage-"]').waitFor({ timeout: TIMEOUT_MS });
            await picture(page, 'almost-full');
            await context.close();
        } finally {
            host.state.before = '';
        }
    },

    async refused() {
        host.state.before = `Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });`;
        try {
            const context = await openContext({ language: language() });
            await context.addInitScript(() => {
                Object.defineProperty(globalThis, 'localStorage', {
                    configurable: true,
                    get() {
                        throw new DOMException('no', 'SecurityError');
                    },
                });
            });
            const page = await context.newPage();
            await page.goto(host.address);
            await line(page, 'keeps-nothing').waitFor({ timeout: TIMEOUT_MS });
            await picture(page, 'keeps-nothing');
            await page.click('[data-do="play-now"]', { timeout: TIMEOUT_MS });
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
            const before = await version(page);
            await new Player(page).turn();
            assert.ok((await version(page)) > before);
            await context.close();
        } finally {
            host.state.before = '';
        }
    },

    async restarted() {
        const context = await openContext({ language: language() });
        await context.addInitScript(() => {
            const Own = globalThis.Worker;
            globalThis.proofWorkers = [];
            globalThis.Worker = class extends Own {
                constructor(address, options) {
                    super(address, options);
                    globalThis.proofWorkers.push(this);
                }
            };
        });
        const page = await context.newPage();
        await begin(page);
        const before = await version(page);
        await page.evaluate(() => globalThis.proofWorkers.at(-1).terminate());
        await line(page, 'restarted').waitFor({ timeout: TIMEOUT_MS });
        await picture(page, 'restarted');
        await new Player(page).turn();
        assert.ok((await version(page)) > before);
        await context.close();
    },

    async file() {
        const context = await openContext({ language: language() });
        const page = await context.newPage();
        await begin(page);
        const game = await gameOf(page);
        const last = await version(page);
        await page.goto(`${host.address}#/`);
        const saving = page.waitForEvent('download', { timeout: TIMEOUT_MS });
        await page.click('[data-do="save-all"]', { timeout: TIMEOUT_MS });
        const bytes = await readFile(await (await saving).path());
        await picture(page, 'kept');
        await context.close();

        const other = await openContext({ language: language() });
        const there = await other.newPage();
        await there.goto(host.address);
        await ready(there);
        await there.click('[data-do="runs-here"]');
        const said = there.locator('.kept .said');
        const open = (buffer) =>
            there.setInputFiles('.kept input[type="file"]', { name: 'a.gz', mimeType: 'application/gzip', buffer });
        await open(bytes.subarray(0, bytes.length - 9));
        await there.waitForFunction(() => /damaged|beschädigt/.test(document.querySelector('.kept .said').textContent));
        await picture(there, 'file-damaged');
        await open(bytes);
        await there.waitForFunction(() => /^1 /.test(document.querySelector('.kept .said').textContent), null, {
            timeout: TIMEOUT_MS,
        });
        print(`  ${bytes.length} bytes; ${await said.textContent()}`);
        await there.goto(`${host.address}#/t/${game}`);
        await there.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        assert.ok((await version(there)) >= last);
        // The same file again changes nothing, also after the game has gone on.
        await new Player(there).turn();
        const further = await version(there);
        await there.goto(`${host.address}#/`);
        await open(bytes);
        await there.waitForFunction(
            () => /all its games|alle Spiele/.test(document.querySelector('.kept .said').textContent),
            null,
            {
                timeout: TIMEOUT_MS,
            },
        );
        await there.goto(`${host.address}#/t/${game}`);
        await there.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        assert.ok((await version(there)) >= further);
        await other.close();
    },

    async link() {
        const context = await openContext({ language: language() });
        const page = await context.newPage();
        await begin(page);
        await finish(page);
        await page.click('[data-do="share-night"]', { timeout: TIMEOUT_MS });
        const link = await page.locator('#game-link').inputValue({ timeout: TIMEOUT_MS });
        assert.match(link, /#g=[\w-]{300,6000}$/);
        await picture(page, 'link-sheet');
        await context.close();

        const other = await openContext({ language: language() });
        const there = await other.newPage();
        const requests = [];
        there.on('request', (request) => requests.push(request.url()));
        await there.goto(link);
        await line(there, 'linked').waitFor({ timeout: TIMEOUT_MS });
        await there.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
        await picture(there, 'linked');
        assert.ok(requests.every((url) => !url.includes(link.split('#g=')[1].slice(0, 40))));
        const stored = () =>
            there.evaluate(
                () =>
                    new Promise((done) => {
                        const opening = indexedDB.open('gridwright');
                        opening.onsuccess = () => {
                            const asking = opening.result.transaction('texts').objectStore('texts').count();
                            asking.onsuccess = () => done(asking.result);
                        };
                    }),
            );
        assert.equal(await stored(), 0);
        await there.click('[data-do="keep-game"]');
        await there.waitForFunction(() => location.hash.startsWith('#/t/g'), null, { timeout: TIMEOUT_MS });
        assert.ok((await stored()) > 100);
        await there.reload();
        await there.locator('.desk, [data-screen="end"]').first().waitFor({ timeout: TIMEOUT_MS });

        await there.goto('about:blank');
        await there.goto(`${link.slice(0, link.length - 400)}`);
        await line(there, 'linked').waitFor({ timeout: TIMEOUT_MS });
        assert.match(await line(there, 'linked').textContent(), /damaged from decision \d+|ab Entscheidung \d+/);
        await there.locator('.desk, [data-screen="end"]').first().waitFor({ timeout: TIMEOUT_MS });
        await picture(there, 'linked-damaged');
        await there.goto('about:blank');
        await there.goto(`${host.address}#g=nothing`);
        await there.locator('[role="alert"]').waitFor({ timeout: TIMEOUT_MS });
        await picture(there, 'link-damaged');
        await other.close();
        print(`  a link of ${link.length} characters`);
    },

    async offline() {
        const context = await openContext({ language: language() });
        const page = await context.newPage();
        await page.goto(host.address);
        await ready(page);
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: TIMEOUT_MS });
        await context.setOffline(true);
        await page.reload();
        await page.click('[data-do="play-now"]', { timeout: TIMEOUT_MS });
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        await new Player(page).turn();
        assert.ok((await version(page)) > 0);
        await context.setOffline(false);
        // A newer build: one file is another one. It is offered, and used only when asked.
        await page.goto(`${host.address}#/`);
        assert.equal(await line(page, 'update').count(), 0);
        host.state.alter = (name, text) => (name === 'sw.js' ? `${text}\n// newer\n` : text);
        try {
            await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
            await line(page, 'update').waitFor({ timeout: TIMEOUT_MS });
            await picture(page, 'update');
            const loads = await page.evaluate(() => performance.timeOrigin);
            await page.click('[data-do="update"]');
            await page.waitForFunction((before) => performance.timeOrigin !== before, loads, { timeout: TIMEOUT_MS });
            await page.click('[data-do="take-turn"]', { timeout: TIMEOUT_MS });
            await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        } finally {
            host.state.alter = (_name, text) => text;
        }
        await context.close();
    },

    async old() {
        for (const lack of ['WebAssembly', 'DecompressionStream', 'structuredClone']) {
            const context = await openContext({ language: language() });
            await context.addInitScript((name) => Reflect.deleteProperty(globalThis, name), lack);
            const page = await context.newPage();
            await page.goto(host.address);
            const plain = page.locator('main.old:visible');
            await plain.waitFor({ timeout: TIMEOUT_MS });
            assert.equal(await page.locator('.play').count(), 0);
            if (lack === 'WebAssembly') {
                assert.match(await plain.textContent(), /WebAssembly\./);
                await picture(page, 'old');
            }
            await context.close();
        }
        // A browser whose workers cannot be modules does not read that option.
        const context = await openContext({ language: language() });
        await context.addInitScript(() => {
            const Own = globalThis.Worker;
            globalThis.Worker = class extends Own {
                constructor(address) {
                    super(address);
                }
            };
        });
        const page = await context.newPage();
        await page.goto(host.address);
        await page.locator('main.old:visible').waitFor({ timeout: TIMEOUT_MS });
        await context.close();
    },
};

function language() {
    return option(args, '--language', 'en');
}

await proof.run(() => runTests(tests, proof));
