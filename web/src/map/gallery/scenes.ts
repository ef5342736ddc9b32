// Made-up tables for the gallery and the tests. The positions are drawn, not played: costs here are
// summed along links so that a picture has plausible prices.

import type { Observation, Offer } from '../../protocol/api';
import type { BoardDrawing } from '../data/board';
import { type Plan, type Quote, TRUST, type Way } from '../looks';

export interface MadeUp {
    readonly observation: Observation;
    readonly offers: readonly Offer[];
    readonly quotes: readonly Quote[];
    readonly planned: readonly Plan[];
    readonly ways: readonly Way[];
    readonly chosen: number | null;
}

export const SEAT_NAMES = ['You', 'North', 'East', 'West', 'South', 'Centre'] as const;
export const SPACE_COSTS = [10, 15, 20] as const;

/** A bare observation with the given houses. */
export function observed(board: BoardDrawing, change: Partial<Observation>): Observation {
    return {
        actor: 0,
        auction: { bid: 0, contenders: 0, leader: -1, lot: -1, out: 0, scrapper: -1 },
        closed: 0,
        contractor: 0,
        current_size: 4,
        discount: -1,
        gone: 0,
        is_dry: false,
        market: [],
        market_size: 8,
        money: [72, 57, 43, 84, 60, 51],
        n_cities: [0, 0, 0, 0, 0, 0],
        order: [0, 1, 2, 3, 4, 5],
        parts: {},
        phase: 4,
        plants: [],
        ranking: [],
        regions: 0,
        round: 6,
        scores: [],
        spaces: board.cities.flatMap(() => [-1, -1, -1]),
        stack: { counts: [], possible: [], top_back: -1 } as unknown as Observation['stack'],
        step: 2,
        stored: [],
        supply: [],
        takebacks: 0,
        tokens: [],
        trust: { fuel: [], houses: 0, plants: [] },
        viewer: 0,
        ...change,
    };
}

/** Cheapest sums from some cities over links in play. */
function spread(
    board: BoardDrawing,
    from: readonly number[],
    inPlay: (city: number) => boolean,
): { cost: number[]; before: number[] } {
    const cost = board.cities.map((_, city) => (from.includes(city) ? 0 : Infinity));
    const before = board.cities.map(() => -1);
    for (let changed = true; changed;) {
        changed = false;
        for (const { ends, cost: price } of board.links) {
            for (const [a, b] of [
                [ends[0], ends[1]],
                [ends[1], ends[0]],
            ] as const) {
                if (!inPlay(a) || !inPlay(b) || cost[a]! + price >= cost[b]!) continue;
                cost[b] = cost[a]! + price;
                before[b] = a;
                changed = true;
            }
        }
    }
    return { cost, before };
}

/** The last regions that can be left out while the others still hang together. */
function leftOut(board: BoardDrawing, n: number): number[] {
    const off: number[] = [];
    for (let region = board.regions.length - 1; region >= 0 && off.length < n; region -= 1) {
        const tried = [...off, region];
        const inPlay = (city: number): boolean => !tried.includes(board.cities[city]!.region);
        const first = board.cities.findIndex((_, city) => inPlay(city));
        const { cost } = spread(board, [first], inPlay);
        if (board.cities.every((_, city) => !inPlay(city) || cost[city]! < Infinity)) off.push(region);
    }
    return off;
}

