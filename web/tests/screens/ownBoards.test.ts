// @vitest-environment jsdom
/** The host's own boards on the pages of boards are requested by the digest of their data. */
import { mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { Choices } from '../../src/protocol/api';
import { go } from '../../src/router.svelte';
import BoardsPage from '../../src/screens/BoardsPage.svelte';
import { learn, startWords } from '../../src/words';

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
            { id: 'a', name: 'Aldmoor', region: 0, x: 40, y: 80, label: { side: 'below', x: 0, y: 19, lines: ['A'] } },
        ],
        links: [],
    },
    words: { en: { 'map.board.moorland': 'Moorland', 'map.region.moorland.moors': 'The Moors' } },
};
const CHOICES = {
    editions: [
        {
            id: 'classic',
            seats: [2],
            presets: [
                {
                    id: 'original',
                    name: 'Original',
                    boards: [
                        {
                            id: 'moorland',
                            name: 'Moorland',
                            content: 'd1',
                            words: [],
                            n_own_rules: 0,
                            n_cities: 1,
                            end_cities: [1],
                            regions: [],
                            region_sets: [],
                            house_rules: [],
                        },
                    ],
                    house_rules: [],
                },
            ],
        },
    ],
    orders: [],
    regions: [],
} as unknown as Choices;

let shown: ReturnType<typeof mount>;
let isThere = true;

beforeAll(async () => {
    await startWords();
    await Promise.all(['screens', 'boards'].map(learn));
});
beforeEach(() => {
    isThere = true;
    vi.stubGlobal('scrollTo', () => undefined);
    vi.stubGlobal('fetch', (path: string) => {
        if (path.startsWith('/api/boards/')) {
            return Promise.resolve(new Response(JSON.stringify(FACE), { status: isThere ? 200 : 404 }));
        }
        const answer = path === '/api/choices' ? CHOICES : {};
        return Promise.resolve(new Response(JSON.stringify(answer), { status: path === '/api/choices' ? 200 : 404 }));
    });
});
afterEach(async () => {
    await unmount(shown);
    vi.unstubAllGlobals();
});

test('a page whose board cannot be fetched says so', async () => {
    isThere = false;
    go('/boards/moorland');
    shown = mount(BoardsPage, { target: document.body });
    await vi.waitFor(() => expect(document.querySelector('.map')?.textContent).toContain('could not be loaded'));
});

test('the list shows its small picture', async () => {
    go('/boards');
    shown = mount(BoardsPage, { target: document.body });
    await vi.waitFor(() => expect(document.querySelector('.thumbnail .cities')).not.toBeNull());
});

test('its page shows its map', async () => {
    go('/boards/moorland');
    shown = mount(BoardsPage, { target: document.body });
    await vi.waitFor(() => expect(document.querySelector('.map')?.textContent).toContain('A'));
    expect(document.querySelector('.map')?.textContent).not.toContain('could not be loaded');
});
