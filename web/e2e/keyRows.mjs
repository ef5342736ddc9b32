/** The rows of the key table, one after the other, at one table. A person without a browser plays in between. */
import assert from 'node:assert/strict';

import { numbers } from './randomKeys.mjs';

const TIMEOUT_MS = 30_000;
const ROOM = 3;
/** Minimum height of a button in px, for touch. */
const TARGET = 44;

/** Kinds of turns with a board. */
const ON_BOARD = { fuel: 'buy', run: 'run', opens: true, scraps: true, builds: true };
/** With cards a plant is opened at one price, and nothing is built. */
const WITH_CARDS = { fuel: 'buy-card', run: 'produce', opens: false, scraps: false, builds: false };

/** True if there are several bids to choose from. */
const hasRoom = ({ offers }) => {
    const {
        low,
        high,
        lows = [low],
        highs = [high],
    } = offers.find(({ offer }) => offer === 'offer' || offer === 'bid');
    return lows.some((least, place) => highs[place] - least >= ROOM);
};

export class KeyRows {
    proved = [];

    constructor({ page, person }, means) {
        Object.assign(this, { page, person, means });
    }

    // State of the page.

    get bar() {
        return this.page.locator('.act');
    }

    get yellow() {
        return this.page.locator('.bar .btn.primary');
    }

    button(name) {
        return this.page.locator(`.bar [data-do="${name}"]`);
    }

    version() {
        return this.page.evaluate(() => globalThis.gridwright.version);
    }

    /** Wait for the end of the guard time. */
    free() {
        return this.page.locator('.act:not([data-guarded])').waitFor({ timeout: TIMEOUT_MS });
    }

    async yellowIs(name) {
        await this.page.locator(`.bar .btn.primary[data-do="${name}"]`).waitFor({ timeout: TIMEOUT_MS });
        assert.equal(await this.page.locator('.kbd', { hasText: 'Enter' }).count(), 1, 'one badge of Enter');
        const { height } = await this.yellow.boundingBox();
        assert.ok(height >= TARGET, `the yellow button is ${height} px high`);
        const { x, width } = await this.yellow.boundingBox();
        assert.ok(x >= 0 && x + width <= this.page.viewportSize().width, 'the yellow button is on the screen');
    }

    async noYellow() {
        assert.equal(await this.yellow.count(), 0, 'no yellow button without a choice');
        assert.equal(await this.page.locator('.bar .kbd', { hasText: 'Enter' }).count(), 0);
    }

    // Input by keyboard, mouse or touch.

    key(name) {
        return this.page.keyboard.press(name);
    }

    async keys(...names) {
        for (const name of names) await this.key(name);
    }

    hit(target) {
        return this.means === 'touch' ? target.tap({ timeout: TIMEOUT_MS }) : target.click({ timeout: TIMEOUT_MS });
    }

    /** Keys and clicks, a frame apart, also on a slow machine: the last one falls into the guard time. */
    withinGuard(...steps) {
        return this.page.evaluate(async (all) => {
            const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            for (const { key, click } of all) {
                const on = document.activeElement ?? document.body;
                if (key) on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                else document.querySelector(click).click();
                await frame();
            }
        }, steps);
    }

    /** Do something and verify that the table does not change. */
    async nothing(what, act) {
        const before = await this.version();
        await act();
        await this.page.waitForTimeout(120);
        assert.equal(await this.version(), before, `${what} changes nothing`);
        assert.equal(await this.page.locator('.desk[data-sent]').count(), 0, `${what} sends nothing`);
    }

    /** Do something and verify that the table carries it out. */
    async done(act) {
        const before = await this.version();
        await act();
        await this.page.waitForFunction((old) => globalThis.gridwright.version > old, before, { timeout: TIMEOUT_MS });
        await this.page
            .locator('.desk:not([data-sent])')
            .or(this.page.locator('[data-screen="end"]'))
            .first()
            .waitFor();
    }

