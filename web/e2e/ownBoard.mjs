/**
 * The guide to making a board, followed to a game in the browser: the board is made, checked, chosen on the page,
 * drawn at the table and shown among the other boards, with nothing that touches anything else.
 *
 *     npm run e2e:own
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { LAPTOP, openBrowser } from './browser.mjs';
import { Player } from './player.mjs';
import { atTable, getReady, inviteBots } from './seating.mjs';
import { openServer } from './server.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gridwright-own-'));
const gridwright = (...words) =>
    execFileSync(process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python'), ['-m', 'gridwright.cli', ...words], {
        cwd: folder,
        env: { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src') },
        encoding: 'utf8',
    });
gridwright('board', 'new', 'Moorland');
assert.match(gridwright('board', 'check', 'moorland', '--games', '2'), /is a good board/);

process.env.GRIDWRIGHT_BOARDS = join(folder, 'moorland');
const server = await openServer();
const browser = await openBrowser();
try {
    const page = await (await browser.newContext(LAPTOP)).newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const player = new Player(page);
    await page.goto(`${server.address}/new`);
    await page.locator('[data-do="make"]:not(:disabled)').waitFor();
    await page.locator('[role=radiogroup]').first().locator('[role=radio]').first().click();
    await page.click('[data-do="all-boards"]');
    const card = page.locator('[data-board="moorland"]');
    await card.scrollIntoViewIfNeeded();
    assert.match(await card.innerText(), /Moorland/);
    await card.locator('.picture path.dots').waitFor({ timeout: 30_000 });
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, 'own-chooser.png') });
    await card.click();
    await page.click('[data-do="make"]');
    await page.waitForURL(/\/t\//);
    await inviteBots(player, 1, 4);
    await getReady(player);
    await atTable(page);
    await page.locator('.gwmap .region-name').first().waitFor({ timeout: 30_000 });
    const regions = await page.locator('.gwmap .region-name').allTextContents();
    assert.ok(
        regions.some((name) => /the moors/i.test(name)),
        regions.join(', '),
    );
    assert.equal((await page.locator('.gwmap').getByText('Windmill').count()) > 0, true);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, 'own-table.png') });
    await page.goto(`${server.address}/boards`);
    const listed = page.locator('[data-board="moorland"]');
    await listed.scrollIntoViewIfNeeded();
    await listed.locator('.thumbnail path.cities').waitFor({ timeout: 30_000 });
    await listed.click();
    await page.locator('.gwmap .region-name').first().waitFor({ timeout: 30_000 });
    assert.deepEqual(problems, []);
    console.log(`own board: chosen, drawn and played on, ${regions.length} regions named`);
} finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
}
