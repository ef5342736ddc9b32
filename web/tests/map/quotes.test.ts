// @vitest-environment jsdom
// Quotes of the server are drawn and described: parts, path, reason and rule, at every turn.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadBoard } from '../../src/map/data/index';
import { SPACE_COSTS, observed } from '../../src/map/gallery/scenes';
import { type Quote, looksOf } from '../../src/map/looks';
import MapSheet from '../../src/map/MapSheet.svelte';
import { reportOn, spoken } from '../../src/map/report';
import { speaking } from './words';

vi.setConfig({ testTimeout: 30_000 });
const board = await loadBoard('usa');
const named = (name: string): number => board.cities.findIndex((city) => city.name === name);
const [memphis, chicago, dallas, seattle, houston] = ['Memphis', 'Chicago', 'Dallas', 'Seattle', 'Houston'].map(
    named,
) as [number, number, number, number, number];
const link = named('St. Louis');
const spaces = board.cities.flatMap((_, city) => [
    city === chicago || city === link ? 0 : city === houston ? 2 : -1,
    city === houston ? 1 : -1,
    -1,
]);
const observation = observed(board, {
    regions: board.regions.reduce((mask, { id }, region) => (id === 'purple' ? mask : mask | (1 << region)), 0),
    spaces,
    money: [41, 57, 43, 84],
    n_cities: [2, 1, 1, 0],
});
const quotes: Quote[] = [
    { city: memphis, total: 17, house: 10, way: 7, path: [link, memphis] },
    {
        city: dallas,
        total: 59,
        house: 10,
        way: 49,
        path: [link, memphis, dallas],
        refusal: 'cannot_pay_connection',
        clause: 'c6.9',
    },
    { city: chicago, refusal: 'already_connected', clause: 'c6.6' },
    { city: seattle, refusal: 'out_of_play', clause: 'c6.8' },
    { city: houston, refusal: 'no_open_space', clause: 'c6.5' },
];
const turn = [{ offer: 'connect' as const, seat: 0, cities: [memphis], costs: [17] }];
const scene = { board, observation, viewer: 0, seatNames: ['You', 'North', 'East', 'West'], say: speaking('en') };

test('a city out of reach keeps its price, its way and its rule', () => {
    const looks = looksOf(board, { observation, offers: turn, viewer: 0, quotes });
    expect([memphis, dallas, chicago, seattle, houston].map((city) => looks[city]!.reach)).toEqual([
        'offered',
        'beyond',
        'none',
        'none',
        'none',
    ]);
    const report = reportOn(looks[dallas]!, scene);
    expect(report.total).toBe('59');
    expect(report.rows.map(({ label }) => label)).toEqual(['Place 1 in the city', 'St. Louis – Memphis – Dallas']);
    expect(report.left).toEqual({ label: 'Short by', value: '18' });
    expect(report.clause).toBe('c6.9');
    expect(report.canChoose).toBe(false);
});

test('every refusal has its reason and its clause', () => {
    const looks = looksOf(board, { observation, offers: turn, viewer: 0, quotes });
    const told = (city: number): string[] => [
        reportOn(looks[city]!, scene).sentence,
        reportOn(looks[city]!, scene).clause,
    ];
    expect(told(chicago)).toEqual(['You are there already.', 'c6.6']);
    expect(told(seattle)).toEqual(['Out of play: this region is not used in this game.', 'c6.8']);
    expect(told(houston)).toEqual(['No place is open in step 2. Taken by East, North.', 'c6.5']);
    const full = looksOf(board, {
        observation,
        offers: turn,
        viewer: 0,
        quotes: [{ ...quotes[1]!, refusal: 'beyond_capacity', clause: 'c6.11' }],
    });
    expect(reportOn(full[dallas]!, scene).sentence).toBe('Your plants can supply no more than your 2 cities.');
});

test('a waiting seat sees prices and paths, but no city on offer', () => {
    const looks = looksOf(board, { observation, offers: [], viewer: 0, quotes });
    expect(looks[memphis]!.reach).toBe('quoted');
    const report = reportOn(looks[memphis]!, scene);
    expect([report.total, report.sentence, report.canChoose]).toEqual([
        '17',
        'What it would cost now; it is not your turn to build.',
        false,
    ]);
});

test('a first city has no way to pay', () => {
    const first = looksOf(board, {
        observation,
        offers: [],
        viewer: 0,
        quotes: [{ city: memphis, total: 10, house: 10, way: 0, path: [memphis] }],
    });
    const before = { ...scene, observation: { ...observation, n_cities: [0, 1, 1, 0] } };
    expect(reportOn(first[memphis]!, before).rows[1]).toEqual({ label: 'First city, house only', value: '0' });
});

