// Pictures of every board from the gallery page: `node tools/map-pictures.mjs FOLDER [BOARD...]`.
// Each is taken at the size that the map has on a laptop (1280 x 800) and on a phone (390 x 844).

import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const [folder = 'map-pictures', ...wanted] = process.argv.slice(2);
const boards =
    wanted.length > 0 ? wanted : ['europe', 'germany', 'germany-recharged', 'north-america', 'usa', 'usa-recharged'];
const scenes = (process.env.SCENES ?? 'building').split(',');
const themes = (process.env.THEMES ?? 'light,dark').split(',');
const languages = (process.env.LANGUAGES ?? 'en').split(',');
const sizes = (process.env.SIZES ?? 'laptop,phone').split(',');
const SIZES = {
    laptop: { width: 728, height: 520 },
    phone: { width: 390, height: 589 },
    wide: { width: 1320, height: 800 },
};

mkdirSync(folder, { recursive: true });
const server = await createServer({ server: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
await server.listen();
const address = server.httpServer.address();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
for (const size of sizes) {
    const page = await browser.newPage({
        viewport: SIZES[size],
        deviceScaleFactor: 2,
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
                    await page.screenshot({ path: `${folder}/${[board, scene, size, theme, language].join('-')}.png` });
                }
    await page.close();
}
await browser.close();
await server.close();
