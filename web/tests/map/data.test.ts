// @vitest-environment node
// Drawings compared with the content that the server plays with.

import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { BoardDrawing } from '../../src/map/data/board';
import { BOARDS, loadBoard } from '../../src/map/data/index';
import sources from '../../src/map/data/sources.json';
import { loadThumbnail } from '../../src/map/data/thumbnail';
import thumbnails from '../../src/map/data/thumbnails.json';
import { SHEET, hasPlates } from '../../src/map/metrics';
import { thingsOn, touching } from '../../tools/maps/boxes';
import { type ContentBoard, readBoards } from '../../tools/maps/content';
import { namesOf, readRegionNames } from '../../tools/maps/regionNames';
import { sourcesOf } from '../../tools/maps/sources';

const content = readBoards();
const drawings = new Map(await Promise.all(BOARDS.map(async (board) => [board, await loadBoard(board)] as const)));
const WORDS = readRegionNames();

/** Differences between a drawing and the content. */
function differences(board: ContentBoard, drawing: BoardDrawing): string[] {
    const found: string[] = [];
    const same = (what: string, one: unknown, other: unknown): void => {
        if (JSON.stringify(one) !== JSON.stringify(other)) found.push(what);
    };
    same(
        'regions',
        board.regions,
        drawing.regions.map(({ id }) => id),
    );
    same(
        'cities',
        board.cities.map(({ id, name, region }) => [id, name, region]),
        drawing.cities.map(({ id, name, region }) => [id, name, region]),
    );
    same(
        'links',
        board.links,
        drawing.links.map(({ ends, cost }) => [...ends, cost]),
    );
    for (const { name, x, y, label } of drawing.cities) {
        if (!(x > 0 && x < SHEET.width && y > 0 && y < SHEET.height)) found.push(`${name} is off the sheet`);
        if (label.lines.join(' ').replace('- ', '-') !== name) found.push(`${name} is called ${label.lines.join(' ')}`);
    }
    for (const { id, path } of drawing.regions) if (path.length < 40) found.push(`${id} has no land`);
    return found;
}

test('every board of the content is drawn, and nothing else', () => {
    const boards = content.map(({ id }) => id).sort();
    expect(boards.length).toBeGreaterThan(0);
    expect([...BOARDS].sort()).toEqual(boards);
    expect(Object.keys(sources.boards).sort()).toEqual(boards);
    expect(Object.keys(thumbnails).sort()).toEqual(boards);
});

test('every city of the content has its place on earth, or on a board without one', () => {
    for (const { id, cities } of content) {
        const isEarth = cities.every(({ lat, lon }) => Math.abs(lat) < 90 && Math.abs(lon) < 180);
        expect(isEarth, id).toBe(id !== 'manhattan');
    }
});

describe.each(content)('$id', (board) => {
    const drawing = drawings.get(board.id)!;

    test("has the content's regions, cities and links", () => {
        expect(differences(board, drawing)).toEqual([]);
    });

    test('a drawing with a city or a cost less is found out', () => {
        const shorter = { ...drawing, cities: drawing.cities.slice(1) };
        expect(differences(board, shorter)).toContain('cities');
        const dearer = {
            ...drawing,
            links: drawing.links.map((link, index) => (index === 3 ? { ...link, cost: link.cost + 1 } : link)),
        };
        expect(differences(board, dearer)).toEqual(['links']);
    });

    test('nothing touches at the base scale, in any language', () => {
        const names = board.regions.map((id) => namesOf(WORDS, board, id));
        for (let language = 0; language < Math.max(...names.map(({ length }) => length)); language += 1) {
            const spoken = names.map((each) => each[language] ?? each[0] ?? '');
            expect(touching(thingsOn(drawing, spoken))).toEqual([]);
        }
    });

    test('a plate on a city is found out', () => {
        if (!hasPlates(drawing.links.map(({ cost }) => cost))) return;
        const city = drawing.cities[7]!;
        const moved = {
            ...drawing,
            links: drawing.links.map((link, index) =>
                index === 0 ? { ...link, plate: [city.x, city.y] as const } : link,
            ),
        };
        expect(
            touching(
                thingsOn(
                    moved,
                    board.regions.map(() => ''),
                ),
            ).join(),
        ).toContain(`capsule ${city.name} / plate`);
    });

    test('neighbouring regions have different tints', () => {
        for (const {
            ends: [a, b],
        } of drawing.links) {
            const [one, other] = [drawing.cities[a]!.region, drawing.cities[b]!.region];
            if (one !== other) expect(drawing.regions[one]!.tint).not.toBe(drawing.regions[other]!.tint);
        }
    });

    test('is at most 12 kB packed', () => {
        const file = readFileSync(new URL(`../../src/map/data/${board.id}.json`, import.meta.url));
        expect(deflateRawSync(file).length).toBeLessThanOrEqual(12_000);
    });

    test('has a small picture with all its regions, cities and links', async () => {
        const picture = (await loadThumbnail(board.id))!;
        expect(picture.regions).toHaveLength(board.regions.length);
        for (const { path } of picture.regions) expect(path.length).toBeGreaterThan(10);
        expect(picture.cities.split('M')).toHaveLength(board.cities.length + 1);
        expect(picture.links.split('L')).toHaveLength(board.links.length + 1);
        expect(picture.places).toHaveLength(board.cities.length);
        expect(picture.ends).toHaveLength(board.links.length);
        expect(JSON.stringify(thumbnails[board.id as keyof typeof thumbnails]).length).toBeLessThanOrEqual(1500);
    });
});

test('the drawings were made from the sources as they are', () => {
    // `npm run maps` draws stale boards again; `npm run maps -- --check` compares byte by byte.
    const { tools, boards } = sourcesOf(content);
    expect(sources.tools).toBe(tools);
    expect(sources.boards).toEqual(boards);
});