test('an offer is right where a quote is of the position before', () => {
    const late = looksOf(board, {
        observation,
        offers: turn,
        viewer: 0,
        quotes: [{ city: memphis, total: 999, house: 900, way: 99, path: [] }],
    });
    const plain = looksOf(board, { observation, offers: turn, viewer: 0 });
    expect(late[memphis]!.quote).toEqual(plain[memphis]!.quote);
    expect(late[memphis]!.quote?.total).toBeLessThan(999);
});

test('a reader hears the costs, the reason and the rule', () => {
    const looks = looksOf(board, { observation, offers: turn, viewer: 0, quotes });
    expect(spoken(looks[dallas]!, scene)).toBe(
        'Dallas, first place 10, way 49, together 59. It costs 59; you have 41. Rule c6.9. 2 places free. South Central.',
    );
    expect(spoken(looks[seattle]!, scene)).toBe(
        'Seattle. Out of play: this region is not used in this game. Rule c6.8. Northwest.',
    );
    const german = { ...scene, say: speaking('de') };
    expect(spoken(looks[dallas]!, german)).toBe(
        'Dallas, erster Platz 10, Weg 49, zusammen 59. Es kostet 59; du hast 41. Regel c6.9. 2 Plätze frei. Süden.',
    );
});

// Drawn

let shown: ReturnType<typeof mount> | undefined;
beforeEach(() => {
    document.body.innerHTML = '';
});
afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
});

function show(offers: typeof turn | []) {
    const onChoose = vi.fn();
    const onRule = vi.fn();
    shown = mount(MapSheet, {
        target: document.body,
        props: {
            board,
            observation,
            offers,
            viewer: 0,
            say: speaking('en'),
            seatNames: scene.seatNames,
            spaceCosts: SPACE_COSTS,
            quotes,
            onChoose,
            onRule,
        },
    });
    flushSync();
    const listbox = document.querySelector<SVGSVGElement>('[role=listbox]')!;
    return { listbox, onChoose, onRule };
}

function hover(listbox: Element, city: number): void {
    const { x, y } = board.cities[city]!;
    listbox.dispatchEvent(new MouseEvent('pointermove', { clientX: x, clientY: y, bubbles: true }));
    flushSync();
}

function tap(listbox: Element, city: number): void {
    const at = { clientX: board.cities[city]!.x, clientY: board.cities[city]!.y, bubbles: true };
    const down = new MouseEvent('pointerdown', at);
    Object.defineProperty(down, 'pointerType', { value: 'touch' });
    listbox.dispatchEvent(down);
    listbox.dispatchEvent(new MouseEvent('click', at));
    flushSync();
}

test('pointing at a city out of reach draws its way apart from one that can be paid', () => {
    const { listbox } = show(turn);
    hover(listbox, dallas);
    expect(document.querySelector('.way')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    expect(document.querySelector('.way')?.classList.contains('beyond')).toBe(true);
    hover(listbox, memphis);
    expect(document.querySelector('.way')?.classList.contains('beyond')).toBe(false);
    const told = [...document.querySelectorAll('.inspector dl:first-of-type > *')].map((each) => each.textContent);
    expect(told).toEqual(['Place 1 in the city', '10', 'St. Louis – Memphis', '7']);
});

test('while others act the path is drawn on pointing, and cities have no prices', () => {
    const { listbox } = show([]);
    expect(document.querySelectorAll('.cap')).toHaveLength(0);
    expect(document.querySelector('.gwmap.build')).toBeNull();
    hover(listbox, memphis);
    expect(document.querySelector('.way')).not.toBeNull();
    expect(document.querySelector('.inspector h4')?.textContent).toBe('Memphis17');
});

test('the rule behind a refusal can be opened, from the map by keyboard too', () => {
    const { listbox, onRule } = show(turn);
    for (let n = 0; n < 20 && !document.querySelector('.inspector .rule'); n += 1) {
        listbox.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true }));
        flushSync();
    }
    const rule = document.querySelector<HTMLButtonElement>('.inspector .rule')!;
    expect(rule.textContent).toBe('Rule c6.9');
    rule.click();
    expect(onRule).toHaveBeenCalledWith('c6.9');
    hover(listbox, memphis);
    expect(document.querySelector('.inspector .rule')).toBeNull();
});

test("a finger's first tap takes a city, shows and says what it costs", () => {
    const { listbox, onChoose } = show(turn);
    const status = document.querySelector('.gwmap > [role=status]')!;
    expect(status.textContent).toBe('');
    tap(listbox, memphis);
    expect(onChoose).toHaveBeenCalledWith(memphis);
    expect(status.textContent).toBe('Memphis, first place 10, way 7, together 17. 2 places free. South Central.');
    expect(document.querySelector('.inspector h4')?.textContent).toBe('Memphis17');
});
