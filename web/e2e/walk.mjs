/** Visits every state of `states.mjs` on a real server, and calls `look` at each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { FREE, Player } from './player.mjs';
import { AT_END, AT_TABLE, GAMES, SCREENS } from './states.mjs';

const TIMEOUT_MS = 30_000;
const PASSWORD = 'correct horse battery';
const LAPTOP = { width: 1280, height: 800 };

/** Every language that has a folder of words, or the one that `LANGUAGE_OF_SCREENS` names. */
export const LANGUAGES = process.env.LANGUAGE_OF_SCREENS
    ? [process.env.LANGUAGE_OF_SCREENS]
    : readdirSync(join(import.meta.dirname, '../src/words'), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => entry.name);

class Enough extends Error {}

/** The yellow button. */
const MAIN = '.bar .btn.primary';

export class Walk {
    /** @param {(page: import('playwright-core').Page, state: { name: string, phone?: boolean }) => Promise<void>} look */
    constructor(server, browser, language, look, only = []) {
        Object.assign(this, { server, browser, language, look, only });
        this.missing = [];
    }

    /** True if the names in `only` select a state; without names all are. */
    wants(name) {
        return this.only.length === 0 || this.only.some((each) => name.startsWith(each));
    }

    async open() {
        const context = await this.browser.newContext({
            viewport: LAPTOP,
            locale: this.language,
            reducedMotion: 'reduce',
        });
        return context.newPage();
    }

