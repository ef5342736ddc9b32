// @vitest-environment jsdom
/** The bar names a limit that bids while moves are shown. */
import { mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';

import PlaybackBar from '../../src/playback/PlaybackBar.svelte';
import type { Beat } from '../../src/playback/beats';
import { logWords } from '../../src/playback/does';
import type { TableFacts } from '../../src/game/sheet';
import type { AuctionQuotes, Event, TableSheet, TableView } from '../../src/protocol/api';
import { BidLimit } from '../../src/table/bidLimit.svelte';
import { Scene } from '../../src/table/scene';
import { learn, startWords } from '../../src/words';

beforeAll(async () => {
    await startWords();
    await learn('playback');
});
let shown: ReturnType<typeof mount> | undefined;
afterEach(() => {
    if (shown) void unmount(shown);
    shown = undefined;
    document.body.replaceChildren();
});

const sceneOf = (contenders: number): Scene =>
    new Scene(
        { seats: [{ name: 'Ada' }, { name: 'Hedy' }], version: 9 } as unknown as TableView,
        {
            viewer: 0,
            actor: 1,
            phase: 0,
            step: 1,
            money: [78, 92],
            auction: { lot: 3, bid: 29, leader: 1, contenders, out: 0 },
        } as unknown as Scene['observation'],
        {
            spec: { edition: 'classic' },
            phases: ['auction'],
            plants: ['0', '1', '2', '3'].map((name) => ({ name })),
            cities: [],
        } as unknown as TableSheet,
    );
const bid = (seat: number, amount: number): Event => ({ event: 'bid_made', seat, amount }) as Event;
const beat = (kind: Beat['kind'], ...events: Event[]): Beat => ({
    kind,
    seat: 1,
    time: 700,
    from: null,
    to: { version: 8 + events.length, place: 1 },
    events,
    steps: events.map((_, place) => ({ version: 9 + place, place: 1 })),
    isOwn: false,
    items: events.length,
});
const facts = { cardNames: ['0', '1', '2', '3'] } as unknown as TableFacts;

function bar(limit: number | null, on: Beat): string[] {
    const store = { played: on.to, viewer: 0, view: { observation: { actor: 1 } }, facts, happened: [] };
    const playback = { now: { beat: on }, waiting: 5, isPaused: false, pace: 'calm' };
    shown = mount(PlaybackBar, {
        target: document.body,
        props: { scene: sceneOf(3), store, playback, limit } as never,
    });
    return ['.flag b', '.say b', '.say p', '.after'].map(
        (part) => document.querySelector(part)?.textContent?.trim() ?? '',
    );
}

test('while a limit bids, the bar says how far it goes and what that leaves', () => {
    expect(bar(30, beat('bid', bid(1, 29)))).toEqual([
        'Hedy bids 29',
        'Your limit bids for you, up to 30',
        '5 moves to see',
        'at your limit left 48',
    ]);
});

test('without one it names the move, as it does for a sale', () => {
    expect(bar(null, beat('bid', bid(1, 29)))).toEqual(['Hedy bids 29', 'Hedy bids 29', '5 moves to see', '']);
    document.body.replaceChildren();
    const sale = { event: 'plant_bought', seat: 0, plant: 3, price: 30 } as unknown as Event;
    expect(bar(30, beat('sale', sale))[1]).toMatch(/^You buy plant 3/);
});

test('a bid made by the limit says so, entry by entry', () => {
    const told = logWords(sceneOf(3), facts, beat('bid', bid(1, 29), bid(0, 30)), (version) => version === 10);
    expect(told).toBe('Hedy bids 29. You bid 30 by your limit');
});

test('a limit bids as long as its seat is in the auction that is shown', () => {
    let scene = sceneOf(3);
    const limit = new BidLimit(
        {} as never,
        () => scene,
        () => null,
    );
    limit.take({ seat: 0, limit: 30, plants: [{ plant: 3 }] } as unknown as AuctionQuotes);
    expect(limit.bidding).toBe(30);
    scene = sceneOf(2);
    expect(limit.bidding).toBeNull();
});
