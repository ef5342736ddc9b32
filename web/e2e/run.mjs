/**
 * Whole games in Chromium on a real server with PostgreSQL and Redis, to the end screen.
 *
 *     npm run e2e                          # everything: each game by clicks and by keyboard, four browsers, interruptions
 *     npm run e2e -- usa card-trust        # some of it
 *     npm run e2e -- --keyboard card-four  # without a mouse
 *     npm run e2e -- --boards              # a game by clicks on each further board; or name one: korea
 *     npm run e2e -- --short               # what CI plays
 *     npm run e2e -- --json                # rows as JSON
 */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { BOARD_GAMES, GAMES } from './games.mjs';
import { KeyboardPlayer } from './keyboard.mjs';
import { INTERRUPTIONS } from './interruptions.mjs';
import { fourBrowsers } from './many.mjs';
import { Player } from './player.mjs';
import { openProof } from './proof.mjs';
import { Rows } from './report.mjs';
import { startAgainstBots } from './seating.mjs';
import { openStage } from './stage.mjs';
import { agree, ranked, watch } from './pageChecks.mjs';

const BOARDS = Object.keys(GAMES);
const known = [...BOARDS, 'four-browsers', ...Object.keys(INTERRUPTIONS), ...Object.keys(BOARD_GAMES)];
const games = { ...GAMES, ...BOARD_GAMES };
const FLAGS = ['--boards', '--clicks', '--keyboard', '--short', '--json'];
/** Rows with people at two nodes. */
const TWO_NODES = ['four-browsers', 'redis'];

let flags;
let named;
const proof = await openProof(import.meta, {
    server: (args) => {
        flags = new Set(args.filter((each) => each.startsWith('--')));
        named = args.filter((each) => !each.startsWith('--'));
        const unknown = [
            ...named.filter((each) => !known.includes(each)),
            ...[...flags].filter((each) => !FLAGS.includes(each)),
        ];
        if (unknown.length > 0)
            throw new Error(`expected some of ${[...known, ...FLAGS].join(', ')}; got ${unknown.join(', ')}`);
        const isOne =
            flags.has('--short') ||
            flags.has('--boards') ||
            (named.length > 0 && !named.some((each) => TWO_NODES.includes(each)));
        return openStage(isOne ? 1 : 2);
    },
});
const { server: stage, browser, print } = proof;

/** A person's whole game against bots. */
async function wholeGame(browser, stage, PlayerClass, name) {
    const problems = [];
    const context = await browser.newContext(LAPTOP);
    await watch(context, problems);
    const page = await context.newPage();
    const player = new PlayerClass(page);
    try {
        await startAgainstBots(player, stage.address, games[name]);
        await player.play();
        const observation = await agree(page, stage.address);
        await ranked(page, observation);
        assert.deepEqual(problems, []);
        const kinds = [...player.seen].filter((each) => !each.startsWith('look:')).sort();
        return {
            [player.means]: player.clicks,
            rounds: observation.round,
            refused: player.refusals.length,
            did: kinds,
        };
    } catch (error) {
        await page.screenshot({ path: `/tmp/gridwright-e2e-${name}.png` }).catch(() => {});
        if (problems.length > 0) error.message += `\nThe page said: ${problems.join('; ')}`;
        throw error;
    } finally {
        await context.close();
    }
}

function* plan() {
    if (flags.has('--short')) {
        yield ['usa by clicks', (browser, stage) => wholeGame(browser, stage, Player, 'usa')];
        yield ['card-trust by keyboard', (browser, stage) => wholeGame(browser, stage, KeyboardPlayer, 'card-trust')];
        return;
    }
    const further = flags.has('--boards') ? Object.keys(BOARD_GAMES) : named.filter((each) => each in BOARD_GAMES);
    for (const name of further)
        yield [`${name} by clicks`, (browser, stage) => wholeGame(browser, stage, Player, name)];
    if (flags.has('--boards')) return;
    const wanted = named.length > 0 ? named : known;
    for (const name of wanted.filter((each) => BOARDS.includes(each))) {
        if (!flags.has('--keyboard'))
            yield [`${name} by clicks`, (browser, stage) => wholeGame(browser, stage, Player, name)];
        if (!flags.has('--clicks'))
            yield [`${name} by keyboard`, (browser, stage) => wholeGame(browser, stage, KeyboardPlayer, name)];
    }
    if (wanted.includes('four-browsers')) yield ['four browsers at one table', fourBrowsers];
    for (const [name, interruption] of Object.entries(INTERRUPTIONS))
        if (wanted.includes(name)) yield [interruption.title, interruption.prove];
}

await proof.run(async () => {
    const report = new Rows(flags.has('--json'), print);
    const rows = [...plan()].map(
        ([name, prove]) =>
            () =>
                report.row(name, () => prove(browser, stage)),
    );
    // Most of a game is waiting for animations: CI plays its two in parallel.
    if (flags.has('--short')) await Promise.all(rows.map((row) => row()));
    else for (const row of rows) await row();
    report.close();
});
