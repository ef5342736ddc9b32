/**
 * Draws the icons of the installed client from public/icon.svg.
 *
 *     npm run icons
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openBrowser } from '../e2e/browser.mjs';
import { packed } from '../e2e/film.mjs';

const PUBLIC = join(import.meta.dirname, '../public');
const SLAB = '#14212b';
/** `room` is the part of the side that stays free: systems cut their own shapes out of a maskable icon. */
const ICONS = [
    { name: 'icon-192.png', side: 192, room: 0, isFull: false },
    { name: 'icon-512.png', side: 512, room: 0, isFull: false },
    { name: 'icon-maskable-512.png', side: 512, room: 0.1, isFull: true },
    { name: 'icon-apple-180.png', side: 180, room: 0.04, isFull: true },
];
const drawing = readFileSync(join(PUBLIC, 'icon.svg'), 'utf-8');

const browser = await openBrowser();
try {
    for (const { name, side, room, isFull } of ICONS) {
        const page = await browser.newPage({ viewport: { width: side, height: side } });
        const inset = Math.round(side * room);
        const style = `margin:0;background:${isFull ? SLAB : 'transparent'}`;
        await page.setContent(
            `<body style="${style}"><div style="position:fixed;inset:${inset}px">${drawing}</div></body>`,
        );
        await page.locator('svg').evaluate((svg) => svg.setAttribute('style', 'display:block;width:100%;height:100%'));
        writeFileSync(join(PUBLIC, name), packed(await page.screenshot({ omitBackground: true })));
        await page.close();
    }
} finally {
    await browser.close();
}
