/**
 * Every option that `/api/choices` names is chosen on the page for a new table, on a real server; the sheet of the
 * new table must have it. With a contractor the table shows the card and its amounts.
 *
 *     npm run e2e:options
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { atTable, getReady, inviteBots } from './seating.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const EDITIONS = ['classic', 'deluxe', 'card'];
const server = await openServer();
const browser = await openBrowser();
const read = async (path) => (await fetch(`${server.address}${path}`)).json();
const choices = await read('/api/choices');
const page = await (await browser.newContext(LAPTOP)).newPage();
const problems = [];
page.on('pageerror', (error) => problems.push(error.message));
let nTables = 0;

async function open(edition, { preset = '', board = '', seats = 4 } = {}) {
    await page.goto(`${server.address}/new`);
    await page.locator('[data-do="make"]:not(:disabled)').waitFor();
    await page.locator('[role=radiogroup]').first().locator('[role=radio]').nth(EDITIONS.indexOf(edition)).click();
    const rules = page.locator(`[data-option="preset"] [data-value="${preset}"]`);
    if (preset && (await rules.count()) > 0) await rules.click();
    if (board && board !== 'none') {
        const picture = page.locator(`[data-board="${board}"]`);
        if ((await picture.count()) === 0) await page.click('[data-do="all-boards"]');
        await picture.click();
    }
    const stepper = page.locator('.stepper').first();
    const wheel = stepper.locator('[role=spinbutton]');
    for (let now = Number(await wheel.getAttribute('aria-valuenow')); now !== seats; now += now < seats ? 1 : -1)
        await wheel.press(now < seats ? 'ArrowUp' : 'ArrowDown');
}
async function make() {
    const asked = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/tables'),
    );
    await page.click('[data-do="make"]');
    const terms = (await asked).postDataJSON().terms;
    await page.waitForURL(/\/t\//);
    nTables += 1;
    const gameId = page.url().split('/t/')[1];
    return { gameId, terms, spec: (await read(`/api/tables/${gameId}/sheet`)).spec };
}
const choose = (option, value) => page.click(`[data-option="${option}"] [data-value="${value}"]`);

/** Steps that choose each option, and the spec expected then. A new option has no row, and fails. */
const SPEC = {
    contractor: async () => {
        await page.check('[data-option="contractor"]');
        return true;
    },
    hidden_money: async () => {
        await page.check('[data-option="hidden_money"]');
        return true;
    },
    regions: async (value) => {
        await choose('regions', value);
        if (value !== 'given') return value;
        const region = page.locator('[data-region]:not(:disabled)[aria-pressed="false"]');
        while ((await region.count()) > 0) await region.last().click();
        return page
            .locator('[data-region][aria-pressed="true"]')
            .evaluateAll((all) => all.map((each) => each.dataset.region).sort());
    },
    order: async (value) => {
        await choose('order', value);
        if (value !== 'given') return value;
        await page.click('[data-up="3"]');
        await page.click('[data-up="3"]');
        return [0, 3, 1, 2];
    },
    house_rules: null,
};

for (const { name, values } of choices.options) {
    assert.ok(name in SPEC, `the form lacks ${name}`);
    if (!SPEC[name]) continue;
    for (const value of values.length > 0 ? values : [true]) {
        await open('classic');
        const expected = await SPEC[name](value);
        const { spec } = await make();
        assert.deepEqual(spec[name], expected, `${name}: ${value}`);
    }
}

// Every preset on every board, and each house rule where it changes something.
for (const edition of choices.editions) {
    for (const preset of edition.presets) {
        for (const board of preset.boards) {
            await open(edition.id, { preset: preset.id, board: board.id, seats: 2 });
            const rules = board.house_rules.filter((rule) => rule.seats.includes(2)).map((rule) => rule.id);
            const shown = await page
                .locator('[data-option^="rule-"]')
                .evaluateAll((all) => all.map((each) => each.dataset.option.slice('rule-'.length)));
            assert.deepEqual(shown.sort(), [...rules].sort(), `${edition.id} ${preset.id} ${board.id}`);
            for (const rule of rules) await page.check(`[data-option="rule-${rule}"]`);
            const { spec } = await make();
            assert.deepEqual([spec.preset, spec.board, spec.seats], [preset.id, board.id, 2]);
            assert.deepEqual(spec.house_rules, [...rules].sort());
        }
    }
}

// Terms that apply without a clock too.
await open('classic');
await page.selectOption('[data-option="take_over"]', { index: 1 });
await page.selectOption('[data-option="hold"]', { index: 3 });
const agreed = (await make()).terms;
assert.deepEqual([agreed.take_over, agreed.hold], [3_600_000, 2_500]);

// Every clock with all its numbers, and what happens when time is up.
for (const clock of choices.clocks) {
    await open('classic');
    await choose('clock', clock.type);
    for (const field of clock.fields)
        await page.locator(`[data-option="clock-${field}"] [role=spinbutton]`).press('ArrowUp');
    for (const term of clock.type === 'none' ? [] : choices.terms) {
        const group = page.locator(`[data-option="${term.name}"]`);
        assert.equal(await group.count(), 1, `the form lacks ${term.name}`);
    }
    if (clock.type !== 'none') await choose('time_out', 'pause');
    const { terms } = await make();
    assert.deepEqual(Object.keys(terms.clock).sort(), ['type', ...clock.fields].sort());
    if (clock.type !== 'none') assert.equal(terms.time_out, 'pause');
}

// The contractor is shown at the table with its card and amounts.
await open('classic', { seats: 2 });
await page.check('[data-option="contractor"]');
const { gameId } = await make();
const player = new Player(page);
player.name = 'Ada';
await inviteBots(player, 1, 2);
await getReady(player);
await atTable(page);
await page.locator('[data-part="contractor"]').waitFor();
const { rules } = await read(`/api/tables/${gameId}/sheet`);
for (const [pays, amounts] of [
    ['first', rules.contractor_first],
    ['later', rules.contractor_later],
])
    assert.equal(await page.locator(`[data-pays="${pays}"]`).innerText(), String(amounts[0]));

assert.deepEqual(problems, []);
console.log(`options: every one of ${choices.options.length + choices.terms.length} reached, ${nTables} tables made`);
await browser.close();
await server.close();
