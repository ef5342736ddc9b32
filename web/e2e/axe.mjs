/**
 * axe-core on every screen and state of `states.mjs`, light and dark, at both sizes; what it cannot decide about
 * contrast is computed. The threshold is 0.
 *
 *     npm run e2e:axe
 *     npm run e2e:axe -- --json
 *     npm run e2e:axe -- --only home,lobby,'table card'
 *     npm run e2e:axe -- --diagonal    # the laptop light and the phone dark alone
 */
import { barriersOf } from './barriers.mjs';
import { SCREEN, settled } from './browser.mjs';
import { leastContrasts } from './contrast.mjs';
import { onlyOf, openProof } from './proof.mjs';
import { report } from './report.mjs';
import { openServer } from './server.mjs';
import { Walk } from './walk.mjs';

const SIZES = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'];
const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
const { server, browser } = proof;
const isDiagonal = proof.args.includes('--diagonal');
const faults = new Set();
let checked = 0;
let computed = 0;

async function check(page, { name, phone = false }) {
    for (const size of phone ? SIZES.slice(1) : SIZES) {
        await page.setViewportSize(size);
        for (const colorScheme of isDiagonal ? [THEMES[SIZES.indexOf(size)]] : THEMES) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await settled(page);
            await verify(page, `${name} ${colorScheme} ${size.width}`);
            checked += 1;
        }
    }
    await page.setViewportSize(SIZES[0]);
}

async function verify(page, place) {
    const { found, computed: count } = await barriersOf(page);
    computed += count;
    for (const fault of found) faults.add(`${place}: ${fault}`);
}

/**
 * Self-test: a picture without a text alternative and pale text over a gradient must be reported. Text clipped by the
 * window is checked against its own background, not the page's.
 */
async function verifySelf(browser, address) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    await page.locator(SCREEN).waitFor();
    await page.evaluate(() => {
        const pale = document.createElement('p');
        pale.id = 'pale';
        pale.textContent = 'pale';
        Object.assign(pale.style, { color: '#999', background: 'linear-gradient(#fff, #eee)' });
        const cut = document.createElement('p');
        cut.id = 'cut';
        cut.textContent = 'cut off';
        const place = { position: 'fixed', top: '0', width: '80px', left: 'calc(100vw - 30px)' };
        Object.assign(cut.style, { ...place, color: '#fff', background: '#000' });
        document.querySelector('main').prepend(document.createElement('img'), pale, cut);
    });
    const [cut] = await page.evaluate(leastContrasts, ['#cut']);
    if (cut.least !== 21) throw new Error(`a text at the edge was held against ${cut.least}`);
    const before = faults.size;
    await verify(page, 'self-test');
    const found = [...faults].slice(before);
    for (const each of found) faults.delete(each);
    computed = 0;
    for (const sign of ['image-alt', 'contrast']) {
        if (!found.some((each) => each.includes(sign))) throw new Error(`an injected fault was not found: ${sign}`);
    }
    await page.context().close();
}

const walk = new Walk(server, browser, 'en', check, onlyOf(proof.args));
await proof.run(async () => {
    await verifySelf(browser, server.address);
    await walk.screens();
    await walk.games();
    report({ title: 'axe', checked, faults: [...faults], missing: walk.missing, values: { computed } }, proof);
});
