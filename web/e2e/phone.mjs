/**
 * A phone: "Start" stays above the tabs while the first page scrolls, and the first city is chosen on land as high as the map, with
 * arrows to the cities beside it and a low sheet.
 *
 *     npm run e2e:phone
 */
import assert from 'node:assert/strict';

import { Player } from './player.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'en', reducedMotion: 'reduce' };
const MAX_SHEET_PX = 96;
const ROOM_BELOW_PX = 150;
const TIMEOUT_MS = 60_000;

const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser, print } = proof;
const picture = (page, name) =>
    process.env.GRIDWRIGHT_PICTURES && page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/${name}.png` });

await proof.run(async () => {
    const context = await browser.newContext(PHONE);
    const page = await context.newPage();
    await page.goto(server.address);
    const start = page.locator('[data-do="start"]');
    await start.waitFor();
    const tabs = await page.locator('nav.foot').boundingBox();
    for (const at of ['top', 'end']) {
        if (at === 'end') await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const box = await start.boundingBox();
        assert.ok(box.y + box.height <= tabs.y && box.y > tabs.y - 90, `"Start" is above the tabs at the ${at}`);
        await picture(page, `phone-home-${at}`);
    }
    const room = await page.evaluate(
        () =>
            document.body.getBoundingClientRect().bottom -
            document.querySelector('aside').getBoundingClientRect().bottom,
    );
    assert.equal(Math.round(room), ROOM_BELOW_PX);
    print('"Start" is fixed above the tabs, and the page ends below its last line');

    await page.click('[data-edition="classic"]');
    await start.click();
    const player = new Player(page);
    for (;;) {
        await page.waitForFunction(() => globalThis.gridwright?.view?.offers.length > 0, undefined, {
            timeout: TIMEOUT_MS,
        });
        const asked = await page.locator('.desk').getAttribute('data-asked');
        if (asked === 'connect') break;
        await player.turn(async () => {});
    }
    await page.locator('.gwmap.narrow').waitFor();
    const scale = () =>
        page.evaluate(() =>
            Number(/scale\(([\d.]+)/.exec(document.querySelector('.gwmap .world').getAttribute('transform'))[1]),
        );
    await page.waitForTimeout(400);
    const k = await scale();
    assert.ok(k >= 1.2 && k <= 1.5, `the scale is ${k}`);
    await picture(page, 'phone-first-city');
    const before = await page.locator('[data-do="west"]:visible, [data-do="east"]:visible').count();
    assert.ok(before > 0, 'arrows lead to the other cities');
    await page.locator('[data-do="west"]:visible, [data-do="east"]:visible').first().click();
    // The map moves for a moment: a tap must not meet another place.
    await page.waitForTimeout(400);
    const city = await page.evaluate(() => {
        const box = document.querySelector('.gwmap').getBoundingClientRect();
        const prices = [...document.querySelectorAll('.gwmap .world [data-city] text')].filter(
            (text) => text.textContent === '10',
        );
        for (const each of prices) {
            const { x, y, width, height } = each.getBoundingClientRect();
            const at = { x: x + width / 2, y: y + height / 2 };
            if (at.x > 40 && at.x < 350 && at.y > box.y + 20 && at.y < box.y + box.height - 90) return at;
        }
        return null;
    });
    assert.ok(city, 'a city is in sight');
    await page.touchscreen.tap(city.x, city.y);
    const sheet = page.locator('.inspector.sheet');
    await sheet.waitFor();
    await picture(page, 'phone-first-city-sheet');
    const { height } = await sheet.boundingBox();
    assert.ok(height <= MAX_SHEET_PX, `the sheet is ${height} px high`);
    print(`the first city: scale ${k.toFixed(2)}, a sheet of ${height.toFixed(0)} px`);
});