    /** The secondary button, by key or click; only it answers a question. */
    async skip(name, act) {
        await this.free();
        const before = await this.version();
        await act();
        const asks = this.page.locator('.act.marked:not(.refused)');
        const moved = this.page.waitForFunction((old) => globalThis.gridwright.version > old, before, {
            timeout: TIMEOUT_MS,
        });
        await Promise.race([asks.waitFor({ timeout: TIMEOUT_MS }), moved]).catch(() => {});
        if ((await asks.count()) > 0) {
            assert.match(await this.bar.locator('.say').innerText(), /\d/, 'a question has its numbers');
            await this.nothing('Enter to a question', () => this.key('Enter'));
            await this.free();
            await this.nothing('Enter to a question', () => this.key('Enter'));
            await this.nothing('Back', () => this.key('Escape'));
            assert.equal(await asks.count(), 0);
            await this.free();
            await act();
            await asks.waitFor({ timeout: TIMEOUT_MS });
            await this.free();
            await act();
            this.note(`asked before ${name}`);
        }
        await moved;
    }

    note(row) {
        this.proved.push(row);
    }

    /** Bring the table to a decision of this kind; false if the game ended before. */
    async to(kind, also = () => true) {
        const { view, isOver } = await this.person.play((seen, offers) => offers.includes(kind) && also(seen));
        if (isOver) return false;
        await this.page.waitForFunction((version) => globalThis.gridwright.version >= version, view.version, {
            timeout: TIMEOUT_MS,
        });
        await this.page.locator(`.desk[data-asked="${kind}"]`).waitFor({ timeout: TIMEOUT_MS });
        await this.free();
        return true;
    }

    tab(place) {
        return this.means === 'touch' ? this.hit(this.page.locator(`.tabs button`).nth(place)) : Promise.resolve();
    }

    async play(isShort) {
        const edition = await this.page.evaluate(() => globalThis.gridwright.sheet.spec.edition);
        const { fuel, run, opens, scraps, builds } = edition === 'card' ? WITH_CARDS : ON_BOARD;
        const isByKeys = this.means === 'keys';
        if (await this.to('offer', opens ? hasRoom : undefined))
            await (isByKeys ? this.offerByKeys() : this.offerByHand());
        if (await this.to('bid', hasRoom)) await (isByKeys ? this.bidByKeys() : this.bidByHand());
        if (isByKeys && !isShort && scraps && (await this.to('scrap'))) await this.scrapByKeys();
        if (await this.to(fuel)) await (isByKeys ? this.fuelByKeys(fuel) : this.fuelByHand());
        if (builds && (await this.to('connect'))) await (isByKeys ? this.buildByKeys() : this.buildByHand());
        if (await this.to(run)) await (isByKeys ? this.runByKeys(run) : this.runByHand(run));
        if (isByKeys) await this.waitByKeys();
        return this.proved;
    }

    /** The numbers of the plants that may be put up. */
    offered() {
        return this.page.evaluate(() => {
            const { view, sheet } = globalThis.gridwright;
            const offer = view.offers.find((each) => each.offer === 'offer');
            return offer.plants.map((card, place) => ({
                ...sheet.plants[card],
                low: offer.lows[place],
                high: offer.highs[place],
            }));
        });
    }

    async bid() {
        return Number(await this.page.locator('.bar [role=spinbutton]').getAttribute('aria-valuenow'));
    }

    // The auction.

    async offerByKeys() {
        await this.noYellow();
        await this.nothing('Enter', () => this.key('Enter'));
        const hasPass = (await this.button('pass').count()) > 0;
        if (hasPass) assert.match(await this.bar.innerText(), /Press N/);
        const plants = await this.offered();
        const { number } = plants.at(-1);
        const [plant, other] = plants.filter((each) => each.number === number);
        const digits = [...String(number)];
        const type = () => this.keys(...digits);
        // The verb is new: Enter waits, Escape does not.
        await this.nothing('Enter in the guard', () =>
            this.withinGuard(...digits.map((key) => ({ key })), { key: 'Enter' }),
        );
        await this.page.locator(`.plants [data-plant="${plant.name}"][aria-pressed=true]`).waitFor();
        this.note('a plant by its number');
        await this.yellowIs('offer');
        await this.key('Escape');
        await this.noYellow();
        this.note('guard, Escape');
        await this.page.waitForTimeout(950);
        await type();
        await this.key('Backspace');
        await this.noYellow();
        this.note('Backspace');
        if (other) {
            await this.page.waitForTimeout(950);
            await type();
            await this.page.waitForTimeout(950);
            await type();
            await this.page.locator(`.plants [data-plant="${other.name}"][aria-pressed=true]`).waitFor();
            await this.key('Backspace');
            this.note('the other plant of a number');
        }
        await this.key('ArrowRight');
        assert.equal(await this.page.evaluate(() => document.activeElement.closest('.plants') !== null), true);
        await this.key('Enter');
        await this.yellowIs('offer');
        this.note('along the market');
        const low = await this.bid();
        const high = Number(await this.page.locator('.bar [role=spinbutton]').getAttribute('aria-valuemax'));
        const within = (bid) => Math.min(Math.max(bid, low), high);
        await this.keys('ArrowUp', 'PageUp', 'ArrowDown');
        assert.equal(await this.bid(), within(within(within(low + 1) + 5) - 1));
        await this.key('Home');
        assert.equal(await this.bid(), low);
        this.note('arrows, Page, Home');
        await this.page.waitForTimeout(950);
        await this.keys(...String(high));
        assert.equal(await this.bid(), high);
        await this.key('Home');
        this.note('a bid by digits');
        await this.nothing('N beside a chosen plant', () => this.key('n'));
        await this.free();
        const before = await this.version();
        await this.page.keyboard.down('Enter');
        for (let each = 0; each < 8; each += 1) await this.page.keyboard.down('Enter');
        await this.page.waitForTimeout(900);
        for (let each = 0; each < 8; each += 1) await this.page.keyboard.down('Enter');
        await this.page.keyboard.up('Enter');
        assert.ok((await this.version()) > before);
        this.note('Enter puts it up; a held Enter has no further effect');
    }

