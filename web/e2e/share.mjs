/**
 * Import and sharing. A transcript is imported, a damaged one is refused with its line; the share dialog has link, picture and
 * embed code; the code shows the replay in a page of another origin, where it plays; nothing else can be framed there.
 *
 *     npm run e2e:share
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { LAPTOP } from './browser.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const GAMES = {
    board: 'recharged-usa-recharged-4-given-regions-and-given-order',
    cards: 'card-standard-none-2-contractor-and-given-order',
};
const TIMEOUT_MS = 60_000;
/** A folder for pictures, if some are wanted. */
const PICTURES = process.env.GRIDWRIGHT_PICTURES ?? '';

/** The transcript of a recorded game, from the packs in tests/recorded. */
async function read(name) {
    const python = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
    const sources = process.env.PYTHONPATH ?? [join(ROOT, 'src'), join(ROOT, 'lab')].join(delimiter);
    const env = { ...process.env, PYTHONPATH: sources };
    const words = ['-m', 'gridwright_lab', 'recordings', GAMES[name]];
    return (await promisify(execFile)(python, words, { cwd: ROOT, env, maxBuffer: 1_000_000 })).stdout;
}
const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser, print } = proof;
/** A page of another site: another port is another origin. */
let foreign = '';
const other = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Another site</title><h1>My best game</h1>${foreign}`);
});
await new Promise((done) => other.listen(0, '127.0.0.1', done));
other.unref();
const elsewhere = `http://127.0.0.1:${other.address().port}/`;

