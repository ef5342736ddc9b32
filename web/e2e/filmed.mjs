/**
 * Playback of others' moves: a game with five bots, sampled in every animation frame.
 *
 *     npm run e2e:film                       # three games of each edition, with a picture every 200 ms
 *     npm run e2e:film -- --short            # the first rounds of one game, for CI
 *     npm run e2e:film -- card --short --brisk
 *     npm run e2e:film -- classic --game 1   # the second of the three, which is the brisk one
 *     npm run e2e:film -- --pictures /tmp/x  # where the pictures go
 *
 * Every event of another seat is shown for its time (± 20 %), joined and scaled as the budget requires; no two events
 * of different seats begin within 200 ms; from an own order to the next own decision the budget holds; a key skips to
 * now within 100 ms; nothing is shown twice; and in every frame seats, market and map agree with the one event that the
 * table says it shows.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openBrowser } from './browser.mjs';
import { factsAt } from './filmedFacts.mjs';
import { sampleFrames } from './filmedFrames.mjs';
import { lendSeat, sitWithBots } from './person.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const isShort = process.argv.includes('--short');
const named = process.argv.indexOf('--pictures');
const folder = named > 0 ? process.argv[named + 1] : isShort ? null : mkdtempSync(join(tmpdir(), 'gridwright-film-'));
const EVERY = 200;
const SHORT = 38_000;
const GAMES = 3;
const chosenGame = process.argv.indexOf('--game');
const NUMBERS = chosenGame > 0 ? [Number(process.argv[chosenGame + 1])] : [...Array(GAMES).keys()];
const SIX = {
    classic: { edition: 'classic', preset: 'original', board: 'usa', seats: 6 },
    deluxe: { edition: 'deluxe', preset: 'europe', board: 'europe', seats: 6 },
    card: { edition: 'card', seats: 6 },
};
/** Milliseconds: calm, brisk. */
const TIMES = {
    offer: [900, 450],
    bid: [700, 300],
    out: [450, 200],
    pass: [450, 200],
    passes: [450, 200],
    sale: [1100, 550],
    scrap: [450, 200],
    card: [700, 350],
    fuel: [800, 400],
    city: [700, 350],
    cities: [900, 900],
    power: [800, 400],
    refill: [900, 450],
    order: [700, 350],
    step: [1500, 900],
    idle: [250, 0],
    undone: [450, 200],
};
const ROLL = { step: 120, least: 700, most: 1800 };
const BUDGET = { calm: 12_000, brisk: 5_000 };
const APART = 200;
/** Faults of a game that are printed. */
const MAX_PRINTED = 15;
/** Timing tolerance in ms: one frame, more on a busy machine. */
const FRAME = 40 * Number(process.env.SLOW ?? 1);

const expectedTime = (beat, pace, isThird) => {
    if (beat.kind === 'roll') return Math.min(ROLL.most, Math.max(ROLL.least, ROLL.step * beat.moves));
    const time = TIMES[beat.kind][pace === 'calm' ? 0 : 1];
    return beat.kind === 'city' && isThird ? time / 2 : time;
};

/** Beats of a film with start and end, and the gap to the frame before each. */
function beatsOf(frames) {
    const beats = [];
    for (const frame of frames) {
        const last = beats.at(-1);
        if (last && last.until === null && frame.number !== last.number)
            Object.assign(last, { until: frame.at, gapAtEnd: frame.gap });
        if (frame.number !== null && frame.number !== last?.number)
            beats.push({ ...frame.beat, number: frame.number, from: frame.at, gap: frame.gap, until: null });
    }
    return beats;
}

