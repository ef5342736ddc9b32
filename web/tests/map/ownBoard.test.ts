/** A board of the host's own: drawn by the server, shown by the same map and the same small picture. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadBoard } from '../../src/map/data/index';
import { loadThumbnail } from '../../src/map/data/thumbnail';
import { learnBoard, translate } from '../../src/words';

const FACE = {
    drawing: {
        id: 'moorland',
        width: 728,
        height: 520,
        corner: 'bottom-left',
        neighbours: '',
        shore: '',
        borders: '',
        graticule: '',
        regions: [{ id: 'moors', tint: 'b', path: 'M-8 40 80.4 40 80.4 120z', label: [60, 40] }],
        cities: [
            { id: 'a', name: 'A', region: 0, x: 40, y: 80, label: { side: 'below', x: 0, y: 19.7, lines: ['A'] } },
            { id: 'b', name: 'B', region: 0, x: 100, y: 80, label: { side: 'above', x: 0, y: -12, lines: ['B'] } },
        ],
        links: [{ ends: [0, 1], cost: 7, plate: [70, 80] }],
    },
    words: { en: { 'map.region.moorland.moors': 'The Moors' } },
};

const asked: string[] = [];
let isThere = true;

beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('fetch', (path: string) => {
        asked.push(path);
        return Promise.resolve(new Response(JSON.stringify(FACE), { status: isThere ? 200 : 404 }));
    });
});
afterEach(() => {
    vi.unstubAllGlobals();
    isThere = true;
});

test('its drawing is requested once, by the digest of its figures', async () => {
    const [one, two] = await Promise.all([loadBoard('moorland', 'd1'), loadBoard('moorland', 'd1')]);
    expect(one).toEqual(FACE.drawing);
    expect(two).toBe(one);
    expect(asked).toEqual(['/api/boards/d1']);
});

test('a shipped board is never asked for', async () => {
    expect((await loadBoard('usa', 'd2')).id).toBe('usa');
    expect(asked).toEqual([]);
});

test('who could not get it may ask again', async () => {
    isThere = false;
    await expect(loadBoard('moorland', 'd3')).rejects.toThrow('404');
    isThere = true;
    expect((await loadBoard('moorland', 'd3')).id).toBe('moorland');
});

test('without a digest there is no such board', async () => {
    await expect(loadBoard('moorland')).rejects.toThrow('moorland');
});

test('its small picture is the drawing, scaled', async () => {
    expect(await loadThumbnail('moorland', 'd4')).toEqual({
        regions: [{ tint: 'b', path: 'M-2 10 20.1 10 20.1 30z' }],
        links: 'M10 20L25 20',
        cities: 'M10 20h0M25 20h0',
        places: [
            [10, 20],
            [25, 20],
        ],
        ends: [[0, 1]],
    });
});

test('its words come with it', async () => {
    await learnBoard('moorland', 'd5');
    expect(translate('map.region.moorland.moors')).toBe('The Moors');
});