    async offerByHand() {
        await this.noYellow();
        const plants = await this.offered();
        const widest = plants.toSorted((one, other) => other.high - other.low - (one.high - one.low))[0];
        const plant = `.plants button[data-plant="${widest.name}"]`;
        await this.nothing('a click in the guard', () =>
            this.withinGuard({ click: plant }, { click: '.bar .btn.primary' }),
        );
        this.note('guard');
        await this.hit(this.page.locator(plant));
        await this.noYellow();
        await this.hit(this.page.locator(plant));
        await this.yellowIs('offer');
        await this.free();
        const low = await this.bid();
        await this.hit(this.page.locator('.bar .stepper button').last());
        assert.equal(await this.bid(), low + 1);
        await this.done(() => (this.means === 'mouse' ? this.key('Enter') : this.hit(this.yellow)));
        const put = await this.page.evaluate(() => globalThis.gridwright.view.observation.auction.bid);
        assert.ok(put === 0 || put >= low + 1, `expected ${low + 1}, got ${put}`);
        this.note('plant, then +, then the yellow button');
    }

    async bidByKeys() {
        const low = await this.bid();
        const isYellow = (await this.yellow.count()) > 0;
        if (isYellow) await this.yellowIs('bid');
        await this.keys('ArrowUp', 'ArrowUp');
        await this.yellowIs('bid');
        await this.key('Escape');
        assert.equal(await this.bid(), low);
        this.note('arrows and Escape');
        await this.keys('9', '9', '9');
        await this.nothing('a bid beyond the money', () => this.key('Enter'));
        await this.page.waitForTimeout(950);
        await this.free();
        const back = await this.bid();
        assert.equal(back, low);
        this.note('a bid that cannot be paid');
        await this.nothing('Backspace', () => this.key('Backspace'));
        await this.key('ArrowUp');
        await this.free();
        await this.done(() => this.key('Enter'));
        this.note('Enter bids');
        if ((await this.to('bid')) && (await this.button('drop').count()) > 0) {
            await this.skip('drop', () => this.key('n'));
            this.note('N drops out');
        }
    }

    async bidByHand() {
        await this.hit(this.page.locator('.bar .stepper button').last());
        await this.free();
        await this.yellowIs('bid');
        if (this.means === 'mouse') {
            const low = await this.bid();
            await this.done(() => this.key('Enter'));
            const bids = await this.page.evaluate(() => globalThis.gridwright.view.observation.auction);
            assert.ok(bids.lot < 0 || bids.bid >= low, 'what the badge said was bid');
        } else await this.done(() => this.hit(this.yellow));
        this.note('+, then the yellow button');
        if ((await this.to('bid')) && (await this.button('drop').count()) > 0) {
            await this.skip('drop', () => this.hit(this.button('drop')));
            this.note('quiet: drop out');
        }
    }

