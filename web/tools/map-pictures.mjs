// Pictures of every board from the gallery page: `node tools/map-pictures.mjs FOLDER [BOARD...]`.
// Each is taken at the size that the map has on a laptop (1280 x 800) and on a phone (390 x 844), early and late, light and
// dark; overlaps in a picture of the whole board are reported. `node tools/map-pictures.mjs --docs` takes the
// one picture of each board that the documents show.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

import { packed } from '../e2e/film.mjs';

const DOCS = new URL('../../docs/screens/boards', import.meta.url).pathname;
const ONE_OF_EACH = { SCENES: 'late', THEMES: 'light', SIZES: 'laptop', LANGUAGES: 'en' };
const forDocs = process.argv[2] === '--docs';
const [folder = 'map-pictures', ...wanted] = forDocs ? [DOCS, ...process.argv.slice(3)] : process.argv.slice(2);
const chosen = forDocs ? ONE_OF_EACH : process.env;
const drawn = readdirSync(new URL('../src/map/data/', import.meta.url))
    .filter((name) => name.endsWith('.json') && name !== 'sources.json' && name !== 'thumbnails.json')
    .map((name) => name.slice(0, -'.json'.length));
const boards = wanted.length > 0 ? wanted : drawn;
const scenes = (chosen.SCENES ?? 'building,late').split(',');
const themes = (chosen.THEMES ?? 'light,dark').split(',');
const languages = (chosen.LANGUAGES ?? 'en').split(',');
const sizes = (chosen.SIZES ?? 'laptop,phone').split(',');
const SIZES = {
    laptop: { width: 728, height: 520 },
    phone: { width: 390, height: 589 },
    wide: { width: 1320, height: 800 },
};

/** In the page: names, capsules and plates that touch. A letter's box is higher than the letter, so heights count less. */
function touching() {
    const things = [];
    const add = (kind, selector, owner, trim) => {
        for (const element of document.querySelectorAll(selector)) {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            if (right <= left) continue;
            const cut = trim * (bottom - top);
            things.push({ kind, of: owner(element), left, right, top: top + cut, bottom: bottom - cut });
        }
    };
    const city = (element) => element.closest('.city').dataset.city;
    add('capsule', '.gwmap .city .body', city, 0);
    add('name', '.gwmap .city .name tspan', city, 0.22);
    // The price to enter a city is attached to it.
    add('plate', '.gwmap .plate rect', (element) => element.closest('.city')?.dataset.city ?? '', 0);
    add('region', '.gwmap .region-name', (element) => element.textContent, 0.22);
    const found = [];
    things.forEach((one, index) => {
        for (const other of things.slice(index + 1)) {
            if (one.of && one.of === other.of) continue;
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (across > 1 && down > 1) found.push(`${one.kind} ${one.of} / ${other.kind} ${other.of}`);
        }
    });
    return found;
}

mkdirSync(folder, { recursive: true });
const server = await createServer({ server: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
await server.listen();
const address = server.httpServer.address();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
let wrong = 0;
for (const size of sizes) {
    const page = await browser.newPage({
        viewport: SIZES[size],
        deviceScaleFactor: forDocs ? 1 : 2,
        hasTouch: size === 'phone',
        reducedMotion: 'reduce',
    });
    page.on('pageerror', (error) => console.error(String(error)));
    for (const board of boards)
        for (const scene of scenes)
            for (const theme of themes)
                for (const language of languages) {
                    const query = new URLSearchParams({ board, scene, theme, language });
                    await page.goto(`http://127.0.0.1:${address.port}/src/map/gallery/index.html?${query}`);
                    await page.waitForSelector('.gwmap .city');
                    await page.evaluate(() => document.fonts.ready);
                    await page.waitForTimeout(150);
                    const name = [board, scene, size, theme, language].join('-');
                    const picture = await page.screenshot();
                    writeFileSync(`${folder}/${forDocs ? board : name}.png`, forDocs ? packed(picture) : picture);
                    const found = await page.evaluate(touching);
                    if (found.length === 0) continue;
                    console.error(`${name}: ${found.slice(0, 6).join('; ')}${found.length > 6 ? ' …' : ''}`);
                    wrong += 1;
                }
    await page.close();
}
await browser.close();
await server.close();
process.exitCode = wrong > 0 ? 1 : 0;
