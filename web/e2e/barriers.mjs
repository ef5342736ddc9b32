/** Barriers of a page by axe-core; contrast that axe cannot decide is computed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { leastContrasts } from './contrast.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf-8');

/** The faults of a page, each in words, and the number of contrasts that were computed. */
export async function barriersOf(page) {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
    const { violations, incomplete } = await page.evaluate(() =>
        window.axe.run(document, { resultTypes: ['violations', 'incomplete'] }),
    );
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
    const unsure = incomplete
        .filter(({ id }) => id === 'color-contrast')
        .flatMap(({ nodes }) => nodes.map(({ target }) => target.at(-1)));
    const computed = await page.evaluate(leastContrasts, unsure);
    for (const { selector, least, need } of computed)
        if (least < need) found.push(`contrast ${least} below ${need} at ${selector}`);
    return { found, computed: computed.length };
}
