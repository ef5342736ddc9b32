// Draws the boards and writes them where the client loads them from.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import type { PackedBoard } from '../../src/map/data/packed';
import { CONTENT, type ContentBoard, readBoard, readBoards } from './content';
import { drawBoard } from './draw';
import { type Sources, boardDigest, toolsDigest } from './sources';
import { thumbnailsOf } from './thumbnails';

const DATA = fileURLToPath(new URL('../../src/map/data/', import.meta.url));
const SOURCES = `${DATA}sources.json`;
const THUMBNAILS = `${DATA}thumbnails.json`;

const isShipped = (board: ContentBoard): boolean => board.file.startsWith(CONTENT);
const fileOf = (board: ContentBoard): string =>
    isShipped(board) ? `${DATA}${board.id}.json` : join(board.file, '../drawing.json');
const written = (value: unknown): string => `${JSON.stringify(value)}\n`;

/**
 * Draws what is older than its sources. Arguments are names of boards, or the folder of a board that is not shipped,
 * which gets its drawing. `--all` draws everything again, `--check` too, but compares instead of writing.
 */
export function main(args: readonly string[]): number {
    const isCheck = args.includes('--check');
    const only = args.filter((arg) => !arg.startsWith('--'));
    const shipped = readBoards();
    const chosen = [
        ...shipped.filter(({ id }) => only.length === 0 || only.includes(id)),
        ...only.filter((arg) => arg.includes('/')).map((folder) => readBoard(join(folder, 'board.toml'))),
    ];
    const known = JSON.parse(readFileSync(SOURCES, 'utf8')) as Sources;
    const tools = toolsDigest();
    const isFresh = (board: ContentBoard): boolean =>
        known.tools === tools && known.boards[board.id] === boardDigest(board) && existsSync(fileOf(board));
    const drawn = chosen.filter((board) => isCheck || only.length > 0 || args.includes('--all') || !isFresh(board));
    const digests: Record<string, string> = known.tools === tools ? { ...known.boards } : {};
    let wrong = 0;
    for (const board of drawn) {
        try {
            const text = draw(board);
            if (!isCheck) writeFileSync(fileOf(board), text);
            else if (readFileSync(fileOf(board), 'utf8') !== text) {
                throw new Error('expected what the sources draw; the file differs. Run `npm run maps`.');
            }
            if (isShipped(board)) digests[board.id] = boardDigest(board);
        } catch (error) {
            console.error(`${board.id}: ${(error as Error).message}`);
            wrong += 1;
        }
    }
    if (isCheck) return wrong > 0 ? 1 : 0;
    const there = shipped.filter((board) => existsSync(fileOf(board)));
    const boards = Object.fromEntries(there.flatMap(({ id }) => (digests[id] ? [[id, digests[id]]] : [])));
    writeFileSync(SOURCES, written({ tools, boards }));
    writeFileSync(
        THUMBNAILS,
        written(thumbnailsOf(there.map((board) => JSON.parse(readFileSync(fileOf(board), 'utf8')) as PackedBoard))),
    );
    return wrong > 0 ? 1 : 0;
}

function draw(board: ContentBoard): string {
    const start = performance.now();
    const { drawing, notes } = drawBoard(board);
    const text = written(drawing);
    const packed = (deflateRawSync(text).length / 1000).toFixed(1);
    console.log(`${board.id}: ${packed} kB packed, ${notes}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return text;
}
