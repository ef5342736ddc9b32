// Vite lists the licences of the scripts in a build. This adds those of fonts and map outlines.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Path of the list in the built page. */
export const LICENCES = 'licences.md';

const MODULES = join(import.meta.dirname, '../node_modules');

/** The packages from which `npm run maps` draws; the drawings in `src/map/data` no longer name them. */
export const DRAWN_FROM = ['us-atlas', 'world-atlas'] as const;

/** The package that a file belongs to, as `@scope/name` or `name`; none if it is our own. */
export function packageOf(file: string): string | null {
    const at = file.lastIndexOf('node_modules/');
    if (at < 0) return null;
    const [first = '', second = ''] = file.slice(at + 'node_modules/'.length).split('/');
    return first.startsWith('@') ? `${first}/${second}` : first;
}

/** A package's name, version, kind of licence and the licence itself, in the form of Vite's list. */
export function licenceOf(name: string): string {
    const folder = join(MODULES, name);
    const sheet = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        version: string;
        license?: string;
    };
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
    if (!file || !sheet.license) throw new Error(`expected a licence in ${folder}, found none`);
    const text = readFileSync(join(folder, file), 'utf8').trim();
    return `\n## ${name} - ${sheet.version} (${sheet.license})\n\n${text}\n`;
}

/** The packages that a list of licences names. */
export function packagesIn(list: string): string[] {
    return [...list.matchAll(/^## (\S+) - \S+ \(\S+\)$/gm)].map(([, name = '']) => name);
}

/** Throws unless a list names the packages of the files in a page, and those of the outlines, each once. */
export function verifyComplete(list: string, files: string[]): void {
    const inside = files.map(packageOf).filter((name) => name !== null);
    const expected = [...new Set([...inside, ...DRAWN_FROM])].sort().join(', ');
    const named = packagesIn(list).sort().join(', ');
    if (named !== expected) throw new Error(`expected the licences of ${expected}, got those of ${named}`);
}

/** Completes Vite's list; `build.license` must name the same file. */
export function licences(): Plugin {
    return {
        name: 'gridwright-licences',
        apply: 'build',
        generateBundle: {
            order: 'post',
            handler(_options, bundle) {
                const list = bundle[LICENCES];
                if (list?.type !== 'asset') throw new Error(`expected ${LICENCES} in the build`);
                const files = Object.values(bundle).flatMap((each) =>
                    each.type === 'asset' ? each.originalFileNames : [],
                );
                const owners = files.map(packageOf).filter((name) => name !== null);
                const more = [...new Set([...owners, ...DRAWN_FROM])].sort();
                list.source = String(list.source) + more.map(licenceOf).join('');
                const scripts = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
                verifyComplete(list.source, [...scripts, ...files]);
            },
        },
    };
}
