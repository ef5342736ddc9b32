/**
 * Size and speed of the table, in Chromium, on a six-player late game of a real server with PostgreSQL and Redis.
 *
 *     npm run e2e:speed
 *     npm run e2e:speed -- --json
 *
 * - Size: what the browser fetched as script and style until the table could be played, as the server sends it to this
 *   browser, without the files of map outlines. Files that load later for later phases are reported next to it.
 * - Click to visible change: from the click's own time stamp to the end of the first frame after the page changed. Half
 *   of the clicks choose a city or undo the choice, the others order a building or undo it; Chromium's own value (Event
 *   Timing) is reported too.
 * - Socket event to paint: from the arrival of a frame to the end of the first animation frame after the page changed;
 *   compared with an empty page of the same size that receives the same moves in the same run and updates one number
 *   for each.
 */
import { get } from 'node:http';

import { LAPTOP, openBrowser } from './browser.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { FREE } from './player.mjs';
import { openStage } from './stage.mjs';

const MAX_BYTES = 150_000;
const MAX_CLICK = 100;
/** Maximum ratio to the time of an empty page. */
const MAX_EVENT = 2.5;
const SAMPLES = 120;
/** Milliseconds below which Event Timing reports nothing. */
const MIN_REPORTED_MS = 16;
const LATE = 9;
const SIX = { edition: 'classic', preset: 'original', board: 'usa', seats: 6 };
const TABLES = 8;
/** Milliseconds after which a table has begun to prefetch parts of later phases. */
const IDLE_MS = 2500;

/** Runs in the page before its own scripts. */
function measure() {
    const kept = { clicks: [], own: [], events: [] };
    globalThis.measured = kept;
    const waiting = [];
    const settle = () => {
        if (waiting.length === 0) return;
        const due = waiting.splice(0);
        requestAnimationFrame(() => {
            const after = new MessageChannel();
            // A task that is posted within a frame runs once the frame is on its way to the screen.
            after.port1.onmessage = () => {
                const now = performance.now();
                for (const { list, from } of due) list.push(now - from);
                after.port1.close();
            };
            after.port2.postMessage(0);
        });
    };
    const note = (list, from) => waiting.push({ list, from });
    addEventListener('click', (event) => note(kept.clicks, event.timeStamp), true);
    document.addEventListener('DOMContentLoaded', () => {
        new MutationObserver(settle).observe(document.body, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
        });
    });
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === 'click') kept.own.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    const Plain = globalThis.WebSocket;
    globalThis.WebSocket = class extends Plain {
        constructor(...given) {
            super(...given);
            this.addEventListener('message', (event) => {
                if (JSON.parse(event.data).type === 'happened') note(kept.events, event.timeStamp);
            });
        }
    };
}

/** The 95th percentile. */
const p95 = (values) =>
    values.toSorted((a, b) => a - b)[Math.max(Math.ceil(values.length * 0.95) - 1, 0)] ?? Number.POSITIVE_INFINITY;

/** A game of six in which a player has nearly all the cities it takes, and the person on the first seat may build and undo. */
async function lateGame(address) {
    for (let table = 0; table < TABLES; table += 1) {
        const person = await sitWithBots(address, SIX);
        const { view, isOver } = await person.play(
            (seen, offers) =>
                offers.includes('connect') &&
                seen.observation.takebacks === 0 &&
                Math.max(...seen.observation.n_cities) >= LATE,
        );
        if (!isOver) return { person, view };
    }
    throw new Error(`none of ${TABLES} games reached a late turn of building`);
}

/** Click an element as fast as the page allows, and wait for its response. */
async function press(page, selector) {
    await page.locator(selector).first().click({ timeout: 10_000 });
    await page.waitForFunction(() => document.querySelector('.desk')?.getAttribute('data-stamp')?.endsWith('.false'));
}

async function clickAround(page, city) {
    const site = `.now button[data-city="${city}"]`;
    for (let taken = 0; taken < SAMPLES / 4; taken += 1) {
        await press(page, site);
        await page.locator(FREE).waitFor();
        await press(page, '.bar [data-do="connect-on"]');
        await page.locator('.bar [data-do="take-back"]').waitFor();
        await page.locator(FREE).waitFor();
        await press(page, '.bar [data-do="take-back"]');
        await page.locator(site).waitFor();
        await press(page, site);
        await press(page, site);
    }
}

/** Open a page that shows only the number of the last move it received. */
async function openEmpty(context, address, { gameId, ticket, view }) {
    const page = await context.newPage();
    // A response of the same origin, so that a socket may be opened.
    await page.goto(`${address}/api/choices`);
    const { version } = await view();
    await page.evaluate(
        ([path, hello]) => {
            document.body.innerHTML = '<main><p></p></main>';
            const figure = document.querySelector('p');
            const socket = new WebSocket(path.replace('http', 'ws'));
            socket.onopen = () => socket.send(JSON.stringify(hello));
            socket.onmessage = ({ data }) => {
                const heard = JSON.parse(data);
                if (heard.type !== 'happened') return;
                globalThis.gridwright = { version: heard.version };
                figure.textContent = String(heard.version);
            };
            globalThis.gridwright = { version: hello.since };
        },
        [`${address}/api/tables/${gameId}/socket`, { ticket, since: version }],
    );
    return page;
}

