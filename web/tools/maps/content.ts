// The boards as the server's content has them, in the order in which the engine numbers things.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';

export interface ContentCity {
    readonly id: string;
    readonly name: string;
    readonly region: number;
    /** On a board without an earth, its place across and down the board's layout. */
    readonly lon: number;
    readonly lat: number;
    /** Price to enter the city, on a board with such prices. */
    readonly enter?: number;
}

export interface ContentBoard {
    readonly id: string;
    readonly file: string;
    readonly regions: readonly string[];
    readonly cities: readonly ContentCity[];
    /** Both ends as numbers of cities, and the cost. */
    readonly links: readonly (readonly [number, number, number])[];
}

interface Sheet {
    id: string;
    regions: { id: string }[];
    cities: {
        id: string;
        name: string;
        region: string;
        lat?: number;
        lon?: number;
        x: number;
        y: number;
        enter?: number;
    }[];
    links: { from: string; to: string; cost: number }[];
}

export const CONTENT = fileURLToPath(new URL('../../../src/gridwright/content', import.meta.url));

const byId = (one: { id: string }, other: { id: string }): number =>
    one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** The board of one file. */
export function readBoard(file: string): ContentBoard {
    const sheet = parse(readFileSync(file, 'utf8')) as unknown as Sheet;
    const regions = sheet.regions.map((region) => region.id).sort();
    const sorted = [...sheet.cities].sort(byId);
    const cities = sorted.map(({ id, name, region, lat, lon, x, y, enter }) => ({
        id,
        name,
        region: regions.indexOf(region),
        lon: lon ?? x,
        lat: lat ?? y,
        ...(enter === undefined ? {} : { enter }),
    }));
    const number = new Map(cities.map((city, index) => [city.id, index]));
    const links = sheet.links.map(({ from, to, cost }): [number, number, number] => {
        const ends = [number.get(from) ?? -1, number.get(to) ?? -1].sort((a, b) => a - b);
        return [ends[0] ?? -1, ends[1] ?? -1, cost];
    });
    links.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return { id: sheet.id, file, regions, cities, links };
}

/** Every board of every edition, by name. */
export function readBoards(): ContentBoard[] {
    const files: string[] = [];
    for (const edition of readdirSync(CONTENT, { withFileTypes: true })) {
        if (!edition.isDirectory()) continue;
        const folder = join(CONTENT, edition.name, 'boards');
        try {
            // A folder without the board itself holds its atlas while it is being written.
            files.push(
                ...readdirSync(folder)
                    .map((name) => join(folder, name, 'board.toml'))
                    .filter(existsSync),
            );
        } catch (error) {
            // An edition without boards is the card game.
            if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        }
    }
    return files.map(readBoard).sort(byId);
}
