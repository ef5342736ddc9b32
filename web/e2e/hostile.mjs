/**
 * Hostile names and messages through a real server into the real page: none may run, all must be shown as text.
 *
 *     npm run e2e:hostile                     # 1,000 texts
 *     npm run e2e:hostile -- --texts 100 --json
 *
 * Faulty pages that write the same messages as HTML, one without our CSP and one with it, must be detected.
 */
import { SCREEN, settled } from './browser.mjs';
import { messages, names } from './hostileTexts.mjs';
import { openProof, option } from './proof.mjs';
import { openServer } from './server.mjs';

const proof = await openProof(import.meta, { server: () => openServer() });
const { server, browser, args, print } = proof;
const WANTED = Number(option(args, '--texts', 1000));
const NAMES = Math.ceil(WANTED / 8);
const TIMEOUT_MS = 120_000;
/** Messages sent before each check of the page. */
const BATCH = 50;
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };

const counts = { names: 0, messages: 0, refused: 0, shown: 0, screens: 0 };
const findings = [];
const hostileMessages = messages();
const hostileNames = names();

/** Count forbidden effects on a page: scripts, dialogs, requests to other origins, CSP violations. */

class Watch {
    runs = 0;
    dialogs = 0;
    /** Maximum number of elements that only an injected text can have created. */
    elements = 0;
    violations = [];
    errors = [];
    foreign = [];

    /** Observe a page from its first script on. */
    static async over(page, address) {
        const watch = new Watch();
        await page.exposeFunction('hostile', () => (watch.runs += 1));
        await page.exposeFunction('violated', (what) => watch.violations.push(what));
        await page.exposeFunction('strangers', (n) => (watch.elements = Math.max(watch.elements, n)));
        await page.addInitScript(observe);
        page.on('dialog', (dialog) => {
            watch.dialogs += 1;
            void dialog.dismiss();
        });
        page.on('pageerror', (error) => watch.errors.push(error.message));
        page.on('console', (message) => message.type() === 'error' && watch.errors.push(message.text()));
        page.on(
            'request',
            (request) =>
                request.url().startsWith('http') &&
                !request.url().startsWith(address) &&
                watch.foreign.push(request.url()),
        );
        return watch;
    }
}

/** Runs in the page. Our pages have no inline handlers, frames or inline scripts. */
function observe() {
    document.addEventListener('securitypolicyviolation', (event) =>
        window.violated(`${event.violatedDirective}: ${event.sample || event.blockedURI}`),
    );
    const isStrange = (element) =>
        element.matches(
            'script:not([src]), iframe, object, embed, base, meta[http-equiv=refresh], a[href^="javascript:" i], a[href^="data:" i]',
        ) || [...element.attributes].some((attribute) => attribute.name.startsWith('on'));
    addEventListener('DOMContentLoaded', () => {
        const count = () => window.strangers([...document.querySelectorAll('*')].filter(isStrange).length);
        count();
        setInterval(count, 1000);
    });
}

async function ask(method, path, body, ticket = '') {
    const headers = {
        ...(body && { 'content-type': 'application/json' }),
        ...(ticket && { authorization: `Bearer ${ticket}` }),
    };
    const answer = await fetch(server.address + path, { method, headers, body: body && JSON.stringify(body) });
    return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => null) };
}

/** A table with people under hostile names; each with a ticket. */
class HostileTable {
    static async make(spec) {
        const made = await ask('POST', '/api/tables', { spec, listed: true });
        const table = new HostileTable();
        table.id = made.body.game_id;
        table.path = `/api/tables/${table.id}`;
        table.seats = spec.seats;
        table.people = [];
        for (let seat = 0; seat < spec.seats; seat += 1) table.people.push(await table.sit(seat));
        return table;
    }

    /** Sit down under the next name that the server accepts. */
    async sit(seat) {
        for (;;) {
            const name = hostileNames.next().value;
            const seated = await ask('POST', `${this.path}/seats/${seat}`, { name });
            if (seated.ok) {
                counts.names += 1;
                return { name, ticket: seated.body.ticket };
            }
            counts.refused += 1;
        }
    }