/** The same person moves from another client, so that every move reaches the page by its socket only. */
async function moveElsewhere(page, person, city) {
    const known = () => page.evaluate(() => globalThis.gridwright.version);
    for (let move = 0; move < SAMPLES; move += 1) {
        const { version } = await person.view();
        const deed = move % 2 === 0 ? { do: 'connect', city } : { do: 'take-back' };
        const answer = await person.act(deed, version);
        if (answer.type !== 'done') throw new Error(`expected a move to be done, got ${JSON.stringify(answer)}`);
        while ((await known()) < answer.version) await page.waitForTimeout(5);
        await page.waitForTimeout(20);
    }
}

/** Bytes of a response that are transferred with this encoding. */
const sent = (address, coding) =>
    new Promise((go, fail) => {
        get(address, { headers: { 'accept-encoding': coding } }, (answer) => {
            let bytes = 0;
            answer.on('data', (part) => (bytes += part.length));
            answer.on('end', () => go(bytes));
            answer.on('error', fail);
        }).on('error', fail);
    });

async function weigh(requests, isOutline) {
    let bytes = 0;
    const outlines = {};
    for (const [path, request] of requests) {
        const answer = await request.response();
        const size = await sent(request.url(), (await answer.headerValue('content-encoding')) ?? 'identity');
        if (isOutline(path)) outlines[`outline ${path}`] = size;
        else bytes += size;
    }
    return { bytes, outlines };
}

const asJson = process.argv.includes('--json');
const browser = await openBrowser({ collectsRawKeys: false });
// Requests come faster than any person's, so rate limits are off.
const stage = await openStage(1, { limits: 0 });
const bars = [];
const figures = {};
try {
    const { person, view } = await lateGame(stage.address);
    const context = await browser.newContext({ ...LAPTOP, reducedMotion: 'no-preference' });
    await lendSeat(context, person);
    await context.addInitScript(measure);
    const page = await context.newPage();
    const choices = await (await fetch(`${stage.address}/api/choices`)).json();
    const boards = choices.editions.flatMap(({ presets }) =>
        presets.flatMap((preset) => preset.boards.map(({ id }) => id)),
    );
    const isOutline = (path) => boards.some((board) => new RegExp(`/${board}-[\\w-]{8}\\.js$`).test(path));
    const fetched = new Map();
    page.on('request', (request) => {
        const kind = request.resourceType();
        if (kind === 'script' || kind === 'stylesheet') fetched.set(new URL(request.url()).pathname, request);
    });
    await page.goto(`${stage.address}/t/${person.gameId}`);
    await page.locator('.act.turn').waitFor({ timeout: 30_000 });
    for (const part of ['.board svg', '.now .panel']) await page.locator(part).first().waitFor();
    const files = new Map(fetched);
    await page.waitForTimeout(IDLE_MS);
    await page.waitForLoadState('networkidle');
    const { bytes, outlines } = await weigh(files, isOutline);
    const later = await weigh(
        [...fetched].filter(([path]) => !files.has(path)),
        isOutline,
    );
    Object.assign(figures, outlines, { 'bytes that come later, for other phases': later.bytes });
    const offer = view.offers.find((each) => each.offer === 'connect');
    const city = person.sheet.cities[offer.cities[offer.costs.indexOf(Math.min(...offer.costs))]].id;
    await clickAround(page, city);
    await moveElsewhere(page, person, city);
    const measured = await page.evaluate(() => globalThis.measured);
    await page.close();
    const empty = await openEmpty(context, stage.address, { ...person, view: () => person.view() });
    await moveElsewhere(empty, person, city);
    const floor = await empty.evaluate(() => globalThis.measured.events);
    // Events that Chromium does not report took less than those it does.
    const own = [
        ...measured.own,
        ...Array(Math.max(measured.clicks.length - measured.own.length, 0)).fill(MIN_REPORTED_MS),
    ];
    bars.push({
        name: 'script and style until the table can be played, bytes sent',
        figure: bytes,
        most: MAX_BYTES,
        samples: files.size,
        least: 2,
    });
    bars.push({
        name: 'click to visible change, p95 ms',
        figure: p95(measured.clicks),
        most: MAX_CLICK,
        samples: measured.clicks.length,
        least: 100,
    });
    bars.push({
        name: 'click to next paint by Chromium, p95 ms',
        figure: p95(own),
        most: MAX_CLICK,
        samples: own.length,
        least: 100,
    });
    bars.push({
        name: 'socket event to paint, p95 beside that of an empty page',
        figure: Math.round((p95(measured.events) / p95(floor)) * 100) / 100,
        most: MAX_EVENT,
        samples: Math.min(measured.events.length, floor.length),
        least: 100,
    });
    Object.assign(figures, {
        'socket event to paint, p95 ms': Math.round(p95(measured.events)),
        'socket event to paint of an empty page, p95 ms': Math.round(p95(floor)),
        round: view.observation.round,
        'most cities': Math.max(...view.observation.n_cities),
        'sites on offer': offer.cities.length,
    });
} finally {
    await browser.close();
    await stage.close();
}
for (const bar of bars) bar.met = bar.figure <= bar.most && bar.samples >= bar.least;
const ok = bars.length > 0 && bars.every(({ met }) => met);
if (asJson) console.log(JSON.stringify({ ok, bars, figures }, null, 1));
else {
    for (const { name, figure, most, samples, met } of bars)
        console.log(
            `${met ? 'ok    ' : 'MISSED'} ${name}: ${Math.round(figure * 100) / 100} (<= ${most}, ${samples} samples)`,
        );
    for (const [name, figure] of Object.entries(figures)) console.log(`       ${name}: ${figure}`);
}
if (!ok) process.exitCode = 1;
