/** Random keys at a table. An order that ends a part of a phase must have been intended: by the button that named it. */
import assert from 'node:assert/strict';

const PRESSES = 50;
const KEYS = [
    ...['Enter', 'Enter', 'Enter', 'Enter', 'n', 'n', 'Escape', 'Backspace', 'u', 'Delete'],
    ...['1', '2', '3', '4', '5', '9', '0', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
    ...['PageUp', 'PageDown', 'Home', 'End', 'Tab', 'Tab', 'Shift+Tab', 'Space', 'f', 'F', 'x'],
];
/** Orders that skip something. */
const SKIPS = new Set(['pass', 'drop', 'finish-buying', 'finish-building']);

/** Numbers from 0 to 1, the same ones for the same seed. */
export function numbers(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
}

/**
 * Record in every page of a context the state of the bar at each keydown, before the page handles it, and the orders
 * that follow.
 */
export function noteKeys(context) {
    return context.addInitScript(() => {
        globalThis.noted = [];
        globalThis.sent = [];
        const send = globalThis.fetch;
        let stale = '';
        globalThis.fetch = async (input, init) => {
            if (init?.method !== 'POST' || !String(input).endsWith('/orders')) return send(input, init);
            const { type, do: action, do_all: actions } = JSON.parse(init.body);
            const order = JSON.stringify([type, action, actions]);
            const warnings = globalThis.gridwright?.view?.warnings ?? [];
            // A stale order that is still valid is sent again without a key.
            if (order !== stale) globalThis.sent.push({ body: init.body, noted: globalThis.noted.at(-1), warnings });
            stale = '';
            const answer = await send(input, init);
            const reply = await answer
                .clone()
                .json()
                .catch(() => ({}));
            if (reply.type === 'stale') stale = order;
            return answer;
        };
        addEventListener(
            'keydown',
            (event) => {
                const bar = document.querySelector('.act');
                const yellow = bar?.querySelector('.btn.primary:not(:disabled)');
                const focus = document.activeElement;
                globalThis.noted.push({
                    key: event.key,
                    isRepeat: event.repeat,
                    isGuarded: bar?.hasAttribute('data-guarded') ?? false,
                    isAsking: bar?.matches('.marked:not(.refused)') ?? false,
                    yellow: yellow?.dataset.do ?? '',
                    hasBadge: Boolean(yellow?.querySelector('.kbd')),
                    quiet: [...(bar?.querySelectorAll('.btn.line[data-do]') ?? [])].map((each) => each.dataset.do),
                    focus: focus?.dataset.do ?? '',
                });
            },
            true,
        );
    });
}

/** Reason why the last key did not intend these orders; empty if it did. */
export function whyNotMeant(noted, orders, warned) {
    if (!noted) return 'no key was pressed';
    const name = orders[0].do;
    const isSkip = orders.length === 1 && SKIPS.has(name);
    if (noted.isRepeat) return 'the key was held';
    const isUndo = name === 'take-back' || name === 'undo';
    if (noted.isGuarded && !isUndo) return 'the bar had just changed';
    if (isUndo) return ['Backspace', 'u', 'Enter', ' '].includes(noted.key) ? '' : 'no key for undo';
    // The button for a limit is in the bar or in the panel.
    const isPressed = ['Enter', ' '].includes(noted.key) && noted.focus.replace(/^leave-|-on$|-bar$/g, '') === name;
    if (isSkip && warned && !noted.isAsking) return 'there was no question';
    if (isSkip && warned && noted.key === 'Enter') return 'Enter does not mean yes';
    if (isSkip)
        return isPressed || (noted.key === 'n' && noted.quiet.includes(name)) ? '' : `${noted.key} skips nothing`;
    if (noted.isAsking)
        return noted.key === 'n' || (noted.key === ' ' && noted.focus === name) ? '' : 'the question was not confirmed';
    const isYellow = noted.key === 'Enter' && noted.yellow === name && noted.hasBadge;
    return isYellow || isPressed ? '' : `${noted.key} is not for ${name}; yellow was ${noted.yellow || 'nothing'}`;
}

/** The skips that the server warns of. */
const WARNED = { 'fuel-missing': 'finish-buying', 'city-missing': 'finish-building', 'plant-missing': 'pass' };

/** The orders of a page since the last call, each with the key before it. */
async function ordersOf(page) {
    const sent = await page.evaluate(() => globalThis.sent.splice(0));
    return sent.map(({ body, ...at }) => {
        const order = JSON.parse(body);
        return { ...at, orders: order.do_all?.length > 0 ? order.do_all : [order.do ?? { do: order.type }] };
    });
}

/** Press fifty random keys; returns the names of the orders they sent. A new game starts when one is over. */
export async function pressRandomKeys(table, seed, begin) {
    const next = numbers(seed);
    if (!(await myTurn(table))) await begin();
    const { page } = table;
    await ordersOf(page);
    const pressed = [];
    for (let each = 0; each < PRESSES; each += 1) {
        const key = KEYS[Math.floor(next() * KEYS.length)];
        pressed.push(key);
        await page.keyboard.press(key);
        // Mostly fast, sometimes slower than the guard.
        await page.waitForTimeout(next() < 0.04 ? 700 : Math.floor(next() * 20));
    }
    await page.waitForTimeout(100);
    const sent = await ordersOf(page);
    let before = [];
    for (const { orders, noted, warnings } of sent) {
        const warned = warnings.some((each) => WARNED[each.warning] === orders[0].do);
        const why = isEndOf(before, orders, noted) ? '' : whyNotMeant(noted, orders, warned);
        assert.equal(
            why,
            '',
            `seed ${seed}: ${JSON.stringify(orders)} after ${JSON.stringify(noted)}; ${pressed.join(' ')}`,
        );
        before = orders;
    }
    await moveOn(table);
    return sent.map(({ orders }) => orders[0].do);
}

/** Where actions are sent one by one, the end of a part follows a purchase or building of the same press. */
function isEndOf(before, orders, noted) {
    const ends = {
        'finish-buying': ['buy', 'buy-card'],
        'finish-building': ['connect'],
        buy: ['buy'],
        'buy-card': ['buy-card'],
    };
    return (ends[orders[0].do] ?? []).includes(before[0]?.do) && noted?.key !== 'n';
}

/**
 * Return to the table and wait for the player's turn; false if the game is over. Keys may have opened another page or
 * the past.
 */
async function myTurn({ page, address }) {
    const mine = page.locator('.act.turn');
    const past = page.locator('.act.past, dialog[open]');
    if (!page.url().startsWith(address) || (await past.count()) > 0) await page.goto(address);
    const over = page.locator('[data-screen="end"]');
    await mine.or(over).first().waitFor({ timeout: 60_000 });
    return (await mine.count()) > 0;
}

/** Play the turn if no key ended it, so that the next random keys meet another decision. */
async function moveOn({ person, page }) {
    const { version, offers } = await person.view();
    if (offers.length === 0) return;
    await person.play((view) => view.version > version);
    await page.waitForTimeout(100);
}

/** A new game, Enter forty times in ten seconds: nothing is passed, skipped or ended, one bid at most each time. */
export async function enterForty(table) {
    const { page } = table;
    assert.ok(await myTurn(table));
    await ordersOf(page);
    const asked = [];
    for (let each = 0; each < 40; each += 1) {
        asked.push(await page.evaluate(() => globalThis.gridwright.version));
        await page.keyboard.press('Enter');
        await page.waitForTimeout(250);
    }
    const sent = await ordersOf(page);
    const names = sent.map(({ orders }) => orders[0].do);
    assert.deepEqual(
        names.filter((name) => name !== 'bid'),
        [],
    );
    assert.ok(names.length <= new Set(asked).size, `${names.length} bids at ${new Set(asked).size} versions`);
    return { bids: names.length };
}
