// Recorded games as `gridwright-lab folds` writes them.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { RulesSheet } from '../src/game/sheet.js';
import type { Event, Observation } from '../src/protocol/api.js';

type Told = [string, ...unknown[]];

export interface RecordedGame {
    name: string;
    /** The rules identity, by which its sheet is found. */
    rules: string;
    viewers: number[];
    /** Line, events, and a digest of what each viewer sees after it. */
    steps: [string, Told[], string[]][];
    /** For each line short digests of what a spectator knows after each of its events. */
    between?: string[];
    last: Observation;
    transcript: string;
}

export interface Export {
    fields: Record<string, string[]>;
    sheets: Record<string, RulesSheet>;
    games: RecordedGame[];
}

const SAMPLE = join(import.meta.dirname, './fold/sample.json.gz');
const BOARDS = join(import.meta.dirname, '../../tests/boards');

export function readExport(file: string): Export {
    const bytes = readFileSync(file);
    return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('ascii')) as Export;
}

export function sample(): Export {
    return readExport(SAMPLE);
}

/** The sample with games of the boards that only the tests have. */
export function wholeSample(): Export {
    const all = sample();
    for (const board of readdirSync(BOARDS)) {
        const file = join(BOARDS, board, 'folds.json.gz');
        if (!existsSync(file)) continue;
        const more = readExport(file);
        all.games.push(...more.games);
        Object.assign(all.sheets, more.sheets);
    }
    return all;
}

/** The large export, if `npm run test:folds` made one. */
export function largeExport(): Export | null {
    const file = process.env['GRIDWRIGHT_FOLDS'];
    return file && existsSync(file) ? readExport(file) : null;
}

export function eventsOf(from: Export, told: Told[]): Event[] {
    return told.map(([word, ...values]) => {
        const fields = from.fields[word];
        if (!fields) throw new Error(`expected the fields of ${word}`);
        const pairs = fields.map((field, place) => [field, values[place]]);
        return { event: word, ...(Object.fromEntries(pairs) as object) } as Event;
    });
}

export function digestOf(seen: Observation): string {
    return createHash('sha256').update(canonical(seen)).digest('hex').slice(0, 8);
}

/** JSON with sorted keys, as the export writes it before it is hashed. */
function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const record = value as Record<string, unknown>;
    const pairs = Object.keys(record)
        .sort()
        .map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`);
    return `{${pairs.join(',')}}`;
}
