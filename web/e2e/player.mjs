/**
 * A player with a mouse. It reads the page's offers, decides by them (`strategy.mjs`) and clicks the controls of the decision.
 */
import { cityToBuild, fuelsToBuy, plantToOffer, situation, wantsBid, withoutCity } from './strategy.mjs';

const TIMEOUT_MS = 180_000;
const MAX_STEPS = 2_000;
const MAX_REFUSALS = 20;
/** The action bar after its guard time: for a moment after a change it ignores clicks. */
export const FREE = '.act:not([data-guarded])';
/** The action bar asks for confirmation of a clearly bad order. */
const ASKING = '.act.marked:not(.refused)';

export class Player {
    means = 'clicks';

    /** @param {import('playwright-core').Page} page */
    constructor(page, name = 'Ada') {
        this.page = page;
        this.name = name;
        this.clicks = 0;
        this.seen = new Set();
        this.refusals = [];
        this.built = 0;
    }

    // Input, which other kinds of players override.

    async click(target) {
        await target.click({ timeout: TIMEOUT_MS });
        this.clicks += 1;
    }

    /** Raise an amount `times` times or to its maximum: fuel of one kind takes the place of another. */
    async raise(stepper, times) {
        const more = stepper.locator('button').last();
        for (let each = 0; each < times && (await more.isEnabled()); each += 1) await this.click(more);
    }

    async lower(stepper, times) {
        for (let each = 0; each < times; each += 1) await this.click(stepper.locator('button').first());
    }

    async write(field, text) {
        await this.click(field);
        await field.fill(text);
    }

    async pick(list, value) {
        await this.click(list);
        await list.selectOption(value);
    }

    // The page's state.

    button(name) {
        return this.page.locator(`.bar [data-do="${name}"]:not(:disabled)`);
    }

    async has(locator) {
        return (await locator.count()) > 0;
    }

    stamp() {
        return this.page.locator('.desk').getAttribute('data-stamp');
    }

    asked() {
        return this.page.locator('.desk').getAttribute('data-asked');
    }

    /** The situation of the page's seat. */
    async look() {
        const { view, sheet } = await this.page.evaluate(() => ({
            view: globalThis.gridwright.view,
            sheet: globalThis.gridwright.sheet,
        }));
        return situation(view, sheet);
    }

    // Playing.

    /** Press a button of the action bar, and wait until the table has answered. A question is confirmed. */
    async press(name) {
        this.seen.add(name);
        const before = await this.stamp();
        await this.pressOnce(name);
        await this.settle(before);
        if (!(await this.has(this.page.locator(ASKING)))) return;
        this.seen.add(`asked:${name}`);
        await this.pressOnce(name);
        await this.settle(before, false);
    }

    async pressOnce(name) {
        const button = this.button(name).first();
        await this.approach(button);
        await this.page.locator(FREE).waitFor({ timeout: TIMEOUT_MS });
        await this.click(button);
    }

    /** Reach a button before it is pressed; a mouse needs no steps. */
    async approach() {}

    async settle(before, mayAsk = true) {
        await this.page.waitForFunction(
            ([old, asking]) => {
                if (document.querySelector('[data-screen="end"]')) return true;
                const desk = document.querySelector('.desk');
                const now = desk?.getAttribute('data-stamp') ?? '';
                const refused = document.querySelector('.act.refused, [data-screen="hand-over"]') !== null;
                if (refused || (asking && document.querySelector(asking))) return true;
                // Several actions of one press come one after the other.
                return now !== old && now.endsWith('.false') && !desk?.hasAttribute('data-sent');
            },
            [before, mayAsk ? ASKING : ''],
            { timeout: TIMEOUT_MS },
        );
        const refused = this.page.locator('.act.refused .say');
        if (await this.has(refused)) this.refusals.push((await refused.innerText()).replaceAll(/\s+/g, ' '));
        if (this.refusals.length > MAX_REFUSALS) throw new Error(`refused again and again: ${this.refusals.at(-1)}`);
    }

    /** Play until the end screen. `look` is called with the name of each new kind of turn, `before` ahead of every step. */
    async play(watching = {}) {
        const { look = async () => {}, before = async () => {} } =
            typeof watching === 'function' ? { look: watching } : watching;
        const over = () => this.page.locator('[data-screen="end"]');
        // The table may show its last move with a button for the result.
        const result = this.button('result');
        for (let step = 0; step < MAX_STEPS; step += 1) {
            const next = this.page.locator('.act.turn, .act.refused');
            await over().or(next).or(result).first().waitFor({ timeout: TIMEOUT_MS });
            if (await this.has(over())) return;
            if (await this.has(result)) {
                this.seen.add('result');
                await this.click(result.first());
                continue;
            }
            const asked = await this.asked();
            if (!this.seen.has(`look:${asked}`)) {
                this.seen.add(`look:${asked}`);
                await look(asked);
            }
            await before(asked);
            await this.turn(await this.asked());
        }
        throw new Error(`no end after ${MAX_STEPS} steps`);
    }

    /** One step of the current decision. */
    async turn(named) {
        const asked = typeof named === 'string' ? named : await this.asked();
        if (asked !== 'connect' && asked !== 'finish-building') this.built = 0;
        if (asked === 'bid') return this.bid();
        if (asked === 'offer') return this.offer();
        if (asked === 'scrap') return this.scrap();
        if (asked === 'buy') return this.buy();
        if (asked === 'buy-card') return this.buyCard();
        if (asked === 'connect') return this.build();
        if (asked === 'draft' || asked === 'place-trust')
            return this.choose(this.page.locator('[data-choice]').first(), asked);
        return this.press(asked);
    }

    async choose(target, name) {
        await this.click(target);
        await this.press(name);
    }

    async bid() {
        await this.press(wantsBid(await this.look()) ? 'bid' : 'drop');
    }

    async offer() {
        const now = await this.look();
        const card = plantToOffer(now);
        if (card === null) return this.press('pass');
        return this.choose(this.page.locator(`.plants button[data-plant="${now.plantNames[card]}"]`).first(), 'offer');
    }

    /** Confirm the preselected plant to give up. */
    async scrap() {
        await this.press('scrap');
    }

    /** All fuel in one purchase. */
    async buy() {
        const fuels = fuelsToBuy(await this.look());
        if (fuels.length === 0) return this.press('finish-buying');
        for (const { place, amount } of fuels) await this.raise(this.page.locator('.now .stepper').nth(place), amount);
        return this.press('buy');
    }

    /** One card in each round. */
    async buyCard() {
        const card = this.page.locator('[data-choice^="card-"], button[data-card][aria-disabled="false"]').first();
        const { round } = await this.look();
        if (this.bought === round || !(await this.has(card))) return this.press('finish-buying');
        this.bought = round;
        return this.choose(card, 'buy-card');
    }

    /** City by city; the last one ends the turn. */
    async build() {
        const now = await this.look();
        const city = cityToBuild(now, this.built);
        if (city === null) return this.press('finish-building');
        this.built += 1;
        const continues = cityToBuild(withoutCity(now, city), this.built) !== null;
        const site = this.page.locator(`.now button[data-city="${now.cityNames[city]}"]`).first();
        return this.choose(site, continues ? 'connect-on' : 'connect');
    }
}
