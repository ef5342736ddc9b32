// Networks as lines: every seat's links, side by side where several seats share one.

import type { Observation } from '../protocol/api';
import type { BoardDrawing } from './data/board';
import type { Way } from './looks';

const LANE = 6;

export interface Lane {
    readonly seat: number;
    readonly link: number;
    readonly path: string;
}

/**
 * Paid connections where they are known. Without them, the links between two cities of one seat: a connection through a
 * city of others is then not drawn, and a link next to the paid one is.
 */
export function seatsOnLinks(board: BoardDrawing, observation: Observation | null, ways?: readonly Way[]): number[][] {
    const seats = board.links.map((): number[] => []);
    const add = (link: number, seat: number): void => {
        if (link >= 0 && !seats[link]!.includes(seat)) seats[link]!.push(seat);
    };
    if (ways) {
        for (const { seat, path } of ways) {
            for (const link of linksAlong(board, path)) add(link, seat);
        }
    } else if (observation) {
        const n = observation.spaces.length / board.cities.length;
        const owners = board.cities.map((_, city) => observation.spaces.slice(city * n, city * n + n));
        board.links.forEach(({ ends: [a, b] }, link) => {
            for (const seat of owners[a]!) {
                if (seat >= 0 && seat < 6 && owners[b]!.includes(seat)) add(link, seat);
            }
        });
    }
    return seats.map((list) => list.sort((one, other) => one - other));
}

/** The numbers of the links between one city and the next. */
export function linksAlong(board: BoardDrawing, path: readonly number[]): number[] {
    const found: number[] = [];
    path.forEach((city, index) => {
        const next = path[index + 1];
        if (next === undefined) return;
        found.push(
            board.links.findIndex(({ ends: [a, b] }) => (a === city && b === next) || (a === next && b === city)),
        );
    });
    return found.filter((link) => link >= 0);
}

export function lanesOf(board: BoardDrawing, seats: readonly (readonly number[])[], scale = 1): Lane[] {
    return seats.flatMap((list, link) =>
        list.map((seat, index) => ({
            seat,
            link,
            path: linkPath(board, link, (index - (list.length - 1) / 2) * LANE * scale),
        })),
    );
}

/** A link as a path, moved sideways. */
export function linkPath(board: BoardDrawing, link: number, aside = 0): string {
    const [a, b] = board.links[link]!.ends.map((city) => board.cities[city]!) as [
        BoardDrawing['cities'][number],
        BoardDrawing['cities'][number],
    ];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [x, y] = [(-(b.y - a.y) / length) * aside, ((b.x - a.x) / length) * aside];
    const at = (value: number): string => String(Math.round(value * 10) / 10);
    return `M${at(a.x + x)} ${at(a.y + y)}L${at(b.x + x)} ${at(b.y + y)}`;
}

/**
 * The board with the links and costs that the table plays with: a host may have corrected costs
 * since the drawing was made. A link that was not drawn gets its plate in the middle.
 */
export function withLinks(board: BoardDrawing, links?: readonly (readonly [number, number, number])[]): BoardDrawing {
    if (!links) return board;
    const drawn = new Map(board.links.map((link) => [link.ends.join(), link]));
    return {
        ...board,
        links: links.map(([one, other, cost]) => {
            const ends = [Math.min(one, other), Math.max(one, other)] as const;
            const [a, b] = ends.map((city) => board.cities[city]) as [
                BoardDrawing['cities'][number],
                BoardDrawing['cities'][number],
            ];
            return { ends, cost, plate: drawn.get(ends.join())?.plate ?? [(a.x + b.x) / 2, (a.y + b.y) / 2] };
        }),
    };
}
