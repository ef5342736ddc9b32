/**
 * The fairness verdict at the end for an honest operator, for one who swaps seed and commitment after the player got ready and
 * zeroes the contributions, and for one who rewrites an entry that the player has seen. The operator stops the server,
 * changes its database and starts it again. The receipt that the page saves is then given to `gridwright verify`.
 * The honest game is then moved to the archive: a server without it in memory must show, check and replay it alike.
 *
 *     npm run e2e:fair
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

import { LAPTOP, openBrowser } from './browser.mjs';
import { post } from './person.mjs';
import { openServer } from './server.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const TIMEOUT_MS = 90_000;
const SPEC = { edition: 'card', preset: 'standard', board: 'none', seats: 3 };
const BOT = 'l0';
const OPERATORS = [
    { how: '', verdict: 'fair', failed: [] },
    { how: 'swap', verdict: 'unfair', failed: ['promise', 'own', 'kept'] },
    { how: 'rewrite', verdict: 'unfair', failed: ['kept'] },
];

const server = await openServer();
const browser = await openBrowser();
const python = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
const env = { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? `${join(ROOT, 'src')}:${join(ROOT, 'lab')}` };

function run(...words) {
    return spawnSync(python, ['-m', ...words], { env, encoding: 'utf8' });
}

async function order(path, ticket, request) {
    const head = { authorization: `Bearer ${ticket}` };
    for (;;) {
        const { version } = await (await fetch(`${server.address}${path}`, { headers: head })).json();
        const command_id = `${request.type}-${version}-${ticket.slice(-6).replace(/[^a-z0-9]/gi, 'x')}`;
        const answer = await post(
            server.address,
            `${path}/orders`,
            { ...request, command_id, expected: version },
            ticket,
        );
        if (answer.type !== 'stale') return assert.equal(answer.type, 'done', JSON.stringify(answer));
    }
}

/** Wait until the table waits for a person, and the browser has stored the last entries. */
async function seesTheLast(page, gameId) {
    const versionOf = async () => (await (await fetch(`${server.address}/api/tables/${gameId}`)).json()).version;
    for (let before = -1, now = await versionOf(); now !== before; now = await versionOf()) {
        before = now;
        await page.waitForFunction(
            ([game, version]) => {
                const kept = JSON.parse(localStorage.getItem(`gridwright.kept.${game}`) ?? '{}');
                return kept.heads?.at(-1)?.version >= version;
            },
            [gameId, now],
            { timeout: TIMEOUT_MS },
        );
        await new Promise((done) => setTimeout(done, 500));
    }
}

/** The operator changes the database while the server is stopped. */
async function cheat(gameId, how) {
    await server.stop();
    const done = run('gridwright_lab.trials.faults.malicious_host', server.folder, gameId, how);
    assert.equal(done.status, 0, done.stderr);
    await server.start();
}

/** A finished game loaded from a file is still called fair, and can be walked through from its first move. */
async function isShownFromTheArchive(page, gameId) {
    await server.stop();
    const moved = run('gridwright.cli', 'admin', 'archive', gameId, '--folder', server.folder, '--json');
    assert.equal(moved.status, 0, moved.stdout + moved.stderr);
    await server.start();
    await page.reload();
    await page.waitForSelector('[data-fair="fair"]', { timeout: TIMEOUT_MS });
    await page.locator('.foot .btn.line').first().click();
    await page.click('[data-do="first"]');
    await page.waitForSelector('[data-do="back"]:disabled', { timeout: TIMEOUT_MS });
    await page.click('[data-do="forward"]');
    await page.waitForSelector('[data-do="back"]:enabled', { timeout: TIMEOUT_MS });
    await page.click('[data-do="last"]');
    await page.waitForSelector('[data-do="forward"]:disabled', { timeout: TIMEOUT_MS });
}

async function playOut({ how, verdict, failed }) {
    const context = await browser.newContext({ ...LAPTOP, acceptDownloads: true });
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    const { game_id: gameId } = await post(server.address, '/api/tables', { spec: SPEC, listed: false });
    const path = `/api/tables/${gameId}`;
    const bea = await post(server.address, `${path}/seats/1`, { name: 'Bea', bot: '' });
    await post(server.address, `${path}/seats/2`, { name: 'Cleo', bot: BOT });
    await page.goto(`${server.address}/t/${gameId}`);
    await page.fill('[data-field="name"]', 'Ada');
    await page.click('[data-do="sit-0"]');
    await page.click('[data-do="ready"]');
    await page.waitForSelector('li.p1 .rd:not(.no)', { timeout: TIMEOUT_MS });
    if (how === 'swap') await cheat(gameId, how);
    await order(path, bea.ticket, { type: 'ready', contribution: 'be'.repeat(16) });
    const isRunning = () => globalThis.gridwright?.view?.status === 'running';
    await page.waitForFunction(isRunning, null, { timeout: TIMEOUT_MS });
    await seesTheLast(page, gameId);
    if (how === 'rewrite') await cheat(gameId, how);
    const ada = await page.evaluate(
        (game) => JSON.parse(localStorage.getItem(`gridwright.ticket.${game}`)).ticket,
        gameId,
    );
    for (const ticket of [ada, bea.ticket]) await order(path, ticket, { type: 'hand_over', bot: BOT });
    await page.waitForSelector('[data-fair]', { timeout: TIMEOUT_MS });
    const shown = await page.locator('[data-fair]').getAttribute('data-fair');
    const steps = await page.locator('li.failed[data-step]').evaluateAll((all) => all.map((each) => each.dataset.step));
    assert.deepEqual([shown, steps], [verdict, failed]);
    // A failed check is open already; a passed one is one line.
    const receipt = page.locator('[data-do="receipt"]');
    if ((await receipt.count()) === 0) await page.click('[data-do="fair"]');
    const folder = server.folder;
    const files = [];
    for (const [name, button] of [
        ['receipt.json', '[data-do="receipt"]'],
        ['game.txt', '.bt .btn'],
    ]) {
        const coming = page.waitForEvent('download');
        await page.locator(button).first().click();
        files.push(join(folder, `${gameId}-${name}`));
        await (await coming).saveAs(files.at(-1));
    }
    const verified = run('gridwright.cli', 'verify', '--json', '--receipt', ...files);
    assert.equal(verified.status, failed.length > 0 ? 1 : 0, verified.stdout + verified.stderr);
    const checks = JSON.parse(verified.stdout).files[0].checks;
    const bad = checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
    assert.deepEqual(bad, failed);
    if (how === '') await isShownFromTheArchive(page, gameId);
    assert.deepEqual(problems, []);
    await context.close();
}

try {
    for (const operator of OPERATORS) {
        await playOut(operator);
        console.log(
            `${operator.how || 'honest'}: ${operator.verdict}, failed: ${operator.failed.join(', ') || 'nothing'}`,
        );
    }
} finally {
    await browser.close();
    await server.close();
}
