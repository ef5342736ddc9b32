// @vitest-environment jsdom
/** Boards and regions are named in the reader's language where the page knows them. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { TableSheet, TableView } from '../../src/protocol/api';
import { Scene } from '../../src/table/scene';
import { titleOf } from '../../src/table/title';
import { learnBoard, speak, startWords } from '../../src/words';

beforeAll(async () => {
    await startWords();
    // As a table's page does; no language has words for the moon.
    for (const board of ['usa', 'usa-recharged', 'germany', 'germany-recharged', 'moon']) await learnBoard(board);
});
afterAll(() => speak('en'));
const sheetOf = (board: string, id: string): TableSheet =>
    ({
        spec: { edition: 'classic', board },
        board_name: 'As printed',
        regions: [{ id, name: 'As printed' }],
    }) as unknown as TableSheet;
const on = (board: string, id: string): Scene =>
    new Scene({} as TableView, { viewer: 0 } as Scene['observation'], sheetOf(board, id));

test('a region of a known board is translated, any other is as the sheet has it', async () => {
    await speak('en');
    expect(on('usa-recharged', 'red').regionName(0)).toBe('South Central');
    await speak('de');
    expect(on('usa', 'red').regionName(0)).toBe('Süden');
    expect(on('moon', 'red').regionName(0)).toBe('As printed');
    expect(on('usa', 'red').regionName(5)).toBe('');
});

test('so is a board', async () => {
    await speak('de');
    expect(titleOf(sheetOf('germany', 'red'))).toBe('Deutschland');
    expect(titleOf(sheetOf('germany-recharged', 'red'))).toBe('Deutschland (Recharged)');
    expect(titleOf(sheetOf('moon', 'red'))).toBe('As printed');
});
