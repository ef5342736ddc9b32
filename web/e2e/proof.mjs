/**
 * Server, browser and arguments of a proof. Run alone, a proof has a server and a browser of its own and prints as it goes; the runner
 * of the short set (`short.mjs`) lends it a browser and, if the proof can share it, a server.
 *
 *     const proof = await openProof(import.meta, { server: () => openServer(), isShared: true });
 *     const { server, browser, print } = proof;
 *     await proof.run(async () => {
 *         const context = await browser.newContext();
 *     });
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { launchChromium, ProofBrowser } from './browser.mjs';

/** Pictures of the last pages of a proof that failed. */
export const RESULTS = join(import.meta.dirname, '../test-results');

/** Resources that the runner lends, by the URL of a proof. */
const lent = new Map();

/** Let the module at `url` use these resources once it is imported: `chromium`, `sharedServer`, `args` and `print`. */
export function lend(url, resources) {
    lent.set(url, resources);
}

class Proof {
    #close;

    constructor(resources, close) {
        Object.assign(this, resources);
        this.#close = close;
    }

    /**
     * Run the proof, then close its resources. Throws if `prove` throws, which leaves pictures, or if a page showed a
     * raw word key.
     */
    async run(prove) {
        try {
            await prove();
        } catch (error) {
            await keepPages(this.browser, this.name);
            throw error;
        } finally {
            await this.#close();
        }
        if (this.browser.rawKeys.size > 0) throw new Error(`raw word keys: ${[...this.browser.rawKeys].join('; ')}`);
    }
}

/**
 * Open the resources of a proof: `server`, `browser`, `args` and `print`.
 *
 * @param {ImportMeta} meta of the proof's module
 * @param {object} wanted
 * @param {(args: string[]) => Promise<any>} wanted.server opens the server
 * @param {boolean} [wanted.isShared] other proofs may use the server at the same time
 */
export async function openProof(meta, { server: openOwn, isShared = false }) {
    const { chromium, sharedServer, args = process.argv.slice(2), print = console.log } = lent.get(meta.url) ?? {};
    const isOwn = !isShared || !sharedServer;
    const server = isOwn ? await openOwn(args) : sharedServer;
    const launched = chromium ?? (await launchChromium());
    const browser = new ProofBrowser(launched);
    const name = meta.filename.split(/[/\\]/).at(-1).replace('.mjs', '');
    return new Proof({ name, args, print, server, browser }, async () => {
        await browser.closeContexts();
        if (!chromium) await launched.close();
        if (isOwn) await server.close();
    });
}

/** Save a screenshot of every open page. */
async function keepPages(browser, name) {
    mkdirSync(RESULTS, { recursive: true });
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const [at, page] of pages.entries())
        await page.screenshot({ path: join(RESULTS, `${name}-${at}.png`), timeout: 10_000 }).catch(() => {});
}

/** The value after an option, or the default. */
export function option(args, name, other) {
    const at = args.indexOf(name);
    return at < 0 ? other : args[at + 1];
}

/** Names after `--only`, as prefixes: `--only home,lobby`. */
export const onlyOf = (args) => option(args, '--only', '').split(',').filter(Boolean);

/** Run named tests one after the other, each with its time; throws if one fails. `--only` narrows them. */
export async function runTests(tests, { name: title, browser, args, print }) {
    const only = onlyOf(args);
    const failed = [];
    for (const [name, run] of Object.entries(tests)) {
        if (only.length > 0 && !only.some((each) => name.startsWith(each))) continue;
        const began = performance.now();
        try {
            await run();
            print(`ok      ${name} (${secondsSince(began)} s)`);
        } catch (error) {
            failed.push(name);
            print(`FAILED  ${name}: ${String(error.message).split('\n').slice(0, 6).join(' ')}`);
            await keepPages(browser, `${title}-${failed.length}`);
            await browser.closeContexts();
        }
    }
    print(`${title}: ${failed.length} failed`);
    if (failed.length > 0) throw new Error(`${title}: ${failed.join('; ')}`);
}

export const secondsSince = (began) => ((performance.now() - began) / 1000).toFixed(1);
