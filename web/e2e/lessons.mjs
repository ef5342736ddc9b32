/**
 * The course on a real server: all lessons by mouse and by keyboard on a laptop, and by touch on a phone. Only the thing
 * in the spotlight does something; a click elsewhere says why, and nothing remains of a wrong choice.
 *
 *     npm run e2e:lessons
 *     node e2e/lessons.mjs touch                # by touch alone; also mouse, keys
 *     node e2e/lessons.mjs --pictures FOLDER    # also a picture of every step
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { LAPTOP } from './browser.mjs';
import { openProof } from './proof.mjs';
import { openServer } from './server.mjs';

const TIMEOUT_MS = 20_000;
/** Two looks at the spotlight: it moves with the table. */
const LOOK_MS = 60;
const COUNT = 9;
const MAX_TOUCHES = 12;
const PHONE = { ...LAPTOP, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Dimmed places that a player could press instead: parts of the table, by size of the screen. */
const ELSEWHERE = { laptop: '.seats', phone: '.strip' };

const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser, print, args } = proof;
const folder = args.includes('--pictures') ? args[args.indexOf('--pictures') + 1] : null;
if (folder) mkdirSync(folder, { recursive: true });
const chosen = args.filter((each) => ['mouse', 'keys', 'touch'].includes(each));
const isWanted = (hand) => chosen.length === 0 || chosen.includes(hand);
const problems = [];

const card = (page) => page.locator('.lesson-card');
const stepOf = (page) => card(page).getAttribute('data-step');
/** Everything that a wrong press could change: the table and the choices at it. */
const stateOf = (page) =>
    page.evaluate(() =>
        [
            document.querySelector('.desk')?.dataset.played,
            document.querySelector('.act')?.innerText,
            document.querySelectorAll('.board .planned').length,
        ].join('|'),
    );

/** The spotlight once it stands still; null at the question. */
async function spotOn(page) {
    let before = '';
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
        const now = await page.evaluate(() => {
            if (document.querySelector('[data-answer]')) return { asked: true };
            const spot = document.querySelector('[data-spot]');
            const { left, top, width, height } = spot?.getBoundingClientRect() ?? {};
            return { kind: spot?.dataset.spot, left, top, width, height };
        });
        if (now.asked) return null;
        const sign = JSON.stringify(now);
        if (now.kind && sign === before) return now;
        before = sign;
        await page.waitForTimeout(LOOK_MS);
    }
    throw new Error('no spotlight');
}

async function picture(page, name) {
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

const isOnScreen = ({ left, top, width, height }, { width: w, height: h }) =>
    left + width / 2 > 0 && top + height / 2 > 0 && left + width / 2 < w && top + height / 2 < h;

/** Play one lesson; `touch` presses the thing in the spotlight. */
async function playLesson(page, name, { touch, press, elsewhere }) {
    await card(page).waitFor({ timeout: TIMEOUT_MS });
    const seen = new Set();
    for (let touches = 0; ; touches += 1) {
        const spot = await spotOn(page);
        if (!spot) break;
        assert.ok(touches < MAX_TOUCHES, `${name}: the step does not end`);
        assert.ok(isOnScreen(spot, page.viewportSize()), `${name}: ${spot.kind} is outside the screen`);
        const step = await stepOf(page);
        if (!seen.has(step)) {
            seen.add(step);
            await picture(page, `${name}-${step}`);
            const state = await stateOf(page);
            const before = await card(page).innerText();
            const place = await page.locator(elsewhere).boundingBox();
            await press(place.x + 12, place.y + 12);
            await page.waitForFunction((old) => document.querySelector('.lesson-card').innerText !== old, before);
            assert.equal(await stateOf(page), state, `${name}: a press elsewhere changed the table`);
        }
        const old = JSON.stringify([step, spot]);
        await touch(spot);
        for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
            const now = await spotOn(page);
            if (!now || JSON.stringify([await stepOf(page), now]) !== old) break;
        }
    }
    await picture(page, `${name}-question`);
    return seen.size;
}

