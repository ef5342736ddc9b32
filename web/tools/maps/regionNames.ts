// What regions are called in each language that there is: a drawing leaves room for the longest name.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBoard } from './content';

const WORDS = fileURLToPath(new URL('../../src/words/', import.meta.url));
const REGION = 'map.region.';

/** By language: `map.region.<board>.<region>` and its name. */
export type RegionNames = ReadonlyMap<string, Record<string, string>>;

export function readRegionNames(): RegionNames {
    const found = new Map<string, Record<string, string>>();
    for (const language of readdirSync(WORDS).sort()) {
        const file = join(WORDS, language, 'map.json');
        if (!existsSync(file)) continue;
        const words = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
        found.set(language, Object.fromEntries(words.filter(([key]) => key.startsWith(REGION))));
    }
    return found;
}

/** The names of a region in all languages that have one, in the client's words or in the folder of the board. */
export function namesOf(names: RegionNames, board: ContentBoard, region: string): string[] {
    const key = `${REGION}${board.id.replace('-recharged', '')}.${region}`;
    const found = [...names.values(), ...ownWords(board)].flatMap((words) => words[key] ?? []);
    if (found.length === 0) throw new Error(`expected a name for the region "${region}" of "${board.id}"; came none`);
    return found;
}

function ownWords(board: ContentBoard): Record<string, string>[] {
    const folder = dirname(board.file);
    return readdirSync(folder)
        .filter((name) => /^words\..+\.json$/.test(name))
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>);
}
