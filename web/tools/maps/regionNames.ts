// What regions are called in each language that there is: a drawing leaves room for the longest name.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBoard } from './content';

const CONTENT = fileURLToPath(new URL('../../../src/gridwright/content/', import.meta.url));
const FILE = /^words\.(.+)\.json$/;
const REGION = 'map.region.';

/** By language: `map.region.<board>.<region>` and its name. */
export type RegionNames = ReadonlyMap<string, Record<string, string>>;

/** The names in the folders of all shipped boards: a second printing has those of the first. */
export function readRegionNames(): RegionNames {
    const found = new Map<string, Record<string, string>>();
    for (const name of readdirSync(CONTENT, { recursive: true, encoding: 'utf8' }).sort()) {
        const [, language] = FILE.exec(basename(name)) ?? [];
        if (language) found.set(language, { ...found.get(language), ...readWords(join(CONTENT, name)) });
    }
    return found;
}

/** The names of a region in all languages that have one, of all boards or in the folder of this one. */
export function namesOf(names: RegionNames, board: ContentBoard, region: string): string[] {
    const key = `${REGION}${board.id.replace('-recharged', '')}.${region}`;
    const found = [...names.values(), ...ownWords(board)].flatMap((words) => words[key] ?? []);
    if (found.length === 0) throw new Error(`expected a name for the region "${region}" of "${board.id}"; came none`);
    return found;
}

function ownWords(board: ContentBoard): Record<string, string>[] {
    const folder = dirname(board.file);
    return readdirSync(folder)
        .filter((name) => FILE.test(name))
        .map((name) => readWords(join(folder, name)));
}

const readWords = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
