/**
 * Pictures of every screen at both sizes, light and dark, and a recorded game as an animation. The games are the same each time.
 * Those that the documents show are also copied to docs/screens.
 *
 *     npm run screens                      # into build/screens
 *     npm run screens -- /tmp/shots        # elsewhere
 *     npm run screens -- /tmp/shots --all  # what a player may have open in the dark, too
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { openBrowser, settled } from './browser.mjs';
import { Film, packed } from './film.mjs';
import { GAMES } from './games.mjs';
import { lendSeat, post, sitWithBots } from './person.mjs';
import { openServer } from './server.mjs';

/** Size limit of the committed pictures. */
const MAX_BYTES = 2_000_000;
const LAPTOP = { name: '1280', width: 1280, height: 800 };
const PHONE = { name: '390', width: 390, height: 844 };
const BOTH = ['light', 'dark'];
const IN_REACH = 4;

const isAll = process.argv.includes('--all');
const [named] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const ROOT = resolve(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs/screens');
/** Pictures that README and the documents show; no other one is committed. A new one is copied from the build once. */
const SHOWN = readdirSync(DOCS).filter((each) => each.endsWith('.png'));
const folder = resolve(named ?? join(ROOT, 'build/screens'));
mkdirSync(folder, { recursive: true });
for (const old of readdirSync(folder)) if (old.endsWith('.png')) rmSync(join(folder, old));

/** Take all pictures of a page; leaves it at laptop size in the light theme. */
async function picture(page, name, themes = BOTH) {
    for (const size of [LAPTOP, PHONE]) {
        await page.setViewportSize(size);
        await shoot(page, name, size, themes);
    }
    await page.setViewportSize(LAPTOP);
}

/** Take a picture in each theme; leaves the page in the light one. */
async function shoot(page, name, size, themes) {
    for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await page.locator('[data-guarded]').waitFor({ state: 'detached' });
        await settled(page);
        writeFileSync(join(folder, `${name}-${size.name}-${colorScheme}.png`), packed(await page.screenshot()));
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function open(locale = 'en', person = null) {
    const context = await browser.newContext({ viewport: LAPTOP, locale, reducedMotion: 'reduce' });
    if (person) await lendSeat(context, person);
    return context.newPage();
}

/** Wait until a page shows a version of its table, drawing included. */
async function shows(page, version) {
    await page.waitForFunction(
        (wanted) => globalThis.gridwright?.version >= wanted && !globalThis.gridwright.isSending,
        version,
        { timeout: 30_000 },
    );
    await page.waitForFunction(
        () =>
            globalThis.gridwright.sheet.cities.length === 0 ||
            document.querySelector('[data-screen="end"], .board svg') !== null,
    );
    await page.waitForLoadState('networkidle');
}

/** Choices that a player would have made before the picture. */
const CHOICES = {
    offer: '.plants button[data-plant]',
    connect: '.now button[data-city]',
    'buy-card': '[data-choice^="card-"], button[data-card][aria-disabled="false"]',
};

async function chooseSomething(page, asked) {
    if (asked === 'buy') {
        const more = page.locator('.now .stepper button:last-child:not(:disabled)').first();
        for (let unit = 0; unit < 2 && (await more.count()) > 0; unit += 1) await more.click();
    } else if (CHOICES[asked]) {
        const found = page.locator(CHOICES[asked]);
        if ((await found.count()) > 0) await found.last().click();
    }
    await page.mouse.move(640, 20);
}

/** True if several cities are in reach, so that a plan has something to show. */
const hasChoice = ({ offers }, asked) =>
    asked !== 'connect' || offers.find(({ offer }) => offer === asked).cities.length >= IN_REACH;

/**
 * Panels and dialogs that a player may have open at a turn, for pictures: by the kind of turn, the steps that lead there.
 *
 * - `press` is a key; `cities` how many of the panel's list are planned; `unseen` loads the page again as if that share of the game had
 *   not been seen there yet; `wait` is for a selector.
 * - `ready` must be seen before the picture.
 * - `isWide` steps need the panel of a wide window, also for the picture of a phone.
 */
const MOMENTS = {
    buy: [{ name: 'one-run', steps: [{ press: 'f' }], ready: '.bar .btn.primary' }],
    connect: [
        { name: 'plan', isWide: true, steps: [{ cities: 2 }], ready: '.bar .btn.primary' },
        {
            name: 'hint',
            steps: [{ press: 'h' }],
            ready: '[data-hint]',
        },
        { name: 'opponent', steps: [{ press: '1' }], ready: '[data-looked]' },
        { name: 'aid', steps: [{ press: 'a' }], ready: 'dialog[open]' },
        { name: 'digest', steps: [{ unseen: 0.5 }], ready: '.panel.away' },
    ],
};

/** Do one step of a moment. */
async function take(page, step) {
    if (step.press) await page.keyboard.press(step.press);
    else if (step.wait) await page.locator(step.wait).first().waitFor();
    else if (step.cities)
        for (let city = 0; city < step.cities; city += 1)
            await page.locator('.sites button[aria-pressed="false"]').first().click();
    else if (step.unseen) {
        await page.evaluate((unseen) => {
            const kept = JSON.parse(localStorage.getItem('gridwright.seen') ?? '{}');
            const fewer = Object.entries(kept).map(([table, seen]) => [table, Math.round(seen * (1 - unseen))]);
            // The page writes a newer value while it unloads.
            addEventListener('pagehide', () =>
                localStorage.setItem('gridwright.seen', JSON.stringify(Object.fromEntries(fewer))),
            );
        }, step.unseen);
        await page.reload();
    }
}

/** Bring a page to a moment; it must show the turn. */
async function arrive(page, { steps, ready }) {
    for (const step of steps) await take(page, step);
    await page.locator(ready).first().waitFor({ timeout: 30_000 });
}

/** Close everything that was opened at the turn. */
async function leave(page) {
    for (let layer = 0; layer < 3; layer += 1) await page.keyboard.press('Escape');
    await page.reload();
}

/** Pictures of panels and dialogs that a player may have open. */
async function openedAt(page, name, moment, version) {
    const themes = isAll ? BOTH : ['light'];
    for (const size of [LAPTOP, PHONE]) {
        await page.setViewportSize(moment.isWide ? LAPTOP : size);
        await shows(page, version);
        try {
            await arrive(page, moment);
        } catch (error) {
            missing.push(`${name} at ${size.name}: ${String(error).split('\n')[0]}`);
        }
        await page.setViewportSize(size);
        await page.mouse.move(size.width / 2, 20);
        await shoot(page, name, size, themes);
        await leave(page);
    }
    await page.setViewportSize(LAPTOP);
    await shows(page, version);
}

/** A whole game: pictures of kinds of turns from a round on, of its past and of its end. `kinds` and `end` name the pictures. */
async function game(name, kinds, { from = 3, end = '', past = false, german = [], film = null, moments = false } = {}) {
    const { edition } = GAMES[name];
    const person = await sitWithBots(server.address, GAMES[name], { contribution: '17'.repeat(32) });
    const page = await open('en', person);
    const other = german.length > 0 ? await open('de', person) : null;
    const address = `${server.address}/t/${person.gameId}`;
    const wanted = new Map(Object.entries(kinds));
    for (const each of [page, other]) if (each) await each.goto(address);
    let middle = 0;
    const { view } = await person.play(async (seen, offers) => {
        if (film) {
            await shows(page, seen.version);
            await film.take(page);
        }
        const asked = offers.find((each) => wanted.has(each));
        if (seen.observation.round < from || !asked || !hasChoice(seen, asked)) return false;
        middle = seen.version;
        await shows(page, seen.version);
        await chooseSomething(page, asked);
        await picture(page, wanted.get(asked));
        await page.keyboard.press('Escape');
        if (other && german.includes(asked)) {
            await shows(other, seen.version);
            await chooseSomething(other, asked);
            await picture(other, `de-${wanted.get(asked)}`, ['light']);
            await other.keyboard.press('Escape');
        }
        for (const moment of moments ? (MOMENTS[asked] ?? []) : [])
            for (const [each, prefix] of other
                ? [
                      [page, ''],
                      [other, 'de-'],
                  ]
                : [[page, '']])
                await openedAt(each, `${prefix}${edition}-${moment.name}`, moment, seen.version);
        wanted.delete(asked);
        return false;
    });
    if (wanted.size > 0) missing.push(`${name} without ${[...wanted.keys()].join(', ')}`);
    await ended(page, view.version);
    if (end) await picture(page, end);
    if (film) await film.take(page);
    if (other && german.includes('end')) {
        await ended(other, view.version);
        await picture(other, `de-${end}`, ['light']);
    }
    if (past) {
        await page.goto(`${address}?at=${middle}`);
        await shows(page, view.version);
        await picture(page, 'time-travel');
    }
    for (const each of [page, other]) await each?.context().close();
}

async function ended(page, version) {
    await shows(page, version);
    await page.locator('[data-screen="end"]').waitFor({ timeout: 30_000 });
}

/** Tables that wait for players. */
async function rooms() {
    for (const [{ edition, preset, board, seats }, ...names] of [
        [GAMES.europe, 'Grace', 'Edsger'],
        [{ ...GAMES.usa, seats: 5 }, 'Barbara'],
    ]) {
        const { game_id: gameId } = await post(server.address, '/api/tables', {
            spec: { edition, preset, board, seats },
            listed: true,
        });
        for (const [seat, name] of names.entries())
            await post(server.address, `/api/tables/${gameId}/seats/${seat}`, { name, bot: '' });
    }
}

/** The screens around a game. */
async function around(locale, prefix, themes) {
    const page = await open(locale);
    await page.goto(server.address);
    await page.locator('[data-do="start"]:not(:disabled)').waitFor();
    await page.waitForLoadState('networkidle');
    await picture(page, `${prefix}home`, themes);
    await page.goto(`${server.address}/new`);
    await page.locator('[data-do="make"]:not(:disabled)').waitFor();
    await picture(page, `${prefix}new`, themes);
    await page.click('[data-do="make"]');
    await page.click('[data-do="bot-1"]');
    await page.locator('[data-do="ready"]').waitFor();
    await page.locator('[data-do="bot-1"]').waitFor({ state: 'detached' });
    // The link names a port, which differs from run to run, as does the code.
    await page.locator('[data-part="room-code"] b').evaluate((shown) => (shown.textContent = 'boka-temi'));
    await page
        .locator('input[readonly]')
        .evaluateAll((fields) => fields.forEach((field) => (field.value = 'https://games.example/t/Xw3kP0aQ')));
    await picture(page, `${prefix}room`, themes);
    await page.goto(`${server.address}/lobby`);
    await page.waitForLoadState('networkidle');
    await picture(page, `${prefix}lobby`, themes);
    await page.context().close();
}

const missing = [];
const browser = await openBrowser();
const server = await openServer({ posed: true });
try {
    await rooms();
    await around('en', '', BOTH);
    await around('de', 'de-', ['light']);
    const film = new Film(join(folder, 'game.png'));
    await game(
        'usa',
        { bid: 'classic-auction', buy: 'classic-fuel', connect: 'classic-building', run: 'classic-powering' },
        { end: 'classic-end', past: true, german: ['bid', 'buy', 'connect', 'run', 'end'], film, moments: true },
    );
    missing.push(...film.close());
    await game('europe', { connect: 'deluxe-europe' }, { end: 'deluxe-end' });
    await game('north-america', { connect: 'deluxe-north-america' });
    await game(
        'card-four',
        { 'buy-card': 'card-buying', produce: 'card-production', bid: 'card-auction' },
        { from: 2, end: 'card-end', german: ['buy-card', 'end'] },
    );
} finally {
    await browser.close();
    await server.close();
}
const files = readdirSync(folder).filter((each) => each.endsWith('.png'));
const bytes = SHOWN.reduce((sum, each) => sum + statSync(join(folder, each)).size, 0);
if (bytes > MAX_BYTES) missing.push(`expected at most ${MAX_BYTES} bytes in documents, got ${bytes}`);
console.log(`screens: ${files.length} pictures in ${folder}, ${bytes} bytes in documents`);
if (missing.length > 0) {
    console.error(missing.join('\n'));
    process.exitCode = 1;
} else if (!named) {
    for (const each of SHOWN) copyFileSync(join(folder, each), join(DOCS, each));
}
