/**
 * The rules at a table are those that are played there: on every board with own rules the card before the first move,
 * the player aid and the exact wording state no clause that the board replaces.
 *
 *     npm run e2e:board-rules
 *     npm run e2e:board-rules -- china korea
 *     PICTURES=/tmp/shots npm run e2e:board-rules -- china
 */
import assert from 'node:assert/strict';

import { openBrowser } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { openServer } from './server.mjs';
import { MAY_BE_CUT } from './states.mjs';
import { TableApi } from './tableApi.mjs';

const TIMEOUT_MS = 60_000;
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const LANGUAGES = ['en', 'de'];
/** The player chooses a plant first: the market then keeps its size, and the card has the least room. */
const ORDER = [0, 1, 2];
const SENTENCES = { least: 1, most: 5 };
const pictures = process.env.PICTURES;
const wanted = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const server = await openServer();
const browser = await openBrowser();
const api = new TableApi(server.address);
const problems = [];
let nSentences = 0;
let nStruck = 0;

/** Boards with rules of their own, with the rule set that each is first listed under. */
async function boards() {
    const { editions } = (await api.ask('GET', '/api/choices')).body;
    const found = new Map();
    for (const { id: edition, presets } of editions)
        for (const { id: preset, boards: listed } of presets)
            for (const { id: board, n_own_rules: count } of listed)
                if (count > 0 && !found.has(board))
                    found.set(board, { edition, preset, board, seats: 3, order: ORDER });
    return [...found.values()].filter(({ board }) => wanted.length === 0 || wanted.includes(board));
}

async function openTable({ gameId, ticket }, size, language) {
    const context = await browser.newContext({ viewport: size, locale: language, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address);
    const kept = JSON.stringify({ ticket, seat: 0, at: Date.now(), more: [] });
    await page.evaluate(([id, text]) => localStorage.setItem(`gridwright.ticket.${id}`, text), [gameId, kept]);
    await page.goto(`${server.address}/t/${gameId}`);
    await page.locator('.coach.board li').first().waitFor({ timeout: TIMEOUT_MS });
    return page;
}

async function verifyLayout(page, name) {
    if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
    for (const fault of await page.evaluate(faultsOfLayout, MAY_BE_CUT)) problems.push(`${name}: ${fault}`);
}

async function verifyCard(page, name) {
    const sentences = await page.locator('.coach.board li').allInnerTexts();
    assert.ok(
        sentences.length >= SENTENCES.least && sentences.length <= SENTENCES.most,
        `${name}: ${sentences.length}`,
    );
    nSentences += sentences.length;
    const isWhole = await page.locator('[data-do="board-read"]').evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const corners = [top + 4, bottom - 4].map((y) => document.elementFromPoint((left + right) / 2, y));
        return corners.every((found) => button.contains(found));
    });
    if (!isWhole) problems.push(`${name}: the card's button is covered`);
    await verifyLayout(page, `${name}-card`);
    await page.click('[data-do="board-read"]');
    await page.locator('.coach.board').waitFor({ state: 'detached', timeout: TIMEOUT_MS });
    return sentences.length;
}

/** Every page of the aid: a struck sentence names clauses of the board that replace or change a clause of the edition. */
async function verifyAid(page, name, { replaced, own }) {
    const shown = page.locator('[data-do="help"], [data-do="own-rules"]').locator('visible=true').first();
    await shown.click();
    await page.locator('.aid').waitFor({ timeout: TIMEOUT_MS });
    for (const tab of await page.locator('[data-aid]').all()) {
        await tab.click();
        const label = await tab.getAttribute('data-aid');
        nStruck += await page.locator('[data-sentence] s').count();
        for (const instead of await page.locator('.instead [data-clause]').allInnerTexts())
            assert.ok(own.includes(instead), `${name} ${label}: ${instead}`);
        await verifyLayout(page, `${name}-aid-${label}`);
    }
    await page.click('[data-do="wording"]');
    await page.locator('.clauses .clause').first().waitFor({ timeout: TIMEOUT_MS });
    for (const tab of await page.locator('[data-aid]').all()) {
        await tab.click();
        const numbers = await page.locator('.clauses .number').allInnerTexts();
        const told = numbers.map((number) => number.split('\n')[0].trim());
        assert.ok(told.length > 0);
        for (const number of told) assert.ok(!replaced.has(number), `${name}: ${number} is not played`);
    }
    await verifyLayout(page, `${name}-wording`);
}

/** Numbers of the clauses that the board replaces, and of its own that replace or change one. */
async function changesAt(gameId) {
    const { clauses, replaced } = (await api.ask('GET', `/api/tables/${gameId}/rules`)).body;
    const own = clauses.filter(({ replaces, changes }) => replaces.length + changes.length > 0);
    return { replaced: new Set(replaced.map(({ number }) => number)), own: own.map(({ number }) => number) };
}

try {
    const specs = await boards();
    assert.ok(specs.length > 0);
    for (const spec of specs) {
        const game = await api.begun(spec, 'Maximiliane', ['Bot 1', 'Bot 2']);
        const changes = await changesAt(game.gameId);
        for (const [size, viewport] of Object.entries(SIZES))
            for (const language of LANGUAGES) {
                const name = `${spec.board}-${size}-${language}`;
                const page = await openTable(game, viewport, language);
                await verifyCard(page, name);
                await verifyAid(page, name, changes);
                await page.context().close();
            }
        console.log(`${spec.board}: ${changes.replaced.size} clauses replaced`);
    }
    assert.deepEqual(problems, []);
    console.log(`board rules: ${specs.length} boards, ${nSentences} sentences, ${nStruck} struck`);
} finally {
    await browser.close();
    await server.close();
}
