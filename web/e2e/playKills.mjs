/**
 * The page without a server, with its worker killed and the page loaded again at random moments of games: no acknowledged
 * move is lost. With `--injected` storage drops one entry in fifty: the proof must find that.
 *
 *     make play && npm run e2e:play-kills -- --times 1000 [--seed 7] [--injected]
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { LAPTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { openHost, ROOT } from './playHost.mjs';
import { openProof, option, secondsSince } from './proof.mjs';

const TIMEOUT_MS = 300_000;
/**
 * When the kill comes: at any time, while an order is on its way to storage, or right after it was acknowledged. Each with
 * the longest time to it in ms, after the engine is ready or after that event.
 */
const MOMENTS = { any: 2_500, posted: 80, answered: 300 };
/** Longest wait for such an event. */
const EVENT_MS = 30_000;
/** One in this many comes while the next engine starts. */
const EARLY_EVERY = 10;
/** One in this many is a closed window that is opened again. */
const CLOSE_EVERY = 4;
/** Time in which a page must have got an order through. */
const STUCK_MS = 120_000;

/** Drops an entry in fifty, and says that it was stored. */
const INJECTED = `{
    const add = IDBObjectStore.prototype.add;
    let n = 0;
    IDBObjectStore.prototype.add = function (value) {
        n += 1;
        return value.version > 8 && n % 50 === 0 ? this.count() : add.call(this, value);
    };
}`;

/**
 * In the page: keeps its workers for a kill, and notes what the engine acknowledged in storage that outlives the page:
 * orders by their command, and the last version that was shown.
 */
function watchEngine() {
    const note = (name, change) => localStorage.setItem(name, JSON.stringify(change(localStorage.getItem(name))));
    const Own = globalThis.Worker;
    globalThis.proofWorkers = [];
    globalThis.proofReady = 0;
    globalThis.proofEvents = { posted: 0, answered: 0 };
    globalThis.Worker = class extends Own {
        constructor(address, options) {
            super(address, options);
            const orders = new Map();
            const send = this.postMessage.bind(this);
            this.postMessage = (message) => {
                if (message.type === 'send' && message.path.endsWith('/orders'))
                    orders.set(message.id, { path: message.path, command: JSON.parse(message.body).command_id });
                globalThis.proofEvents.posted += orders.has(message.id) ? 1 : 0;
                send(message);
            };
            this.addEventListener('message', ({ data }) => {
                if (data.type === 'ready') globalThis.proofReady += 1;
                if (data.type === 'answer' && data.status === 200 && orders.has(data.id)) {
                    const entry = { ...orders.get(data.id), version: JSON.parse(data.body).version };
                    globalThis.proofEvents.answered += 1;
                    note('proof.orders', (text) => [...JSON.parse(text ?? '[]'), entry]);
                }
                const version = data.type === 'frame' ? JSON.parse(data.text).version : undefined;
                const table = location.hash.slice('#/t/'.length);
                if (version !== undefined) note(`proof.shown.${table}`, (text) => Math.max(Number(text ?? 0), version));
            });
            globalThis.proofWorkers.push(this);
        }
    };
    // Others' moves are shown immediately, so that the games are long and the waits short.
    const settings = { pace: 'now', motion: false, guide: false, powers: true, soundAsked: true };
    localStorage.setItem('gridwright.settings', JSON.stringify(settings));
}

/** In the page: the texts of the database, and what was acknowledged. */
async function readAll() {
    const texts = await new Promise((done, fail) => {
        const opening = indexedDB.open('gridwright');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
            const database = opening.result;
            const asking = database.transaction('texts').objectStore('texts').getAll();
            asking.onsuccess = () => done(asking.result);
            asking.transaction.oncomplete = () => database.close();
        };
    });
    const shown = Object.entries(localStorage).filter(([name]) => name.startsWith('proof.shown.'));
    return {
        texts,
        orders: JSON.parse(localStorage.getItem('proof.orders') ?? '[]'),
        shown: shown.map(([name, version]) => [name.slice('proof.shown.'.length), Number(version)]),
    };
}

const proof = await openProof(import.meta, {
    server: (args) => openHost({ before: args.includes('--injected') ? INJECTED : '' }),
});
const { server: host, browser, args, print } = proof;
const times = Number(option(args, '--times', '20'));
const isInjected = args.includes('--injected');
let seed = Number(option(args, '--seed', '7'));
/** Numbers from 0 to 1, the same for the same seed. */
function random() {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) / 2 ** 24;
}
const oneIn = (n) => random() * n < 1;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What was stored at the last look, by table and version. */
const known = new Map();
const lost = [];

