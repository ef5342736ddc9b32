/**
 * Long labels: no text is drawn over another and no name is cut, with names of 32 wide letters and bids that leave
 * nothing, on every screen and state of `states.mjs`, in every language, at three widths. The threshold is 0.
 *
 *     npm run e2e:overlap
 *     npm run e2e:overlap -- --json --only home,room
 */
import { settled } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { Player } from './player.mjs';
import { onlyOf, openProof } from './proof.mjs';
import { report } from './report.mjs';
import { openServer } from './server.mjs';
import { MAY_BE_CUT } from './states.mjs';
import { overlappingTexts } from './textOverlap.mjs';
import { LANGUAGES, Walk } from './walk.mjs';

const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 360, height: 740 },
];
/** Names as long as the server accepts, in order of the seats. */
const NAMES = [
    'W'.repeat(32),
    'Donaudampfschifffahrtskapitaenin',
    'Maria Magdalena von und zu Waldw',
    'M'.repeat(32),
    'WM'.repeat(16),
    'Öffentlichkeitsverantwortliche W',
];
const proof = await openProof(import.meta, { server: () => openServer() });
const { server, browser } = proof;
const faults = new Set();
let checked = 0;

/** Add the warning of a bid that leaves too little to every view with a bid. */
function warn(value) {
    if (typeof value !== 'object' || value === null) return value;
    const bid = Array.isArray(value.offers) ? value.offers.find(({ offer }) => offer === 'bid') : undefined;
    if (bid && Array.isArray(value.warnings))
        value.warnings = [{ warning: 'bid-leaves-little', plant: 0, bid: bid.low, leaves: 10, run_costs: 24 }];
    for (const each of Object.values(value)) warn(each);
    return value;
}

class Found extends Error {}

/** Seats every player under a long name. */
class LongNames extends Walk {
    async open() {
        const page = await super.open();
        await page.route('**/api/tables/*/seats/*', (route) => {
            const seat = Number(route.request().url().split('/').at(-1));
            const sitting = route.request().postDataJSON() ?? {};
            return route.continue({ postData: JSON.stringify({ ...sitting, name: NAMES[seat] }) });
        });
        return page;
    }

    /** A bid that leaves too little for a run: play to a bid, then open the page again with the warning. */
    async riskyBid(edition) {
        const name = `risky bid ${edition}`;
        if (!this.wants(name)) return;
        const page = await this.open();
        await page.goto(this.server.address);
        await page.click(`[data-edition="${edition}"]`);
        await page.click('[data-do="start"]');
        const before = async (asked) => {
            if (asked === 'bid') throw new Found();
        };
        await new Player(page).play({ before }).catch((error) => {
            if (!(error instanceof Found)) throw error;
        });
        const answer = (text) => JSON.stringify(warn(JSON.parse(text)));
        await page.routeWebSocket(/\/socket/, (socket) => {
            socket.connectToServer().onMessage((message) => socket.send(answer(message)));
        });
        await page.route(/\/api\/tables\/[^/]+$/, async (route) => {
            const response = await route.fetch();
            await route.fulfill({ response, body: answer(await response.text()) });
        });
        await page.reload();
        if (await this.arrive(page, { name, ready: '.bar .last.risky' })) await this.look(page, { name });
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.context().close();
    }
}

const lookIn =
    (language) =>
    async (page, { name, phone = false }) => {
        for (const size of phone ? SIZES.slice(1) : SIZES) {
            await page.setViewportSize(size);
            await settled(page);
            const at = `${name} ${language} ${size.width}`;
            for (const fault of await page.evaluate(overlappingTexts)) faults.add(`${at}: ${fault}`);
            for (const fault of await page.evaluate(faultsOfLayout, MAY_BE_CUT))
                if (/^(cut|page) /.test(fault)) faults.add(`${at}: ${fault}`);
            checked += 1;
        }
        await page.setViewportSize(SIZES[0]);
    };

/** Self-test: an injected overlap and a name that is cut must be found. */
async function verifySelf() {
    const page = await (await browser.newContext({ viewport: SIZES[2] })).newPage();
    await page.goto(server.address);
    await page.locator('main .btn').first().waitFor();
    await page.evaluate((name) => {
        const row = document.createElement('div');
        row.style.display = 'flex';
        for (const [text, style] of [
            ['Bid 2, leaves 0; one run costs 4', {}],
            ['Drop out', {}],
            [name, { overflow: 'hidden' }],
        ]) {
            const each = document.createElement('p');
            each.textContent = text;
            Object.assign(each.style, { flex: '0 0 90px', minWidth: 0, whiteSpace: 'nowrap', ...style });
            row.append(each);
        }
        document.querySelector('main').append(row);
    }, NAMES[0]);
    const found = await page.evaluate(overlappingTexts);
    if (!found.some((each) => each.includes('Drop out')))
        throw new Error(`an injected overlap was not found: ${found.join('; ')}`);
    const layout = await page.evaluate(faultsOfLayout, MAY_BE_CUT);
    if (!layout.some((each) => each.startsWith('cut') && each.includes('WWWW')))
        throw new Error(`an injected cut name was not found: ${layout.join('; ')}`);
    await page.context().close();
}

const missing = [];
await proof.run(async () => {
    await verifySelf();
    const only = onlyOf(proof.args);
    for (const language of LANGUAGES) {
        const walk = new LongNames(server, browser, language, lookIn(language), only);
        await walk.screens();
        await walk.games();
        for (const edition of ['classic', 'card']) await walk.riskyBid(edition);
        missing.push(...walk.missing);
    }
    report({ title: 'overlap', checked, faults: [...faults], missing }, proof);
});
