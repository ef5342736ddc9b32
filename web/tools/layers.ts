// Allowed imports between the folders of src: only from rows above. Folders of one row do not import each other.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** From the bottom up. */
export const LAYERS: readonly (readonly string[])[] = [
    ['transport.ts'],
    ['bots', 'protocol', 'words', 'settings', 'router.svelte.ts'],
    ['design', 'game', 'offline'],
    ['fair', 'map', 'wire'],
    ['lobby', 'people', 'table', 'talk'],
    ['board', 'card', 'end', 'guide', 'hotseat', 'leaving', 'playback', 'rules', 'sound'],
    ['desk', 'motion'],
    ['lessons', 'puzzles', 'watch'],
    ['screens'],
    ['App.svelte'],
    ['main.ts', 'play'],
];

export interface Import {
    readonly from: string;
    readonly to: string;
}

const NAMED = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Every relative import of the sources, as paths in the folder; also type and dynamic imports. Files outside the folder
 * (words of boards) have no layer and are left out.
 */
export function readImports(folder: string): Import[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|svelte)$/.test(name))
        .flatMap((from) => {
            const text = readFileSync(join(folder, from), 'utf8');
            return [...text.matchAll(NAMED)]
                .map(([, path = '']) => relative(folder, join(folder, dirname(from), path.replace(/\.js$/, '.ts'))))
                .filter((to) => !to.startsWith('..'))
                .map((to) => ({ from, to }));
        });
}

/** The place of a path among the layers: its row, and its name there. */
function placeOf(path: string): { row: number; name: string } {
    const [first = ''] = path.split('/');
    const name = LAYERS.flat().find((each) => each === first || each.replace(/\.ts$/, '') === first) ?? first;
    return { row: LAYERS.findIndex((layer) => layer.includes(name)), name };
}

/** Imports that point up or sideways, or come from a folder that has no place. */
export function wrongImports(imports: readonly Import[]): string[] {
    return imports.flatMap(({ from, to }) => {
        const own = placeOf(from);
        const other = placeOf(to);
        if (own.row < 0) return [`${from} has no layer`];
        const isRight = own.name === other.name || (other.row >= 0 && other.row < own.row);
        return isRight ? [] : [`${from} imports ${to}`];
    });
}

/** Files that import each other in a circle, each circle once; dynamic imports may close one. */
export function circles(imports: readonly Import[]): string[] {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
    const files = [...targets.keys()];
    const endings = ['', '.ts', '/index.ts'];
    const resolve = (path: string): string | undefined =>
        endings.map((ending) => path + ending).find((each) => files.includes(each));
    const found = new Set<string>();
    const done = new Set<string>();
    const visit = (file: string, way: readonly string[]): void => {
        const at = way.indexOf(file);
        if (at >= 0) found.add([...way.slice(at)].sort().join(' '));
        if (at >= 0 || done.has(file)) return;
        for (const to of targets.get(file) ?? []) {
            const next = resolve(to);
            if (next) visit(next, [...way, file]);
        }
        done.add(file);
    };
    for (const file of files) visit(file, []);
    return [...found];
}