/** Compare what is stored with what was acknowledged, and with the last look. */
function compare({ texts, orders, shown }) {
    const games = new Map();
    for (const { game_id: id, version, text } of texts) games.set(id, (games.get(id) ?? new Map()).set(version, text));
    const stored = (id, version) => games.get(id)?.get(version);
    for (const { path, command, version } of orders) {
        const id = path.split('/')[3];
        const text = stored(id, version);
        if (!text || !JSON.parse(text).entry.command_id.endsWith(`:${command}`))
            lost.push(`${id}: order ${command} of version ${version}`);
    }
    for (const [id, version] of shown)
        for (let each = 1; each <= version; each += 1) if (!stored(id, each)) lost.push(`${id}: version ${each}`);
    for (const [name, text] of known) {
        const [id, version] = name.split(' ');
        if (stored(id, Number(version)) !== text) lost.push(`${id}: version ${version} is another one`);
    }
    for (const [id, entries] of games) for (const [version, text] of entries) known.set(`${id} ${version}`, text);
}

const REPLAY = `
import json, sys
from gridwright.local.bridge import Bridge
games = {}
for each in json.load(sys.stdin):
    games.setdefault(each["game_id"], []).append(each["text"])
for row, *entries in games.values():
    Bridge(lambda: 0).restore(row, json.dumps(entries))
print(len(games))
`;

/** Number of games whose stored log Python on this machine reads whole. */
function replay(texts) {
    const python = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
    const read = execFileSync(python, ['-c', REPLAY], {
        input: JSON.stringify(texts),
        env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src') },
        maxBuffer: 64_000_000,
    });
    return Number(read.toString());
}

/** Play games in a page until it is closed; a new game follows each that ends. */
async function keepPlaying(page) {
    await page.goto(host.address);
    for (;;) {
        // The first visit has one button; later the own game is first, and a new one below.
        const own = page.locator('.lh [data-do="take-turn"], .lh a[href*="/t/"]').first();
        const fresh = page.locator('[data-do="play-now"], [data-do="start"]:enabled').locator('visible=true').first();
        await own.or(fresh).first().waitFor({ timeout: TIMEOUT_MS });
        const isBegun = (await own.count()) > 0 && !page.proofEnded;
        await (isBegun ? own : fresh).click({ timeout: TIMEOUT_MS });
        page.proofEnded = false;
        await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
        await new Player(page).play();
        page.proofEnded = true;
        await page.goto(host.address);
    }
}

await proof.run(async () => {
    const context = await browser.newContext(LAPTOP);
    await context.addInitScript(watchEngine);
    let page;
    let player;
    let ended = null;
    const open = async () => {
        page = await context.newPage();
        ended = null;
        const own = page;
        player = keepPlaying(page).catch((error) => {
            if (own === page && !own.isClosed()) ended = error;
        });
        await page.waitForFunction(() => globalThis.proofReady > 0, null, { timeout: TIMEOUT_MS });
    };
    await open();
    const began = performance.now();
    let [kills, closes, stuck] = [0, 0, 0];
    let progressAt = performance.now();
    let nOrders = 0;
    const look = async () => {
        const found = await page.evaluate(readAll);
        compare(found);
        if (found.orders.length > nOrders) progressAt = performance.now();
        nOrders = found.orders.length;
        return found;
    };
    while (kills + closes < times && lost.length === 0) {
        const nReady = await page.evaluate(() => globalThis.proofReady);
        const moment = Object.keys(MOMENTS)[Math.floor(random() * 3)];
        const delay = random() * MOMENTS[moment];
        if (moment !== 'any') {
            await page
                .evaluate(
                    ([event, limit]) =>
                        new Promise((done) => {
                            const before = globalThis.proofEvents[event];
                            const end = performance.now() + limit;
                            const timer = setInterval(() => {
                                if (globalThis.proofEvents[event] === before && performance.now() < end) return;
                                clearInterval(timer);
                                done();
                            }, 4);
                        }),
                    [moment, EVENT_MS],
                )
                .catch(() => {});
        }
        await pause(delay);
        if (oneIn(CLOSE_EVERY)) {
            const old = page;
            page = null;
            await old.close();
            closes += 1;
            await player;
            await open();
        } else {
            await page.evaluate(() => globalThis.proofWorkers.at(-1).terminate());
            kills += 1;
            if (!oneIn(EARLY_EVERY))
                await page.waitForFunction((n) => globalThis.proofReady > n, nReady, { timeout: TIMEOUT_MS });
        }
        await look();
        if (ended || performance.now() - progressAt > STUCK_MS) {
            if (ended) print(`the player stopped: ${String(ended.message).split('\n')[0]}`);
            stuck += 1;
            progressAt = performance.now();
            await page.close();
            await player;
            await open();
        }
        if ((kills + closes) % (times > 100 ? 50 : 2) === 0)
            print(`${kills + closes}: ${nOrders} orders, ${lost.length} lost`);
    }
    const { texts } = await look();
    await page.close();
    await player;
    print(
        `${kills} kills of the worker and ${closes} closed windows in ${secondsSince(began)} s: ` +
            `${nOrders} acknowledged orders, ${known.size} entries, ${lost.length} lost` +
            (stuck ? `; ${stuck} times the player was stuck` : ''),
    );
    if (isInjected) return assert.ok(lost.length > 0, 'expected the injected loss to be found');
    assert.deepEqual(lost, []);
    assert.ok(nOrders >= (kills + closes) / 4, 'expected orders between the kills');
    print(`Python reads all of ${replay(texts)} stored games`);
});