    async post(path, body) {
        const response = await fetch(this.server.address + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
        });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return response.json();
    }

    /** The id of a table that gathers. */
    async gathering() {
        const spec = { edition: 'classic', preset: 'recharged', board: 'germany-recharged', seats: 4 };
        const { game_id: gameId } = await this.post('/api/tables', {
            spec,
            listed: true,
            terms: { clock: { type: 'turns', turn: 172_800_000 } },
        });
        await this.post(`/api/tables/${gameId}/seats/3`, { name: 'Berta', bot: 'l1' });
        return gameId;
    }

    async screens() {
        const states = SCREENS.filter(({ name }) => this.wants(name));
        const signedIn = {};
        for (const state of states) {
            if (state.as) signedIn[state.as] ??= await this.person({ isHost: state.as === 'host' });
            const page = state.as ? await signedIn[state.as].newPage() : await this.open();
            // A new table: players of an earlier state still sit at theirs.
            const gameId = await this.gathering();
            await page.goto(this.server.address + state.path.replace('{table}', `/t/${gameId}`));
            if (await this.arrive(page, state)) await this.look(page, state);
            await (state.as ? page.close() : page.context().close());
        }
        for (const context of Object.values(signedIn)) await context.close();
    }

    /** A browser in which a person with a table is signed in. */
    async person({ isHost }) {
        const page = await this.open();
        const name = `Maximiliane ${this.language} ${Date.now() % 100_000}`;
        await page.goto(`${this.server.address}/signup`);
        await page.fill('[data-field="name"]', name);
        await page.fill('[data-field="password"]', PASSWORD);
        await page.click('[data-do="sign-up"]');
        await page.locator('header .who').waitFor({ timeout: TIMEOUT_MS });
        if (isHost) await this.server.administer('host', name);
        const spec = { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 2 };
        await page.evaluate(
            async (made) => {
                const ask = (path, body) =>
                    fetch(path, {
                        method: 'POST',
                        headers: { 'content-type': 'application/json' },
                        body: JSON.stringify(body),
                    });
                const { game_id: gameId } = await (await ask('/api/tables', made)).json();
                await ask(`/api/tables/${gameId}/seats/0`, {});
            },
            { spec },
        );
        const context = page.context();
        await page.close();
        return context;
    }

    /** Do the steps of a state; false if they do not lead there. */
    async arrive(page, { name, steps = [], ready }) {
        try {
            for (const step of steps) {
                if (step.click) await page.locator(step.click).first().click({ timeout: TIMEOUT_MS });
                else if (step.fill) await page.locator(step.fill).first().fill(step.text, { timeout: TIMEOUT_MS });
                else if (step.press) await page.keyboard.press(step.press);
                else await page.locator(step.wait).first().waitFor({ timeout: TIMEOUT_MS });
            }
            await page.locator(ready).first().waitFor({ timeout: TIMEOUT_MS });
            return true;
        } catch (error) {
            this.missing.push(`${name}: ${String(error).split('\n')[0]}`);
            return false;
        }
    }

    async games() {
        for (const game of GAMES.filter(({ edition }) => this.wants(`table ${edition}`))) await this.game(game);
    }

    /** Visit each kind of turn once, its panels, a refusal, a lost server, and the end. */
    async game({ edition, rounds, hasEnd = false }) {
        const page = await this.open();
        await page.goto(this.server.address);
        await page.click(`[data-edition="${edition}"]`);
        await page.click('[data-do="start"]');
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
        await this.table(page, edition);
        await this.turns(page, edition, rounds);
        if (hasEnd) await this.end(page, edition);
        await page.context().close();
    }

    async table(page, edition) {
        for (const state of AT_TABLE.filter(({ board = false }) => edition !== 'card' || !board)) {
            const name = `table ${edition}, ${state.name}`;
            if (state.phone) await page.setViewportSize({ width: 390, height: 844 });
            const isThere = await this.arrive(page, { ...state, name });
            if (isThere) await this.look(page, { ...state, name });
            await page.keyboard.press('Escape');
            if (state.phone) await page.setViewportSize({ width: 390, height: 844 });
            if (isThere && state.leave) await page.click(state.leave);
            await page.setViewportSize(LAPTOP);
        }
        await this.refusal(page, `table ${edition}, refused`);
        if (edition === 'classic') await this.lost(page, edition);
    }

    /** The server's answer to an order that a page would not offer. */
    async refusal(page, name) {
        const answer = {
            type: 'refused',
            code: 'raise_too_low',
            clause: 'c4.5',
            problem: '- **c4.5** A bid is at least the number of the plant.',
            numbers: { bid: 1, minimum: 4 },
            version: 1,
        };
        await page.route(
            '**/orders',
            (route) => route.fulfill({ status: 422, contentType: 'application/json', body: JSON.stringify(answer) }),
            { times: 1 },
        );
        const plant = page.locator('.plants button.plant').first();
        if (await plant.count()) await plant.click();
        await page.locator(FREE).waitFor();
        await page.locator(MAIN).first().click();
        if (!(await this.arrive(page, { name, ready: '.act.refused' }))) return;
        await this.look(page, { name });
        await page.keyboard.press('Escape');
        await page.unroute('**/orders');
    }

    async lost(page, edition) {
        await this.server.stop('SIGKILL');
        const name = `table ${edition}, connection lost`;
        if (await this.arrive(page, { name, ready: '.act.off' })) await this.look(page, { name });
        await this.server.start();
        await page.locator('.act.turn').waitFor({ timeout: TIMEOUT_MS });
    }

    async turns(page, edition, rounds) {
        const player = new Player(page);
        // The action bar is fullest here: an amount, a secondary button, the primary one and the rule. A risky bid has
        // no primary button.
        let hasRefused = false;
        const turn = player.turn.bind(player);
        player.turn = async (look) => {
            if (Number(await page.locator('.desk').getAttribute('data-round')) > rounds) throw new Enough();
            return turn(look);
        };
        try {
            await player.play({
                look: (asked) => this.look(page, { name: `table ${edition}, ${asked}` }),
                before: async (asked) => {
                    if (asked !== 'bid' || hasRefused || !(await player.has(page.locator(MAIN)))) return;
                    hasRefused = true;
                    await this.refusal(page, `table ${edition}, bid, refused`);
                },
            });
        } catch (error) {
            if (!(error instanceof Enough)) throw error;
        }
    }

    /** Let a bot replace the person, to reach the end soon. */
    async end(page, edition) {
        const gameId = page.url().split('/').at(-1);
        await page.evaluate(async (id) => {
            const { ticket } = JSON.parse(localStorage.getItem(`gridwright.ticket.${id}`));
            const headers = { 'content-type': 'application/json', authorization: `Bearer ${ticket}` };
            for (let tried = 0; tried < 20; tried += 1) {
                const { version } = await (await fetch(`/api/tables/${id}`, { headers })).json();
                const order = {
                    type: 'hand_over',
                    bot: 'l1',
                    command_id: `walk-${tried}-${Date.now()}`,
                    expected: version,
                };
                const answer = await fetch(`/api/tables/${id}/orders`, {
                    method: 'POST',
                    headers,
                    body: JSON.stringify(order),
                });
                if (answer.ok) return;
            }
        }, gameId);
        const name = `table ${edition}, end`;
        await page.locator('[data-screen="end"]').waitFor({ timeout: 10 * TIMEOUT_MS });
        if (!(await this.arrive(page, { name, ready: '[data-screen="end"]' }))) return;
        await this.look(page, { name });
        for (const state of AT_END) {
            const at = `${name}, ${state.name}`;
            if (await this.arrive(page, { ...state, name: at })) await this.look(page, { ...state, name: at });
            await page.goto(`${this.server.address}/t/${gameId}`);
            await page.locator('[data-screen="end"]').waitFor({ timeout: TIMEOUT_MS });
        }
    }
}
