/** Four browsers at one live table, two at each of two nodes: each is a person, and all end with the same table. */
import assert from 'node:assert/strict';

import { LAPTOP } from './browser.mjs';
import { GAMES } from './games.mjs';
import { KeyboardPlayer } from './keyboard.mjs';
import { Player } from './player.mjs';
import { atTable, getReady, makeTable, sitDown } from './seating.mjs';
import { agree, ranked, watch } from './pageChecks.mjs';

const NAMES = ['Ada', 'Grace', 'Edsger', 'Barbara'];

/** Seat `count` players, each in a browser context of their own and at the nodes by turns, at a table that the first one made. */
export async function gather(browser, stage, game, count, problems, options = {}) {
    const people = [];
    for (const [seat, name] of NAMES.slice(0, count).entries()) {
        const context = await browser.newContext(LAPTOP);
        await watch(context, problems, options);
        const PlayerClass = seat === 1 ? KeyboardPlayer : Player;
        const person = new PlayerClass(await context.newPage(), name);
        person.address = stage.addresses[seat % stage.addresses.length];
        people.push(person);
        if (seat === 0) await makeTable(person, person.address, game);
        else await person.page.goto(person.address + new URL(people[0].page.url()).pathname);
        if (seat === 0) continue;
        await person.page.locator('[data-field="name"]').waitFor();
        await sitDown(person, seat);
    }
    return people;
}

/** The part of a view that is the same for all seats. */
const common = ({ viewer, ...rest }) => rest;

export async function fourBrowsers(browser, stage) {
    const problems = [];
    const people = await gather(browser, stage, GAMES.usa, NAMES.length, problems);
    try {
        for (const person of people) await getReady(person);
        for (const { page } of people) await atTable(page);
        await Promise.all(people.map((person) => person.play()));
        const views = [];
        for (const person of people) views.push(await agree(person.page, person.address));
        for (const [seat, view] of views.entries()) {
            assert.equal(view.viewer, seat);
            assert.deepEqual(common(view), common(views[0]));
        }
        for (const [seat, { page }] of people.entries()) await ranked(page, views[seat]);
        assert.deepEqual(problems, []);
        return { rounds: views[0].round, choices: people.map(({ clicks }) => clicks) };
    } finally {
        for (const { page } of people) await page.context().close();
    }
}
