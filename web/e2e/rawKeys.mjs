/**
 * Word keys that a page shows instead of sentences, such as `end.title`: a key that no word file has, or words that were not
 * loaded. Every page of every proof is watched, from its first script on.
 */

/** A word key: small letters and dots, nothing else. */
const KEY = '^[a-z_]+(\\.[a-z0-9_-]+)+$';
/** Attributes that are read or read out. */
const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt'];

/** Add each raw key that a page of the context shows, with its place, to `found`. */
export async function collectRawKeys(context, found) {
    await context.exposeBinding('reportRawKey', (_source, key) => found.add(key));
    await context.addInitScript(observe, [KEY, ATTRIBUTES]);
}

/** Runs in the page. */
function observe([pattern, attributes]) {
    const key = new RegExp(pattern);
    const verify = (text, place) => {
        const shown = text?.trim();
        if (shown && key.test(shown)) globalThis.reportRawKey(`${shown} in ${place} of ${location.pathname}`);
    };
    const verifyText = (node) => {
        const owner = node.parentElement;
        if (owner && !owner.matches('script, style, noscript')) verify(node.data, `<${owner.localName}>`);
    };
    const verifyAttributes = (element) => {
        for (const name of attributes) verify(element.getAttribute(name), `${name} of <${element.localName}>`);
    };
    const verifyTree = (root) => {
        if (root.nodeType === Node.TEXT_NODE) return verifyText(root);
        if (root.nodeType !== Node.ELEMENT_NODE) return;
        verifyAttributes(root);
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (node.nodeType === Node.TEXT_NODE) verifyText(node);
            else verifyAttributes(node);
        }
    };
    const observer = new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
            if (type === 'childList') addedNodes.forEach(verifyTree);
            else if (type === 'characterData') verifyTree(target);
            else verifyAttributes(target);
        }
    });
    const changes = { subtree: true, childList: true, characterData: true };
    observer.observe(document, { ...changes, attributeFilter: attributes });
}

/** Raw keys of every kind, put on a page one after the other; each must be found. */
export async function verifyRawKeysAreFound(browser, address) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('main').first().waitFor();
    await page.evaluate((attributes) => {
        const add = (text) => {
            const element = document.createElement('p');
            element.textContent = text;
            document.body.append(element);
            return element;
        };
        add('injected.text');
        add('A sentence.').firstChild.data = ' injected.changed ';
        for (const name of attributes) add('A sentence.').setAttribute(name, `injected.${name}`);
        const nested = document.createElement('section');
        nested.append(Object.assign(document.createElement('b'), { textContent: 'injected.nested-1' }));
        document.body.append(nested);
        // Sentences, numbers and links are no raw keys.
        for (const text of ['A sentence.', '1.5', 'https://games.example/t', 'Games.example', 'e. g.']) add(text);
    }, ATTRIBUTES);
    const expected = ['text', 'changed', 'nested-1', ...ATTRIBUTES].map((kind) => `injected.${kind}`).sort();
    const injected = () =>
        [...browser.rawKeys].map((each) => each.split(' ')[0]).filter((each) => /^injected/.test(each));
    // The page reports a frame later at most.
    const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    for (let frames = 0; frames < 60 && injected().length < expected.length; frames += 1) await frame();
    const found = injected();
    for (const each of browser.rawKeys) if (each.startsWith('injected.')) browser.rawKeys.delete(each);
    await context.close();
    if (found.sort().join() !== expected.join())
        throw new Error(`expected the raw keys ${expected.join(', ')}, found ${found.join(', ') || 'none'}`);
}
