// Draws the boards and writes them where the client loads them from.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { SHEET } from '../../src/map/metrics';
import { CONTENT, readBoard, readBoards } from './content';
import { drawBoard } from './draw';
import { sourceDigest } from './sources';

const DATA = fileURLToPath(new URL('../../src/map/data/', import.meta.url));

/** Names choose among the boards; a path is the folder of one that is not shipped, and gets its drawing. */
export function main(args: readonly string[]): number {
    const check = args.includes('--check');
    const only = args.filter((arg) => !arg.startsWith('--'));
    const folders = only.filter((arg) => arg.includes('/'));
    const boards = [
        ...readBoards().filter(({ id }) => only.length === 0 || only.includes(id)),
        ...folders.map((folder) => readBoard(join(folder, 'board.toml'))),
    ];
    let different = 0;
    for (const board of boards) {
        const { drawing, notes } = drawBoard(board);
        const text = `${JSON.stringify(drawing)}\n`;
        const file = board.file.startsWith(CONTENT) ? `${DATA}${board.id}.json` : join(board.file, '../drawing.json');
        const packed = gzipSync(text).length;
        console.log(
            `${board.id}: ${String(SHEET.width)} x ${String(SHEET.height)}, ${(packed / 1000).toFixed(1)} kB gzipped, ${notes}`,
        );
        if (!check) writeFileSync(file, text);
        else if (readFileSync(file, 'utf8') !== text) {
            console.error(`${board.id}: expected what the sources draw; the file differs. Run \`npm run maps\`.`);
            different += 1;
        }
    }
    if (!check && only.length === 0) {
        writeFileSync(`${DATA}sources.json`, `${JSON.stringify({ digest: sourceDigest() })}\n`);
    }
    return different > 0 ? 1 : 0;
}
