/**
 * Sound and haptics at a real table: every note and every pulse is counted beside what the table shows at that moment. None where they
 * are off, none for what is skipped. Then the keys of the whole table.
 *
 *     npm run e2e:sound
 */
import assert from 'node:assert/strict';

import { LAPTOP, openBrowser } from './browser.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 60_000;
const TABLE = { edition: 'classic', preset: 'original', board: 'usa', seats: 3 };
/** Expected number of notes in a beat of one event, possibly none. */
const NOTES = {
    offer: 2,
    bid: 2,
    sale: 3,
    fuel: 3,
    city: 3,
    power: 3,
    out: 0,
    pass: 0,
    order: 0,
    idle: 0,
    scrap: 0,
    refill: 0,
};
const WANTED = ['bid', 'sale', 'fuel', 'city', 'power'];
const MAX_TURNS = 16;

/** Runs in the page: record each source of sound and each pulse with the current beat, and each beat. */
function count() {
    const beatNow = () => {
        const desk = document.querySelector('.desk');
        return {
            kind: desk?.dataset.beat ?? '',
            number: desk?.dataset.beatNumber ?? '',
            own: desk?.dataset.beatOwn === '',
            // Another seat's action may complete the viewer's: the last one to drop out leaves a plant to the leader.
            isMine: desk?.dataset.beatSeat === '0',
        };
    };
    globalThis.heard = [];
    globalThis.felt = [];
    globalThis.beats = new Map();
    for (const make of ['createOscillator', 'createBufferSource']) {
        const plain = AudioContext.prototype[make];
        AudioContext.prototype[make] = function (...given) {
            globalThis.heard.push(beatNow());
            return plain.apply(this, given);
        };
    }
    Navigator.prototype.vibrate = (pattern) => {
        globalThis.felt.push({ ...beatNow(), pattern });
        return true;
    };
    new MutationObserver(() => {
        const { number, ...beat } = beatNow();
        if (number)
            globalThis.beats.set(number, { ...beat, moves: Number(document.querySelector('.desk').dataset.beatMoves) });
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-beat-number'] });
}

const server = await openServer();
const browser = await openBrowser({ pace: 'brisk' });
const problems = [];
try {
    const person = await sitWithBots(server.address, TABLE);
    // A touch device; reduced motion does not affect sound.
    const context = await browser.newContext({ ...LAPTOP, hasTouch: true, isMobile: true });
    await lendSeat(context, person);
    await context.addInitScript(count);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${server.address}/t/${person.gameId}`);
    const player = new Player(page);
    const mine = () => page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    const noted = () =>
        page.evaluate(() => ({ heard: globalThis.heard, felt: globalThis.felt, beats: [...globalThis.beats] }));
    const forget = () =>
        page.evaluate(() => {
            globalThis.heard = [];
            globalThis.felt = [];
            globalThis.beats.clear();
        });
    const turn = async () => {
        await mine();
        await player.turn();
    };

    await turn();
    await mine();
    const off = await noted();
    assert.ok(off.beats.length > 0, 'no move was shown');
    assert.deepEqual([off.heard, off.felt], [[], []], 'off, and yet heard or felt');
    console.log(`off: ${off.beats.length} beats shown, nothing heard or felt`);

    await page.click('[data-do="settings"]');
    await page.locator('[data-setting="sound"]').click();
    assert.equal(await page.locator('[data-setting="volume"]').inputValue(), '40');
    await page.locator('[data-setting="haptics"]').click();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => globalThis.heard.length === 2 && globalThis.felt.length === 1);
    await forget();

    const kinds = new Map();
    for (let turns = 0; turns < MAX_TURNS && !WANTED.every((kind) => kinds.has(kind)); turns += 1) {
        await turn();
        await mine();
        const { heard, felt, beats } = await noted();
        for (const [number, { kind, own, moves }] of beats) {
            const notes = heard.filter((each) => each.number === number).length;
            if (moves === 1 && kind in NOTES && !own) {
                // No sound of coins without income.
                const isRight = notes === NOTES[kind] || (kind === 'power' && notes === 0);
                assert.ok(isRight, `${kind} of others has ${notes} notes, not ${NOTES[kind]}`);
            }
            if (notes > 0) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
        assert.ok(
            heard.some(({ kind }) => kind === ''),
            'neither the click of the order nor the turn was heard',
        );
        const others = felt.filter(({ kind, isMine }) => kind && !isMine && kind !== 'step');
        assert.deepEqual(others, [], 'felt what others did');
        assert.ok(
            felt.some(({ pattern }) => pattern.length === 3),
            'the turn was not felt',
        );
        await forget();
    }
    assert.deepEqual(
        WANTED.filter((kind) => !kinds.has(kind)),
        [],
        'never heard',
    );
    console.log(`on: notes by beat ${[...kinds].map((each) => each.join(' ')).join(', ')}; orders and turns felt`);

    // Skipped events are silent; only the turn that follows sounds.
    let skipped = 0;
    for (let turns = 0; turns < MAX_TURNS && skipped === 0; turns += 1) {
        await turn();
        const isOn = await page
            .waitForFunction(
                () => {
                    const desk = document.querySelector('.desk');
                    const isBehind = Number.parseInt(desk.dataset.played, 10) < Number(desk.dataset.head);
                    return desk.dataset.beat && desk.dataset.beatOwn === undefined && isBehind;
                },
                null,
                { timeout: 3000 },
            )
            .catch(() => null);
        if (!isOn) continue;
        // Key and count in one task: a note that was due has been played already, or never will be.
        skipped = await page.evaluate(async () => {
            const { played, head } = document.querySelector('.desk').dataset;
            await new Promise((done) => setTimeout(done));
            globalThis.heard = [];
            globalThis.felt = [];
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true }));
            return Number(head) - Number.parseInt(played, 10);
        });
        await mine();
        await page.waitForTimeout(300);
        const after = await noted();
        const late = after.heard.filter(({ kind }) => kind !== '');
        assert.ok(after.heard.length - late.length <= 2, `${after.heard.length} notes after a skip`);
        const isQuiet =
            late.length === 0 || after.beats.some(([number]) => late.some((each) => each.number === number));
        assert.ok(isQuiet, 'a skipped event was heard');
    }
    assert.ok(skipped > 0, 'nothing could be skipped');
    console.log(`skipped ${skipped} entries: nothing of them heard or felt`);

    // Keys of the whole table.
    await mine();
    const has = (selector) => page.locator(selector).count();
    const key = (name) => page.keyboard.press(name);
    await key('?');
    await page.locator('dialog[open] dl').first().waitFor();
    assert.ok((await has('dialog[open] dt')) > 25, 'the list of keys is short');
    if (process.env.GRIDWRIGHT_PICTURES) await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/keys.png` });
    await key('Escape');
    await key('a');
    await page.locator('dialog[open]').waitFor();
    await key('Escape');
    await key('r');
    await page.locator('.rail.large').waitFor();
    if (process.env.GRIDWRIGHT_PICTURES) await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/rail.png` });
    await key('R');
    await page.locator('.rail:not(.large)').first().waitFor();
    await key('m');
    await page.locator('[role=listbox]:focus').waitFor();
    await key('b');
    await page.locator('.gwmap .cap').nth(3).waitFor({ timeout: TIMEOUT_MS });
    if (process.env.GRIDWRIGHT_PICTURES)
        await page.screenshot({ path: `${process.env.GRIDWRIGHT_PICTURES}/prices.png` });
    await key('b');
    await key('g');
    await page.locator('.plants:focus').waitFor();
    await key('k');
    await page.locator('[data-field="say"]:focus').waitFor();
    await page.keyboard.type('jam');
    assert.equal(await page.locator('[data-field="say"]').inputValue(), 'jam');
    await page.locator('[data-field="say"]').fill('');
    await key('Escape');
    await key('j');
    await page.locator('#side-log:focus').waitFor();
    await key(',');
    await page.locator('.bar [data-do="now"]').waitFor();
    await key('.');
    await page.locator('.act.turn').waitFor();
    await page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('gridwright.settings'));
        localStorage.setItem('gridwright.settings', JSON.stringify({ ...kept, letters: false }));
    });
    await page.reload();
    await mine();
    for (const name of ['a', '?', 'r', 'k', ',']) await key(name);
    assert.equal(
        await has('dialog[open], .rail.large, [data-field="say"], .bar [data-do="now"]'),
        0,
        'letters are off',
    );
    console.log('keys of the table: list, aid, rail, map, prices, market, talk, log, back; none with letters off');
    assert.deepEqual(problems, []);
} finally {
    await browser.close();
    await server.close();
}