    async order(seat, request) {
        for (let tried = 0; tried < 50; tried += 1) {
            const { ticket } = this.people[seat];
            const now = await ask('GET', this.path, undefined, ticket);
            const done = await ask(
                'POST',
                `${this.path}/orders`,
                { ...request, command_id: `h${Math.random()}`, expected: now.body.version },
                ticket,
            );
            if (done.body?.type === 'done') return;
            if (done.body?.type === 'refused')
                throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(done.body)}`);
        }
        throw new Error(`${request.type} was always stale`);
    }

    /** Send messages until the server has accepted `wanted`; returns their texts by number. */
    async say(wanted) {
        const said = new Map();
        while (said.size < wanted) {
            const text = hostileMessages.next().value;
            const { ticket } = this.people[said.size % this.seats];
            const answer = await ask('POST', `${this.path}/chat`, { text }, ticket);
            if (answer.ok) said.set(answer.body.number, text);
            else counts.refused += 1;
        }
        counts.messages += said.size;
        return said;
    }

    /** A page of the first seat. */
    async open(size) {
        const context = await browser.newContext({ viewport: size });
        const page = await context.newPage();
        const kept = JSON.stringify({ ticket: this.people[0].ticket, seat: 0, at: 1 });
        // Show moves immediately: playback of the bots' game would take minutes.
        const stored = {
            [`gridwright.ticket.${this.id}`]: kept,
            'gridwright.settings': JSON.stringify({ pace: 'now' }),
        };
        await page.addInitScript((all) => {
            for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
        }, stored);
        const watch = await Watch.over(page, server.address);
        await page.goto(`${server.address}/t/${this.id}`);
        return { page, watch };
    }
}

/** Send `wanted` messages; each must be shown. */
async function talk(page, table, wanted, where) {
    for (let left = wanted; left > 0; left -= BATCH)
        await verifySaid(page, await table.say(Math.min(left, BATCH)), where);
}

/** Every message is shown exactly. */
async function verifySaid(page, said, where) {
    const last = Math.max(...said.keys());
    await page.locator(`[data-part=talk] [data-number="${last}"]`).waitFor({ timeout: TIMEOUT_MS, state: 'attached' });
    const shown = await page.evaluate(() =>
        [...document.querySelectorAll('[data-part=talk] [data-number]')].map((line) => [
            Number(line.dataset.number),
            line.querySelector('p').textContent,
        ]),
    );
    const texts = new Map(shown);
    for (const [number, text] of said) {
        if (texts.get(number) === text) counts.shown += 1;
        else
            findings.push(
                `${where}: message ${number} shows ${JSON.stringify(texts.get(number))?.slice(0, 60)} for ${JSON.stringify(text).slice(0, 60)}`,
            );
    }
}

async function verifyNames(page, wanted, where) {
    const isThere = await page
        .waitForFunction((names) => names.every((name) => document.body.textContent.includes(name)), wanted, {
            timeout: TIMEOUT_MS,
        })
        .catch(() => null);
    if (isThere) counts.shown += wanted.length;
    else findings.push(`${where}: a name is missing of ${JSON.stringify(wanted)}`);
}

/** Nothing wider than the screen, on a phone and on a laptop. */
async function verifyWidth(page, where) {
    for (const size of [LAPTOP, PHONE]) {
        await page.setViewportSize(size);
        await settled(page);
        const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
        if (width > size.width) findings.push(`${where}: ${width} wide at ${size.width}`);
        counts.screens += 1;
        const folder = option(args, '--pictures', '');
        if (folder) await page.screenshot({ path: `${folder}/${where}-${size.width}.png` });
    }
}

const card = { edition: 'card', preset: 'standard', board: 'none', seats: 3 };
const watches = [];
const nMessages = WANTED - NAMES;
const faulty = { runs: 0, violations: 0 };

/** The room: names come and go while the first seat watches, and all seats talk. */
async function tryRoom() {
    const table = await HostileTable.make({ ...card, seats: 6 });
    const { page, watch } = await table.open(LAPTOP);
    watches.push(watch);
    await page.locator('[data-part=talk]').waitFor();
    await verifyNames(
        page,
        table.people.map((each) => each.name),
        'room',
    );
    await talk(page, table, Math.floor(nMessages / 2), 'room');
    while (counts.names < NAMES - 3) {
        for (let seat = 1; seat < 6; seat += 1) {
            await table.order(seat, { type: 'stand_up' });
            table.people[seat] = await table.sit(seat);
        }
        await verifyNames(
            page,
            table.people.map((each) => each.name),
            'room',
        );
    }
    await page.locator('[data-part=talk] .more').first().click();
    await page.locator('dialog [data-do=hide-voice]').waitFor();
    await verifyWidth(page, 'message');
    await page.keyboard.press('Escape');
    await verifyWidth(page, 'room');
    for (const path of ['/lobby', '/']) {
        await page.goto(server.address + path);
        await page.locator(SCREEN).first().waitFor();
        await verifyWidth(page, path === '/' ? 'home' : 'lobby');
    }
    await page.context().close();
    return table;
}

/** A game from its first card to its end. */
async function tryGame() {
    const table = await HostileTable.make(card);
    const { page, watch } = await table.open(LAPTOP);
    watches.push(watch);
    for (let seat = 0; seat < 3; seat += 1)
        await table.order(seat, { type: 'ready', contribution: 'c0ffee'.repeat(6) });
    await page.locator('.desk').waitFor({ timeout: TIMEOUT_MS });
    await verifyNames(
        page,
        table.people.slice(1).map((each) => each.name),
        'table',
    );
    await page.click('[data-tab-of=talk]');
    await talk(page, table, nMessages - Math.floor(nMessages / 2) - 20, 'table');
    await page.setViewportSize(PHONE);
    await page.locator('.tabs button').last().click();
    await verifyWidth(page, 'table');
    await page.setViewportSize(LAPTOP);
    for (let seat = 0; seat < 3; seat += 1) await table.order(seat, { type: 'hand_over', bot: 'l1' });
    await page.locator('[data-screen="end"]').waitFor({ timeout: 3 * TIMEOUT_MS });
    await verifyNames(page, table.people.map((each) => each.name).slice(1), 'end');
    await verifyWidth(page, 'end');
    // Players keep talking after the end.
    await page.setViewportSize(LAPTOP);
    await page.click('[data-do="board"]');
    await page.click('[data-tab-of=talk]');
    await talk(page, table, 20, 'end');
    await page.context().close();
}

/**
 * The same messages as HTML, with our CSP or without: the counters must detect them. Messages that navigate away are
 * left out, because they would race the others.
 */
async function tryFaultyPage(table, policy) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const watch = await Watch.over(page, server.address);
    const script = `fetch('${table.path}/chat').then((a) => a.json()).then((page) => { for (const each of page.messages) if (!each.text.includes('http-equiv')) document.body.insertAdjacentHTML('beforeend', '<p>' + each.text + '</p>'); }).finally(() => { document.title = 'told'; });`;
    await page.route('**/faulty.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
    await page.route('**/faulty', (route) =>
        route.fulfill({
            contentType: 'text/html',
            headers: policy ? { 'content-security-policy': policy } : {},
            body: '<!doctype html><body><script src="/faulty.js"></script>',
        }),
    );
    await page.goto(`${server.address}/faulty`);
    await page.waitForFunction(() => document.title === 'told', null, { timeout: TIMEOUT_MS });
    for (let tried = 0; tried < 100 && watch.runs + watch.violations.length === 0; tried += 1)
        await page.waitForTimeout(100);
    await context.close();
    return watch;
}

/** Numbers beside their thresholds, for people or (`--json`) for machines; throws if one is missed. */
function reportNumbers() {
    const sum = (of) => watches.reduce((all, watch) => all + of(watch), 0);
    const bars = [
        { name: 'hostile texts taken by the server', figure: counts.names + counts.messages, least: WANTED },
        { name: 'texts shown letter by letter', figure: counts.shown, least: WANTED },
        { name: 'executed', figure: sum((watch) => watch.runs), most: 0 },
        { name: 'dialogs', figure: sum((watch) => watch.dialogs), most: 0 },
        { name: 'violations of the policy', figure: sum((watch) => watch.violations.length), most: 0 },
        { name: 'errors on the console', figure: sum((watch) => watch.errors.length), most: 0 },
        { name: 'requests elsewhere', figure: sum((watch) => watch.foreign.length), most: 0 },
        { name: 'elements made from a text', figure: sum((watch) => watch.elements), most: 0 },
        { name: 'texts missing or screens too wide', figure: findings.length, most: 0 },
        { name: 'executed in a faulty page', figure: faulty.runs, least: 1 },
        { name: 'violations of a faulty page under our policy', figure: faulty.violations, least: 1 },
    ].map((bar) => ({ ...bar, met: bar.figure >= (bar.least ?? 0) && bar.figure <= (bar.most ?? Infinity) }));
    const more = watches.flatMap((watch) => [...watch.violations, ...watch.errors, ...watch.foreign]);
    const ok = bars.every((bar) => bar.met);
    if (args.includes('--json'))
        print(JSON.stringify({ ok, bars, figures: counts, findings: [...findings, ...more].slice(0, 20) }, null, 1));
    else {
        for (const bar of bars)
            print(
                `${bar.met ? 'ok  ' : 'FAIL'} ${bar.name}: ${bar.figure} (${bar.least === undefined ? `at most ${bar.most}` : `at least ${bar.least}`})`,
            );
        print(
            `     names ${counts.names}, messages ${counts.messages}, refused by the server ${counts.refused}, screens measured ${counts.screens}`,
        );
        for (const finding of [...findings, ...more].slice(0, 20)) print(`     ! ${finding}`);
    }
    if (!ok) throw new Error('hostile: a threshold is missed');
}

await proof.run(async () => {
    const room = await tryRoom();
    await tryGame();
    const policy = (await fetch(server.address)).headers.get('content-security-policy');
    faulty.runs = (await tryFaultyPage(room, '')).runs;
    faulty.violations = (await tryFaultyPage(room, policy)).violations.length;
    reportNumbers();
});
