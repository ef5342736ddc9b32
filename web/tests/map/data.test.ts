// @vitest-environment node
// The drawings against the content that the server plays with.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { BoardDrawing } from '../../src/map/data/board';
import { BOARDS, loadBoard } from '../../src/map/data/index';
import sources from '../../src/map/data/sources.json';
import { SHEET } from '../../src/map/metrics';
import { thingsOn, touching } from '../../tools/maps/boxes';
import { type ContentBoard, readBoards } from '../../tools/maps/content';
import { readRegionNames } from '../../tools/maps/regionNames';
import { sourceDigest } from '../../tools/maps/sources';

const content = readBoards();
const drawings = new Map(await Promise.all(BOARDS.map(async (board) => [board, await loadBoard(board)] as const)));
const WORDS = readRegionNames();

/** What a drawing has otherwise than the content. */
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

test('there are six boards, and each has a drawing', () => {
    expect(content.map(({ id }) => id)).toEqual([...BOARDS].sort());
    expect(content).toHaveLength(6);
});

test('every city of the content has its place on earth', () => {
    for (const { cities } of content) {
        for (const { lat, lon } of cities) expect([Math.abs(lat) < 90, Math.abs(lon) < 180]).toEqual([true, true]);
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

    test.each([...WORDS.keys()])('nothing touches at the base scale (%s)', (language) => {
        const family = board.id.replace('-recharged', '');
        const names = board.regions.map((id) => {
            const key = `map.region.${family}.${id}`;
            return WORDS.get(language)?.[key] ?? WORDS.get('en')?.[key] ?? '';
        });
        expect(names).not.toContain('');
        expect(touching(thingsOn(drawing, names))).toEqual([]);
    });

    test('a plate on a city is found out', () => {
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

    test('is at most 30 kB gzipped', () => {
        const file = readFileSync(new URL(`../../src/map/data/${board.id}.json`, import.meta.url));
        expect(gzipSync(file).length).toBeLessThanOrEqual(30_000);
    });
});

test('the drawings were made from the sources as they are', () => {
    // `npm run maps` draws anew; `npm run maps -- --check` compares byte by byte.
    expect(sources.digest).toBe(sourceDigest());
});
