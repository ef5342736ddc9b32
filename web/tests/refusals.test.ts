/// <reference types="node" />
/** Every number of a refusal of the engine has a name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import tableWords from '../src/words/en/table.json';

const ENGINE = join(import.meta.dirname, '../../src/gridwright/engine');

function sources(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return sources(path);
        return entry.name.endsWith('.py') ? [readFileSync(path, 'utf-8')] : [];
    });
}

/** The names of the numbers next to a refusal in the engine. */
function figures(): Set<string> {
    const found = new Set<string>();
    for (const text of sources(ENGINE)) {
        for (const [, near = ''] of text.matchAll(/((?:numbers = \{[^}]*\}[\s\S]{0,80}?)?refuse\([^)]*\))/g)) {
            for (const [, name = ''] of near.matchAll(/"([a-z_]+)": /g)) found.add(name);
        }
    }
    return found;
}

test('every figure of a refusal has a name', () => {
    const names = [...figures()];
    expect(names).toEqual(expect.arrayContaining(['bid', 'minimum', 'city', 'connection', 'least']));
    expect(names.filter((name) => !(`number.${name}` in tableWords))).toEqual([]);
});
