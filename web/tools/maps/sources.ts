// One digest over everything a drawing depends on, so that a test can tell a stale drawing quickly.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBoards } from './content';
import { readRegionNames } from './regionNames';

const TOOLS = fileURLToPath(new URL('.', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../src/map/', import.meta.url));
const PACKAGES = ['us-atlas', 'world-atlas', 'd3-geo', 'topojson-simplify'] as const;

/** Files that no drawing depends on. */
const ASIDE = new Set(['boxes.ts', 'main.ts', 'sources.ts']);

export function sourceDigest(): string {
    const hash = createHash('sha256');
    const files = [
        ...readBoards().flatMap(({ file }) => [file, join(file, '../atlas.json')]),
        ...readdirSync(TOOLS)
            .filter((name) => name.endsWith('.ts') && !ASIDE.has(name))
            .sort()
            .map((name) => join(TOOLS, name)),
        join(SOURCES, 'metrics.ts'),
    ];
    for (const file of files) hash.update(readFileSync(file));
    for (const names of readRegionNames().values()) hash.update(JSON.stringify(Object.entries(names)));
    const require = createRequire(import.meta.url);
    for (const name of PACKAGES) {
        const folder = require.resolve(name === 'us-atlas' || name === 'world-atlas' ? `${name}/package.json` : name);
        const at = folder.slice(0, folder.lastIndexOf(`node_modules/${name}`));
        const sheet = JSON.parse(readFileSync(join(at, 'node_modules', name, 'package.json'), 'utf8')) as {
            version: string;
        };
        hash.update(`${name} ${sheet.version}`);
    }
    return hash.digest('hex');
}