/** Descriptions of faults in the timing of a film, and the number of events compared. */
function verifyTimes(film, pace) {
    const faults = [];
    let looked = 0;
    let stalled = 0;
    const isStalled = (beat) =>
        film.stalls.some(([from, until]) => until > beat.from - FRAME && from < (beat.until ?? Infinity));
    let run = { seat: null, count: 0 };
    const beats = beatsOf(film.frames);
    for (const [place, beat] of beats.entries()) {
        run =
            beat.kind === 'city' && run.seat === beat.seat
                ? { ...run, count: run.count + 1 }
                : { seat: beat.kind === 'city' ? beat.seat : null, count: 1 };
        const next = beats[place + 1];
        const name = `${beat.kind} of seat ${beat.seat} at ${Math.round(beat.from)}`;
        if (next && next.seat !== beat.seat && !isStalled(beat) && next.from - beat.from < APART - FRAME)
            faults.push(`${name}: the next one began after ${Math.round(next.from - beat.from)} ms`);
        const isCut = film.skips.some((at) => at >= beat.from && at <= (beat.until ?? Infinity) + FRAME);
        if (beat.isOwn || isCut || beat.until === null || beat.isHurried) continue;
        if (isStalled(beat)) {
            stalled += 1;
            continue;
        }
        if (beat.factor < 0.4) faults.push(`${name}: scaled by ${beat.factor}`);
        const wanted = Math.max(APART, expectedTime(beat, pace, run.count > 2) * beat.factor);
        const shown = beat.until - beat.from;
        looked += 1;
        // Start and end are known to one frame only: allow that much and not more.
        if (shown - beat.gapAtEnd > wanted * 1.2 || shown + beat.gap < wanted * 0.8)
            faults.push(`${name}: shown for ${Math.round(shown)} ms, expected ${Math.round(wanted)}`);
    }
    return { faults, looked, stalled };
}

/** Milliseconds of a time span in which the page got no frame. */
const stalledIn = (film, begin, end) =>
    film.stalls.reduce((sum, [from, until]) => sum + Math.max(0, Math.min(end, until) - Math.max(begin, from)), 0);

/** Time from an own order to the end of playback, without stalls of the machine. */
function verifyBudget(film, pace) {
    const faults = [];
    let longest = 0;
    for (const [place, order] of film.orders.entries()) {
        const next = film.orders[place + 1] ?? Infinity;
        const playing = film.frames.filter(({ at, number }) => at > order && at < next && number !== null);
        if (playing.length === 0) continue;
        const long = playing.at(-1).at - order - stalledIn(film, order, playing.at(-1).at);
        longest = Math.max(longest, long);
        if (long > BUDGET[pace] * 1.05 + FRAME)
            faults.push(`the order at ${Math.round(order)}: played for ${Math.round(long)} ms`);
    }
    return { faults, longest };
}

/** The table shows one event at a time, never an earlier one, and its parts agree. */
function verifyStates(film, facts) {
    const faults = [];
    let before = [0, 0];
    let looked = 0;
    for (const { at, played, shown, isPast } of film.frames) {
        if (isPast || !shown) continue;
        const [version, place] = played.split('.');
        // A whole entry counts as the number of its events.
        const mark = [Number(version), Number.isNaN(Number(place)) ? facts.nEvents(Number(version)) : Number(place)];
        if (mark[0] < before[0] || (mark[0] === before[0] && mark[1] < before[1]))
            faults.push(`at ${Math.round(at)}: ${played} after ${before.join('.')}`);
        before = mark;
        const wanted = facts.at(mark[0], mark[1]);
        if (!wanted) continue;
        looked += 1;
        for (const part of Object.keys(shown))
            if (shown[part] !== null && JSON.stringify(shown[part]) !== JSON.stringify(wanted[part]))
                faults.push(
                    `at ${Math.round(at)}, event ${played}: ${part} shows ${JSON.stringify(shown[part])}, expected ${JSON.stringify(wanted[part])}`,
                );
    }
    return { faults, looked };
}

/** Press a key during playback; returns the time and the milliseconds until the table shows every event. */
async function skip(page) {
    if (!(await page.locator('.desk[data-beat]').count())) return null;
    return page.evaluate(
        () =>
            new Promise((done) => {
                const desk = document.querySelector('.desk');
                const from = performance.now();
                window.film.skips.push(from);
                document.body.dispatchEvent(
                    new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true }),
                );
                const look = () => {
                    const isNow = desk.dataset.played === `${desk.dataset.head}.all`;
                    const took = performance.now() - from;
                    if (isNow || took > 2000) done({ from, took });
                    else requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
            }),
    );
}

/** A picture whenever the screen has changed, at most every 200 ms: the browser's own screencast, since a screenshot stops the page. */
async function takePictures(page, name) {
    mkdirSync(folder, { recursive: true });
    const camera = await page.context().newCDPSession(page);
    let picture = 0;
    camera.on('Page.screencastFrame', ({ data, sessionId }) => {
        picture += 1;
        writeFileSync(join(folder, `${name}-${String(picture).padStart(5, '0')}.jpg`), Buffer.from(data, 'base64'));
        // The next frame is sent after this acknowledgement.
        setTimeout(() => camera.send('Page.screencastFrameAck', { sessionId }).catch(() => {}), EVERY);
    });
    await camera.send('Page.startScreencast', { format: 'jpeg', quality: 60 });
}