async function openCourse(options, path = '/learn') {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.address + path);
    await page
        .locator('[data-lesson]')
        .nth(COUNT - 1)
        .waitFor({ timeout: TIMEOUT_MS });
    return { page, context };
}

const noOverflow = (page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Play the whole course; `answer` answers a question. */
async function playCourse(page, name, hands) {
    let steps = 0;
    await hands.begin();
    for (let lesson = 1; lesson <= COUNT; lesson += 1) {
        steps += await playLesson(page, `${name}-${lesson}`, hands);
        assert.ok(await noOverflow(page), `lesson ${lesson} is wider than the screen`);
        const path = new URL(page.url()).pathname;
        await hands.answer(lesson);
        await page.locator('.answers .right').waitFor({ timeout: TIMEOUT_MS });
        await picture(page, `${name}-${lesson}-answered`);
        await hands.next();
        await page.waitForFunction((old) => location.pathname !== old, path);
    }
    await page.goto(`${server.address}/learn`);
    await page.waitForFunction((n) => document.querySelectorAll('li.done').length === n, COUNT);
    return steps;
}

await proof.run(async () => {
    if (isWanted('mouse')) {
        const { page, context } = await openCourse(LAPTOP);
        await picture(page, 'course');
        const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
        const steps = await playCourse(page, 'mouse', {
            elsewhere: ELSEWHERE.laptop,
            begin: () => page.click('[data-do="lesson-begin"]'),
            touch: (spot) => page.mouse.click(...middle(spot)),
            press: (x, y) => page.mouse.click(x, y),
            answer: (lesson) => page.click(`[data-answer="${lesson % 3}"]`),
            next: () => page.click('[data-do="lesson-next"]'),
        });
        await picture(page, 'course-done');
        print(`${COUNT} lessons, ${steps} steps by mouse`);
        await context.close();
    }
    if (isWanted('keys')) {
        const { page, context } = await openCourse(LAPTOP);
        const wrong = async () => page.mouse.click(30, 120);
        const steps = await playCourse(page, 'keys', {
            elsewhere: ELSEWHERE.laptop,
            begin: async () => {
                await page.locator('[data-do="lesson-begin"]').focus();
                await page.keyboard.press('Enter');
            },
            touch: () => page.keyboard.press('Enter'),
            press: wrong,
            answer: () => page.keyboard.press('2'),
            next: () => page.keyboard.press('Enter'),
        });
        print(`${COUNT} lessons, ${steps} steps by keyboard`);
        // Keys of the table that would do something else: it is undone, and the sentence says why.
        await page.goto(`${server.address}/learn/auction`);
        await spotOn(page);
        await page.keyboard.type('6');
        await page.waitForFunction(() => document.querySelector('.nudged'));
        assert.equal(await page.locator('.plants [aria-pressed="true"]').count(), 0, 'a wrong plant stays chosen');
        // "Show me" plays the step.
        for (const step of ['1', '2', '3']) {
            await page.waitForFunction((n) => document.querySelector('.lesson-card').dataset.step === n, step);
            await page.click('[data-do="lesson-show"]:enabled');
        }
        await page.locator('[data-answer]').first().waitFor({ timeout: TIMEOUT_MS });
        await page.click('[data-do="lesson-leave"]');
        await page.locator('[data-lesson]').first().waitFor({ timeout: TIMEOUT_MS });
        await context.close();
    }
    if (isWanted('touch')) {
        const { page, context } = await openCourse(PHONE);
        await picture(page, 'phone-course');
        const steps = await playCourse(page, 'phone', {
            elsewhere: ELSEWHERE.phone,
            begin: () => page.locator('[data-do="lesson-begin"]').tap(),
            touch: ({ left, top, width, height }) => page.touchscreen.tap(left + width / 2, top + height / 2),
            press: (x, y) => page.touchscreen.tap(x, y),
            answer: () => page.locator('[data-answer="1"]').tap(),
            next: () => page.locator('[data-do="lesson-next"]').tap(),
        });
        print(`${COUNT} lessons, ${steps} steps by touch`);
        await context.close();
    }
    assert.deepEqual(problems, []);
});
