// @vitest-environment jsdom
// A board that is not shipped is drawn from the files of its folder alone.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, test } from 'vitest';
import { type PackedBoard, openBoard } from '../../src/map/data/packed';
import { SPACE_COSTS, madeUp } from '../../src/map/gallery/scenes';
import MapSheet from '../../src/map/MapSheet.svelte';
import { speaking } from './words';

const FOLDERS = join(import.meta.dirname, '../../../tests/boards');
const boards = readdirSync(FOLDERS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('drawing.json'))
    .map((file) => join(FOLDERS, file, '..'));

const read = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

test('there is one', () => {
    expect(boards.length).toBeGreaterThan(0);
});

describe.each(boards)('%s', (folder) => {
    const drawing = openBoard(read(folder, 'drawing.json') as PackedBoard);

    test.each(['en', 'de'] as const)(
        'every city and region is on the map (%s)',
        async (language) => {
            const own = read(folder, `words.${language}.json`) as Record<string, string>;
            const shared = speaking(language);
            const shown = mount(MapSheet, {
                target: document.body,
                props: {
                    board: drawing,
                    ...madeUp(drawing, 'late'),
                    viewer: 0,
                    say: (key: string, values?: Record<string, string | number>) => own[key] ?? shared(key, values),
                    seatNames: ['You', 'North', 'East', 'West'],
                    spaceCosts: SPACE_COSTS,
                    onChoose: () => undefined,
                    onPoint: () => undefined,
                },
            });
            flushSync();
            for (const { id } of drawing.cities) expect(document.querySelector(`[data-city="${id}"]`)).not.toBeNull();
            const text = document.body.textContent;
            for (const { id, path } of drawing.regions) expect(path.length, id).toBeGreaterThan(40);
            for (const { id } of drawing.regions) expect(text).toContain(own[`map.region.${drawing.id}.${id}`]);
            await unmount(shown);
        },
        30_000,
    );
});