class Enough extends Error {}

async function filmGame(browser, server, edition, pace, number) {
    const person = await sitWithBots(server.address, SIX[edition]);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    await context.addInitScript((chosen) => {
        if (location.origin !== 'null')
            localStorage.setItem('gridwright.settings', JSON.stringify({ pace: chosen, sound: false, powers: false }));
    }, pace);
    await lendSeat(context, person);
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${server.address}/t/${person.gameId}`);
    await page.locator('.desk').waitFor({ timeout: 30_000 });
    await page.evaluate(sampleFrames);
    if (folder) await takePictures(page, `${edition}-${number}`);
    const skips = [];
    const until = Date.now() + (isShort ? SHORT : 20 * 60_000);
    const player = new Player(page);
    let turns = 0;
    let digests = 0;
    try {
        await player.play({
            before: async () => {
                turns += 1;
                if (Date.now() > until) throw new Enough();
                // Events that could not be shown are in the digest.
                const digestEnd = page.locator('[data-do="continue"]');
                if (await digestEnd.count()) {
                    digests += 1;
                    await digestEnd.click();
                    await page.locator('.act.turn').waitFor();
                }
                // Skip in some turns, as a player in a hurry does.
                if (turns % 5 === 0)
                    setTimeout(
                        () =>
                            void skip(page).then(
                                (skipped) => skipped !== null && skips.push(skipped),
                                () => {},
                            ),
                        1500,
                    );
            },
        });
    } catch (error) {
        if (!(error instanceof Enough)) throw error;
    }
    const film = await page.evaluate(() => window.film);
    const log = await (
        await fetch(`${server.address}/api/tables/${person.gameId}/entries?since=0`, {
            headers: { authorization: `Bearer ${person.ticket}` },
        })
    ).json();
    await context.close();
    return { film, problems, skips, digests, facts: factsAt(person.sheet, log.missing) };
}

const browser = await openBrowser({ pace: null });
const server = await openServer();
const faults = [];
try {
    const chosen = Object.keys(SIX).filter((edition) => process.argv.includes(edition));
    const wanted = chosen.length > 0 ? chosen : Object.keys(SIX);
    const plan = isShort
        ? (chosen.length > 0 ? chosen : ['classic']).map((edition) => [
              edition,
              process.argv.includes('--brisk') ? 'brisk' : 'calm',
              0,
          ])
        : wanted.flatMap((edition) => NUMBERS.map((number) => [edition, number === 1 ? 'brisk' : 'calm', number]));
    for (const [edition, pace, number] of plan) {
        const { film, problems, skips, digests, facts } = await filmGame(browser, server, edition, pace, number);
        const times = verifyTimes(film, pace);
        const budget = verifyBudget(film, pace);
        const states = verifyStates(film, facts);
        const took = skips.map((each) => each.took - stalledIn(film, each.from, each.from + each.took));
        const late = took.filter((each) => each > 100 * Number(process.env.SLOW ?? 1));
        const found = [
            ...problems,
            ...times.faults,
            ...budget.faults,
            ...states.faults,
            ...late.map((each) => `a skip took ${Math.round(each)} ms`),
        ].map((fault) => `${edition} ${pace} ${number}: ${fault}`);
        faults.push(...found);
        console.log(
            `${edition}, ${pace}: ${times.looked} events shown for their time (${times.stalled} while the machine stood still), ${states.looked} states agree, at most ${Math.round(budget.longest)} ms to the next decision, ${took.length} skips of at most ${Math.round(Math.max(0, ...took))} ms, ${digests} digests, ${film.frames.length} frames; ${found.length} faults`,
        );
        for (const fault of found.slice(0, MAX_PRINTED)) console.error(fault);
        assert.ok(times.looked >= (isShort ? 12 : 60), `expected events of others, got ${times.looked}`);
        assert.ok(states.looked >= (isShort ? 50 : 200), `expected states, got ${states.looked}`);
    }
} finally {
    await browser.close();
    await server.close();
}
if (folder) console.log(`pictures in ${folder}`);
if (faults.length > 0) process.exitCode = 1;
