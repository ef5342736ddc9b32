// Bundles the words of a language into one file, because a file each would cost more than the content of most of them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Words = Record<string, unknown>;

const PAGE = 'gridwright:words';
const BOARDS = 'gridwright:boards';
const WRITTEN = join(import.meta.dirname, '../src/words');
const CONTENT = join(import.meta.dirname, '../../src/gridwright/content');
/** Part of the page, so that every language can fall back to it. */
const ENGLISH = 'en';
/** Name of a language; part of the page, for the choice of languages. */
const ABOUT = 'language.json';

const foldersIn = (folder: string): string[] =>
    existsSync(folder)
        ? readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []))
        : [];

/** The files of the page in the folder of a language, without those of parts that are opened later. */
const pageFiles = (folder: string): string[] =>
    readdirSync(folder)
        .filter((name) => name.endsWith('.json') && name !== ABOUT)
        .sort()
        .map((name) => join(folder, name));

/** The files of boards in a language, by board. */
export const boardFiles = (language: string): [board: string, file: string][] =>
    foldersIn(CONTENT).flatMap((edition) => {
        const boards = join(CONTENT, edition, 'boards');
        return foldersIn(boards)
            .sort()
            .map((board): [string, string] => [board, join(boards, board, `words.${language}.json`)])
            .filter(([, file]) => existsSync(file));
    });

/** Serves `gridwright:words` and `gridwright:boards`: for each language a loader of its words. */
export function words(written = WRITTEN): Plugin {
    const languages = foldersIn(written).sort();
    return {
        name: 'gridwright-words',
        resolveId: (id) => (id.startsWith(PAGE) || id.startsWith(BOARDS) ? `\0${id}` : null),
        load(id) {
            const [kind = '', language] = id.slice(1).split('/');
            if (!id.startsWith('\0') || (kind !== PAGE && kind !== BOARDS)) return null;
            if (language === undefined) {
                const fetched = languages.filter((each) => kind === BOARDS || each !== ENGLISH);
                const rows = fetched.map((each) => `${each}: () => import('${kind}/${each}').then((m) => m.default)`);
                return `export default { ${rows.join(', ')} };`;
            }
            const read = (file: string): Words => {
                this.addWatchFile(file);
                return JSON.parse(readFileSync(file, 'utf8')) as Words;
            };
            const found: Words =
                kind === PAGE
                    ? (Object.assign({}, ...pageFiles(join(written, language)).map(read)) as Words)
                    : Object.fromEntries(boardFiles(language).map(([board, file]) => [board, read(file)]));
            return `export default ${JSON.stringify(found)};`;
        },
    };
}
