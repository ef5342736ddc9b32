// @vitest-environment node
// All third-party parts of the built page are listed with their licence.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { DRAWN_FROM, LICENCES, licenceOf, packageOf } from '../tools/licences';
import { readBoards } from '../tools/maps/content';

const WEB = join(import.meta.dirname, '..');

async function builtPage(): Promise<Rolldown.RolldownOutput['output']> {
    const built = await build({ root: WEB, mode: 'production', logLevel: 'silent', build: { write: false } });
    return (built as Rolldown.RolldownOutput).output;
}

describe('the licences', () => {
    it('name every package of which the page holds a script, a style or a font', { timeout: 120_000 }, async () => {
        const output = await builtPage();
        const list = output.find((each) => each.fileName === LICENCES);
        const named = String((list as Rolldown.OutputAsset).source).matchAll(/^## (\S+) - \S+ \(\S+\)$/gm);
        const files = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : each.originalFileNames));
        const inside = files.map(packageOf).filter((name) => name !== null);
        expect(inside).toEqual(expect.arrayContaining(['svelte', 'd3-zoom', '@fontsource-variable/archivo']));
        const expected = [...new Set([...inside, ...DRAWN_FROM])].sort();
        expect([...named].map(([, name]) => name).sort()).toEqual(expected);
        const notice = new Set(readFileSync(join(WEB, '../NOTICE'), 'utf8').split(/[\s,:]+/));
        expect(expected.filter((name) => !notice.has(name))).toEqual([]);
    });

    it('name every package that a board is drawn from', () => {
        const sheets = readBoards().map(({ file }) => join(file, '../atlas.json'));
        const sources = sheets.map((file) => JSON.parse(readFileSync(file, 'utf8')) as { source?: string });
        // An island around its cities is drawn from nothing.
        const packages = sources.flatMap(({ source }) => (source === undefined ? [] : [source.split('/')[0]]));
        expect([...new Set(packages)].sort()).toEqual([...DRAWN_FROM]);
    });

    it('hold the text of the licence', () => {
        expect(licenceOf('@fontsource-variable/archivo')).toMatch(
            /^\n## @fontsource-variable\/archivo - [\d.]+ \(OFL-1\.1\)\n\n.*SIL OPEN FONT/s,
        );
        expect(() => licenceOf('no-such-package')).toThrow('no-such-package');
    });

    it('know whose a file is', () => {
        expect(packageOf('/a/node_modules/@x/y/z.js')).toBe('@x/y');
        expect(packageOf('node_modules/a/node_modules/b/c.css')).toBe('b');
        expect(packageOf('src/map/glide.ts')).toBeNull();
    });
});