async function picture(page, name) {
    if (!PICTURES) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Every variant of a page: two sizes, light and dark, both languages. */
async function pictures(path, name, ready) {
    if (!PICTURES) return;
    for (const [width, height] of [
        [1280, 800],
        [390, 844],
    ])
        for (const colorScheme of ['light', 'dark'])
            for (const locale of ['en', 'de']) {
                const context = await browser.newContext({
                    ...LAPTOP,
                    viewport: { width, height },
                    colorScheme,
                    locale,
                });
                const page = await context.newPage();
                await page.goto(server.address + path);
                await ready(page);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                assert.ok(wide <= 0, `${name} is ${wide} pixels too wide at ${width}`);
                await picture(page, `${name}-${width}-${colorScheme}-${locale}`);
                await context.close();
            }
}

async function openImport(page) {
    await page.goto(`${server.address}/import`);
    await page.waitForSelector('#import-text');
}

await proof.run(async () => {
    const context = await browser.newContext({ ...LAPTOP, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();

    // A damaged game is refused, with its line and in words.
    await openImport(page);
    const lines = (await read('cards')).split('\n');
    lines[4] = `commit ${'0'.repeat(64)}`;
    await page.fill('#import-text', lines.join('\n'));
    await page.click('[data-do="import"]');
    await page.waitForSelector('[role="alert"]', { timeout: TIMEOUT_MS });
    assert.match(await page.textContent('[role="alert"]'), /^Line 5: The cards were not dealt/);
    await picture(page, 'import-refused-1280-light-en');

    // A good one opens, chosen as a file or pasted.
    await page.setInputFiles('#import-file', {
        name: `${GAMES.cards}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from(await read('cards')),
    });
    await page.waitForURL(/\/t\//, { timeout: TIMEOUT_MS });
    await page.waitForSelector('main.end', { timeout: TIMEOUT_MS });
    const cards = new URL(page.url()).pathname.split('/').pop();
    await openImport(page);
    await page.fill('#import-text', await read('board'));
    await page.click('[data-do="import"]');
    await page.waitForURL(/\/t\//, { timeout: TIMEOUT_MS });
    await page.waitForSelector('main.end', { timeout: TIMEOUT_MS });
    const board = new URL(page.url()).pathname.split('/').pop();
    await page.waitForSelector('[data-fair="unkept"]', { timeout: TIMEOUT_MS });

    // The sheet at the end, and at a moment.
    const openSheet = async () => {
        await page.locator('[data-do="share"]:visible').first().click();
        await page.waitForSelector('dialog #share-link');
    };
    await openSheet();
    assert.equal(await page.inputValue('#share-link'), `${server.address}/t/${board}`);
    await page.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth === 1200, null, {
        timeout: TIMEOUT_MS,
    });
    await picture(page, 'share-end-1280-light-en');
    await page.click('[data-do="copy-code"]');
    const code = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('Escape');
    await page.goto(`${server.address}/t/${board}?at=120`);
    await page.waitForSelector('[data-do="share"]');
    await openSheet();
    await page.click('[data-do="copy-link"]');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${server.address}/t/${board}?at=120`);
    await page.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth === 1200, null, {
        timeout: TIMEOUT_MS,
    });
    await picture(page, 'share-moment-1280-light-en');

    // The code in a page of another site.
    const stranger = await browser.newContext(LAPTOP);
    const guest = await stranger.newPage();
    const refused = [];
    guest.on('console', (message) => {
        if (/frame-ancestors/.test(message.text())) refused.push(message.text());
    });
    for (const [name, game] of [
        ['board', board],
        ['cards', cards],
    ]) {
        foreign = code.replace(board, game);
        await guest.goto(elsewhere);
        const frame = guest.frameLocator('iframe');
        await frame.locator('[data-do="play"]').waitFor({ timeout: TIMEOUT_MS });
        const slider = frame.locator('input[type="range"]');
        const before = await slider.inputValue();
        await frame.locator('[data-do="play"]').click();
        await frame.locator('[data-do="stop"]').waitFor();
        for (let tries = 0; (await slider.inputValue()) === before; tries += 1) {
            assert.ok(tries < 100, 'the replay stands still');
            await guest.waitForTimeout(100);
        }
        await frame.locator('[data-do="stop"]').click();
        assert.equal(await frame.locator('a').getAttribute('target'), '_blank');
        await picture(guest, `embed-${name}-1280-light-en`);
    }
    assert.deepEqual(await stranger.cookies(), [], 'a frame leaves a cookie');
    assert.deepEqual(refused, []);

    // Nothing else of the server may be framed.
    const made = await fetch(`${server.address}/api/tables`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ spec: { edition: 'card', preset: 'standard', board: 'none', seats: 2 } }),
    });
    const { game_id: secret } = await made.json();
    const PATHS = [
        '/',
        '/new',
        '/import',
        '/lobby',
        '/signin',
        '/me',
        `/t/${board}`,
        `/t/${secret}`,
        `/api/tables/${board}`,
        '/docs',
    ];
    for (const path of PATHS) {
        refused.length = 0;
        foreign = `<iframe src="${server.address}${path}" width="800" height="500"></iframe>`;
        await guest.goto(elsewhere);
        for (let tries = 0; refused.length === 0; tries += 1) {
            assert.ok(tries < 100, `${path} can be framed`);
            await guest.waitForTimeout(100);
        }
    }
    assert.equal((await fetch(`${server.address}/embed/${secret}`)).status, 404);

    await pictures('/import', 'import', (shown) => shown.waitForSelector('#import-text'));
    await pictures(`/embed/${board}?at=150`, 'embed-board', async (shown) => {
        await shown.waitForSelector('[data-do="play"]');
        await shown.waitForSelector('.gwmap .city');
    });
    await pictures(`/embed/${cards}?at=40`, 'embed-cards', (shown) => shown.waitForSelector('[data-do="play"]'));
    await pictures(`/t/${board}?at=150`, 'sheet', async (shown) => {
        await shown.locator('[data-do="share"]:visible').first().click();
        await shown.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth === 1200, null, {
            timeout: TIMEOUT_MS,
        });
    });

    print(`share: imports, sheet, embed on a foreign page; ${PATHS.length} other paths refused a frame`);
});