    async scrapByKeys() {
        await this.yellowIs('scrap');
        const chosen = () => this.page.locator('.now [data-plant][aria-pressed=true]').getAttribute('data-plant');
        const first = await chosen();
        const other = await this.page.evaluate((name) => {
            const { view, sheet } = globalThis.gridwright;
            const plants = view.offers[0].plants.map((card) => sheet.plants[card]);
            return plants.find((plant) => plant.name !== name);
        }, first);
        await this.keys(...String(other.number));
        assert.equal(await chosen(), other.name);
        await this.page.waitForTimeout(950);
        await this.keys('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight');
        await this.free();
        await this.done(() => this.key('Enter'));
        this.note('a plant to give up: chosen, digits, arrows, Enter');
    }

    // Fuel.

    async fuelByKeys(name) {
        const open =
            name === 'buy'
                ? 0
                : await this.page.evaluate(() => {
                      const { view } = globalThis.gridwright;
                      const prices = [1, 2, 3, 4];
                      const { prices: offered } = view.offers.find((each) => each.offer === 'buy-card');
                      return prices.findIndex((price) => offered.includes(price));
                  });
        await this.noYellow();
        await this.nothing('Enter', () => this.key('Enter'));
        assert.match(await this.bar.innerText(), /Press N to buy nothing/);
        this.note('nothing chosen: Enter');
        await this.nothing('Enter in the guard', () =>
            this.withinGuard({ key: String(open + 1) }, { key: '1' }, { key: 'Enter' }),
        );
        await this.yellowIs(name);
        await this.key('Backspace');
        await this.noYellow();
        this.note('fuel and amount by digits, Backspace');
        await this.keys('ArrowRight');
        await this.yellowIs(name);
        await this.key('Escape');
        await this.noYellow();
        this.note('arrows, Escape');
        await this.key('ArrowRight');
        await this.yellowIs(name);
        await this.nothing('N beside a choice', () => this.key('n'));
        // Bought, and buying continues; then undone.
        await this.free();
        await this.done(() => this.button(`${name}-on`).click());
        await this.button('finish-buying').waitFor();
        await this.noYellow();
        await this.free();
        assert.match(await this.button('finish-buying').innerText(), /Stop buying/);
        await this.done(() => this.key('Backspace'));
        await this.page.locator(`.desk[data-asked="${name}"]`).waitFor();
        this.note('buy, then keep choosing; Backspace undoes');
        const isAgain = await this.page.evaluate(() => globalThis.gridwright.view.observation.takebacks === 0);
        assert.ok(isAgain);
        await this.skip('finish-buying', () => this.key('n'));
        assert.notEqual(await this.page.locator('.desk').getAttribute('data-asked'), name);
        this.note('N buys nothing');
    }

    async fuelByHand() {
        await this.noYellow();
        assert.match(await this.button('finish-buying').innerText(), /nothing/i);
        if (this.means === 'touch') assert.equal(await this.page.locator('.desk').getAttribute('data-tab'), 'fuel');
        const more = this.page.locator('.now .stepper button:last-child:not(:disabled)').first();
        await this.hit(more);
        await this.yellowIs('buy');
        await this.free();
        await this.hit(this.page.locator('.now .stepper button:first-child:not(:disabled)').first());
        await this.noYellow();
        this.note('stepper up and down');
        await this.hit(more);
        await this.free();
        const round = () =>
            this.page.evaluate(() => globalThis.gridwright.view.offers.map(({ offer }) => offer).join());
        const press = () => (this.means === 'mouse' ? this.key('Enter') : this.hit(this.yellow));
        await press();
        const asks = this.page.locator('.act.marked:not(.refused)');
        await this.page.waitForTimeout(200);
        if ((await asks.count()) > 0) {
            await this.free();
            await this.hit(this.button('buy'));
        }
        await this.page.waitForFunction(() => !document.querySelector('.desk[data-asked="buy"][data-sent]'));
        await this.page
            .locator('.act:not(.turn)')
            .or(this.page.locator('.desk:not([data-asked="buy"])'))
            .first()
            .waitFor();
        assert.ok(!(await round()).includes('finish-buying'), 'bought, and the part is over');
        this.note('buys and ends');
    }

    // Building.

