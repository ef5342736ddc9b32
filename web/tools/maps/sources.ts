// Digests of all inputs of a drawing: a test detects stale drawings quickly, and only those are drawn again.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atlasFile } from './atlas';
import type { ContentBoard } from './content';
import { namesOf, readRegionNames } from './regionNames';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));
const MAP = fileURLToPath(new URL('../../src/map/', import.meta.url));
const PACKAGES = ['us-atlas', 'world-atlas', 'd3-geo', 'topojson-simplify', '@fontsource-variable/archivo'] as const;

/** Files that no drawing depends on. */
const ASIDE = new Set(['boxes.ts', 'main.ts', 'sources.ts', 'thumbnails.ts']);

/** Content of `sources.json`: a digest of the tools, and one of each board. */
export interface Sources {
    readonly tools: string;
    readonly boards: Readonly<Record<string, string>>;
}

const digestOf = (...parts: readonly (string | Buffer)[]): string => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex').slice(0, 16);
};

/** The programs, the figures they share with the client, and the packages they draw from. */
export function toolsDigest(): string {
    const files = [
        ...readdirSync(TOOLS)
            .filter((name) => name.endsWith('.ts') && !ASIDE.has(name))
            .sort()
            .map((name) => join(TOOLS, name)),
        join(MAP, 'metrics.ts'),
        join(MAP, 'data/packed.ts'),
    ];
    return digestOf(...files.map((file) => readFileSync(file)), ...PACKAGES.map(versionOf));
}

function versionOf(name: string): string {
    const require = createRequire(import.meta.url);
    const sheets = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name, 'package.json'));
    for (const sheet of sheets) {
        try {
            return `${name} ${(JSON.parse(readFileSync(sheet, 'utf8')) as { version: string }).version}`;
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        }
    }
    throw new Error(`expected the package ${name}; came none`);
}

/** Digest of a board's geography, its atlas and the names of its regions; its rules and numbers draw nothing. */
export function boardDigest(board: ContentBoard): string {
    const names = readRegionNames();
    const { id, regions, cities, links } = board;
    const named = regions.map((region) => namesOf(names, board, region));
    return digestOf(JSON.stringify([id, regions, cities, links, named]), readFileSync(atlasFile(board)));
}

export function sourcesOf(boards: readonly ContentBoard[]): Sources {
    return { tools: toolsDigest(), boards: Object.fromEntries(boards.map((board) => [board.id, boardDigest(board)])) };
}
