// @vitest-environment node
// All third-party parts of the built page are listed with their licence.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DRAWN_FROM, LICENCES, licenceOf, packageOf, packagesIn, verifyComplete } from '../tools/licences';
import { readBoards } from '../tools/maps/content';

const WEB = join(import.meta.dirname, '..');
const BUILT = join(WEB, '../src/gridwright/server/page/built', LICENCES);

describe('the licences', () => {
    it('of the built page, which the build has compared with its files, are in the notice', () => {
        const named = packagesIn(readFileSync(BUILT, 'utf8'));
        expect(named).toEqual(expect.arrayContaining(['svelte', 'd3-zoom', '@fontsource-variable/archivo']));
        const notice = new Set(readFileSync(join(WEB, '../NOTICE'), 'utf8').split(/[\s,:]+/));
        expect(named.filter((name) => !notice.has(name))).toEqual([]);
    });

    it('name every package of which the page holds a script, a style or a font', () => {
        const list = ['svelte', ...DRAWN_FROM].map((name) => `## ${name} - 1.2.3 (MIT)\n\nText\n`).join('');
        const inside = ['src/main.ts', 'node_modules/svelte/a.js', 'node_modules/svelte/b.js'];
        expect(() => verifyComplete(list, inside)).not.toThrow();
        expect(() => verifyComplete(list, [...inside, 'node_modules/@x/y/z.woff2'])).toThrow(
            'expected the licences of @x/y',
        );
        expect(() => verifyComplete(list, ['src/main.ts'])).toThrow('got those of svelte');
        expect(() => verifyComplete(list + list, inside)).toThrow('expected');
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
