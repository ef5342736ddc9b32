/**
 * Nothing is cut off, overlaps or is too small: every screen and state of `states.mjs`, in every language, at three
 * sizes. The threshold is 0.
 *
 *     npm run e2e:overflow
 *     npm run e2e:overflow -- --json --only home,room
 */
import { settled } from './browser.mjs';
import { faultsOfLayout } from './layout.mjs';
import { onlyOf, openProof } from './proof.mjs';
import { report } from './report.mjs';
import { openServer } from './server.mjs';
import { MAY_BE_CUT } from './states.mjs';
import { LANGUAGES, Walk } from './walk.mjs';

const SIZES = [
    { width: 1280, height: 800 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
];
const proof = await openProof(import.meta, { server: () => openServer() });
const { server, browser } = proof;
const faults = new Set();
let checked = 0;

const lookIn =
    (language) =>
    async (page, { name, phone = false }) => {
        for (const size of phone ? SIZES.slice(2) : SIZES) {
            await page.setViewportSize(size);
            await settled(page);
            for (const fault of await page.evaluate(faultsOfLayout, MAY_BE_CUT))
                faults.add(`${name} ${language} ${size.width}: ${fault}`);
            checked += 1;
        }
        await page.setViewportSize(SIZES[0]);
    };

/** Self-test: one injected fault of each kind must be found. */
async function verifySelf(browser, address) {
    const page = await (await browser.newContext({ viewport: SIZES[0] })).newPage();
    await page.goto(address);
    await page.locator('main .btn').first().waitFor();
    await page.evaluate(() => {
        const put = (tag, text, style) => {
            const each = document.createElement(tag);
            each.textContent = text;
            Object.assign(each.style, style);
            document.querySelector('main').append(each);
        };
        put('p', 'much too wide for a page', { width: '3000px' });
        put('p', 'cut off in the middle', { width: '30px', height: '14px', overflow: 'hidden', whiteSpace: 'nowrap' });
        put('p', 'too small to read', { fontSize: '8px' });
        put('p', '11', { width: '8px', overflowWrap: 'anywhere' });
        put('p', 'Centre', { width: '30px', overflowWrap: 'anywhere' });
        put('button', 'one', { position: 'absolute', top: '300px', left: '300px' });
        put('button', 'two', { position: 'absolute', top: '304px', left: '304px' });
    });
    const found = await page.evaluate(faultsOfLayout, MAY_BE_CUT);
    for (const kind of ['page', 'cut', 'small', 'broken number', 'broken word', 'overlap']) {
        if (!found.some((each) => each.startsWith(kind)))
            throw new Error(`an injected fault was not found: ${kind} (${found.join('; ')})`);
    }
    await page.context().close();
}

const missing = [];
await proof.run(async () => {
    await verifySelf(browser, server.address);
    for (const language of LANGUAGES) {
        const walk = new Walk(server, browser, language, lookIn(language), onlyOf(proof.args));
        await walk.screens();
        await walk.games();
        missing.push(...walk.missing);
    }
    report({ title: 'overflow', checked, faults: [...faults], missing }, proof);
});