    async buildByKeys() {
        await this.page.locator('.gwmap svg[role=listbox]').waitFor({ timeout: TIMEOUT_MS });
        await this.noYellow();
        await this.nothing('Enter', () => this.key('Enter'));
        assert.match(await this.bar.innerText(), /Press N to build nothing/);
        this.note('empty plan: Enter');
        const add = this.page.locator('.inspector .add');
        const ways = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
        const next = numbers(1);
        for (let each = 0; (await add.count()) === 0; each += 1) {
            assert.ok(each < 200, 'arrows reach a city that can be added');
            await this.key(ways[Math.floor(next() * 4)]);
        }
        assert.equal(await this.page.locator('.kbd', { hasText: 'Enter' }).count(), 1, 'the badge is at the city');
        await this.nothing('Enter at a city, and again in the guard', () =>
            this.withinGuard({ key: 'Enter' }, { key: 'Enter' }),
        );
        await this.yellowIs('connect');
        this.note('a city by arrows and Enter; the badge goes there and back');
        await this.key('Delete');
        await this.noYellow();
        this.note('Delete');
        await this.hit(this.page.locator('.now button[data-city]').first());
        await this.yellowIs('connect');
        await this.key('Backspace');
        await this.noYellow();
        await this.hit(this.page.locator('.now button[data-city]').first());
        await this.keys('Escape', 'Escape');
        await this.noYellow();
        this.note('Backspace, Escape');
        await this.refused();
        await this.hit(this.page.locator('.now button[data-city]').first());
        await this.free();
        await this.done(() => this.button('connect-on').click());
        await this.page.locator('.desk[data-asked="connect"], .desk[data-asked="finish-building"]').first().waitFor();
        await this.free();
        await this.done(() => this.key('u'));
        this.note('build, then keep choosing; U undoes');
        await this.page.locator('.desk[data-asked="connect"]').waitFor();
        await this.skip('finish-building', () => this.key('n'));
        this.note('N builds nothing');
    }

    /** A city out of reach: the reason is one line, without a code, until the next input. */
    async refused() {
        await this.page.locator('.gwmap button[aria-label="Cities as a list"]').click();
        const no = this.page.locator('.city-list button[aria-disabled=true]').first();
        if ((await no.count()) > 0) {
            await no.click({ force: true });
            await this.page.locator('.act.refused').waitFor({ timeout: TIMEOUT_MS });
            const said = await this.bar.locator('.say').innerText();
            assert.doesNotMatch(said, /\b[a-z]\d+\.\d+/, 'no clause in the sentence');
            await this.button('rule').waitFor();
            await this.key('Escape');
            await this.page.locator('.act.refused').waitFor({ state: 'detached' });
            this.note('refused: Escape closes the reason');
        }
        await this.page.locator('.city-list header button').click();
    }

    async buildByHand() {
        await this.noYellow();
        await this.tab(1);
        // With a city in the plan the prices change, and with them the order of the list.
        const cheapest = await this.page.locator('.now button[data-city]').first().getAttribute('data-city');
        const site = `.now button[data-city="${cheapest}"]`;
        await this.nothing('a click in the guard', () =>
            this.withinGuard({ click: site }, { click: '.bar .btn.primary' }),
        );
        await this.hit(this.page.locator(site).first());
        await this.noYellow();
        await this.hit(this.page.locator(site).first());
        await this.yellowIs('connect');
        assert.match(await this.yellow.innerText(), /Build 1 city, \d+/);
        await this.free();
        await this.done(() => (this.means === 'mouse' ? this.key('Enter') : this.hit(this.yellow)));
        await this.page.waitForFunction(() => {
            const kinds = globalThis.gridwright.view.offers.map(({ offer }) => offer);
            return !kinds.includes('finish-building');
        });
        this.note('a city, then the yellow button: built and ended');
    }

    // Powering.

    async runByKeys(name) {
        await this.yellowIs(name);
        const label = await this.yellow.innerText();
        await this.key('1');
        await this.page.waitForTimeout(50);
        const changed = await this.yellow.innerText();
        await this.key('Escape');
        await this.page.waitForTimeout(50);
        assert.equal(await this.yellow.innerText(), label, 'Escape goes back to the suggestion');
        this.note(changed === label ? 'powering: nothing to switch' : 'powering: a plant switched, Escape');
        await this.key('ArrowRight');
        await this.yellowIs(name);
        await this.nothing('N', () => this.key('n'));
        await this.free();
        await this.done(() => this.key('Enter'));
        this.note('Enter powers');
    }

    async runByHand(name) {
        await this.yellowIs(name);
        await this.done(() => this.hit(this.yellow));
        this.note('powers');
    }

    /** While other players act, no key has an effect. */
    async waitByKeys() {
        const waits = this.page.locator('.act.wait');
        if ((await waits.count()) === 0) return;
        for (const key of ['Enter', 'n', 'Backspace', '5', 'ArrowUp']) await this.key(key);
        this.note('not my turn');
    }
}