/** ``nSeats`` networks that grew from the regions' cities, with prices for the first seat. */
export function building(board: BoardDrawing, nSeats: number, nCities: number, nOff: number): MadeUp {
    const off = leftOut(board, nOff);
    const regions = board.regions.reduce((mask, _, region) => (off.includes(region) ? mask : mask | (1 << region)), 0);
    const inPlay = (city: number): boolean => !off.includes(board.cities[city]!.region);
    const played = board.cities.map((_, city) => city).filter(inPlay);
    const owners = board.cities.map((): number[] => []);
    const ways: Way[] = [];
    const networks = Array.from({ length: nSeats }, (): number[] => []);
    const trail = ({ before }: { before: number[] }, city: number): number[] => {
        const path = [city];
        while (before[path[0]!]! >= 0) path.unshift(before[path[0]!]!);
        return path;
    };
    for (let round = 0; round < nCities; round += 1) {
        networks.forEach((own, seat) => {
            const found = spread(board, own, inPlay);
            const open = played.filter(
                (city) =>
                    owners[city]!.length < (round < nCities / 2 ? 1 : 2) &&
                    !own.includes(city) &&
                    (own.length === 0 || found.cost[city]! < Infinity),
            );
            const city =
                own.length === 0
                    ? open[(seat * 11 + 5) % open.length]
                    : open.sort((a, b) => found.cost[a]! - found.cost[b]! || a - b)[0];
            if (city === undefined) return;
            if (own.length > 0) ways.push({ seat, path: trail(found, city) });
            own.push(city);
            owners[city]!.push(seat);
        });
    }
    const spaces = owners.flatMap((list) => [list[0] ?? -1, list[1] ?? -1, -1]);
    const found = spread(board, networks[0]!, inPlay);
    const quotes = played.flatMap((city): Quote[] => {
        if (owners[city]!.includes(0) || owners[city]!.length > 1 || found.cost[city] === Infinity) return [];
        const house = SPACE_COSTS[owners[city]!.length]!;
        const way = found.cost[city]!;
        const total = house + way;
        return [
            {
                city,
                total,
                house,
                way,
                path: trail(found, city),
                ...(total > 41 ? { refusal: 'cannot_pay_connection' } : {}),
            },
        ];
    });
    const offered = quotes
        .filter(({ refusal }) => refusal === undefined)
        .sort((a, b) => (a.total ?? 0) - (b.total ?? 0) || a.city - b.city);
    const planned = offered.slice(0, 2).map(({ city, path }) => ({ city, path: path ?? [] }));
    const rest = offered.slice(2);
    return {
        observation: observed(board, {
            regions,
            spaces,
            money: [41, 57, 43, 84, 60, 51],
            n_cities: networks.map((own) => own.length),
        }),
        offers: [
            {
                offer: 'connect',
                seat: 0,
                cities: rest.map(({ city }) => city),
                costs: rest.map(({ total }) => total ?? 0),
            },
        ],
        quotes,
        planned,
        ways,
        chosen: rest[1]?.city ?? null,
    };
}

export function madeUp(board: BoardDrawing, scene: string): MadeUp {
    if (scene === 'bare') {
        return { observation: observed(board, {}), offers: [], quotes: [], planned: [], ways: [], chosen: null };
    }
    if (scene === 'auction') return { ...building(board, 4, 6, 2), offers: [], quotes: [], planned: [], chosen: null };
    if (scene === 'late') return { ...building(board, 6, 11, 0), planned: [] };
    if (scene === 'trust') {
        const made = building(board, 2, 5, 2);
        const free = board.cities
            .map((_, city) => city)
            .filter((city) => made.quotes.some((quote) => quote.city === city));
        const spaces = [...made.observation.spaces];
        for (const city of free.slice(0, 5)) spaces[city * 3 + (spaces[city * 3] === -1 ? 0 : 1)] = TRUST;
        return {
            ...made,
            observation: { ...made.observation, spaces },
            offers: [{ offer: 'place-trust', seat: 0, cities: free.slice(5) }],
            quotes: [],
            planned: [],
            chosen: null,
        };
    }
    if (scene === 'draft') {
        const observation = observed(board, { regions: 0b11, step: 1 });
        return {
            observation,
            offers: [{ offer: 'draft', seat: 0, regions: [2, 3] }],
            quotes: [],
            planned: [],
            ways: [],
            chosen: null,
        };
    }
    return building(board, 4, 6, 2);
}
