// Finds places for names, plates and regions' names such that no two of them touch, nor a capsule:
// a search with a fixed seed, from many small moves that are taken back when they make it worse.

import {
    type Box,
    CAPSULE,
    NAME,
    PLATE_HEIGHT,
    REGION_NAME,
    SHEET,
    boxAround,
    capsuleBox,
    hasPlates,
    overlap,
    plateWidth,
} from '../../src/map/metrics';
import type { Side } from '../../src/map/data/board';
import { plateAt } from '../../src/map/data/packed';
import { seeded } from './chance';
import { nameWidth } from './letters';
import type { Point } from './warp';

const AIR = 1.2;
const NAME_AIR = 3;
const ROUNDS = 260;

export interface NamePlace {
    readonly side: Side;
    /** From the city's middle to the middle, the start or the end of the first line's base. */
    readonly x: number;
    readonly y: number;
    readonly lines: readonly string[];
}

interface Choice<Place> {
    readonly box: Box;
    readonly dislike: number;
    readonly place: Place;
    /** No room at all: it touches a capsule or leaves the sheet, independent of the others. */
    readonly isStuck?: boolean;
}

export interface Spot {
    readonly at: Point;
    readonly astray: number;
}

export interface Wanted {
    readonly cities: readonly { readonly name: string; readonly at: Point; readonly enter?: number | undefined }[];
    readonly links: readonly (readonly [number, number, number])[];
    /** Boxes over the map that must cover nothing. */
    readonly taken: readonly Box[];
    /** Where a region's name may stand, and how much of it would lie astray. */
    readonly regions: readonly { readonly width: number; readonly inside: readonly Spot[] }[];
}

export interface Found {
    readonly names: readonly NamePlace[];
    /** Position of each plate along its link, in hundredths. */
    readonly plates: readonly number[];
    readonly regions: readonly Point[];
    /** Cities whose name or plates still touch something; the search has failed if there are any. */
    readonly cramped: readonly number[];
}

export function placeAll(wanted: Wanted, seed: number): Found {
    const capsules = [...wanted.cities.map(({ at: [x, y], enter }) => capsuleBox(x, y, enter)), ...wanted.taken];
    const segments = wanted.links.map(([a, b]): [Point, Point] => [wanted.cities[a]!.at, wanted.cities[b]!.at]);
    const names = wanted.cities.map(({ name, at }, city) => nameChoices(name, at, capsules, city, segments));
    const plated = hasPlates(wanted.links.map(([, , cost]) => cost)) ? wanted.links : [];
    const plates = plated.map(([a, b, cost], link) =>
        plateChoices(wanted.cities[a]!.at, wanted.cities[b]!.at, cost, capsules, segments, link),
    );
    const regions = wanted.regions.map(({ width, inside }) => regionChoices(width, inside, capsules, segments));
    const all: readonly (readonly Choice<unknown>[])[] = [...names, ...plates, ...regions];
    const chosen = search(all, seed);
    const picked = <Place>(choices: readonly Choice<Place>[], index: number): Place => choices[chosen[index]!]!.place;
    return {
        names: names.map((choices, i) => picked(choices, i)),
        plates: wanted.links.map((_, i) => (plates[i] ? picked(plates[i], names.length + i) : 50)),
        regions: regions.map((choices, i) => picked(choices, names.length + plates.length + i)),
        cramped: [
            ...new Set(
                crampedThings(all, chosen).flatMap((thing) =>
                    thing < names.length
                        ? [thing]
                        : thing < names.length + plates.length
                          ? wanted.links[thing - names.length]!.slice(0, 2)
                          : [-1],
                ),
            ),
        ],
    };
}

const grown = (box: Box, by: number): Box => ({
    left: box.left - by,
    top: box.top - by,
    right: box.right + by,
    bottom: box.bottom + by,
});

const onSheet = (box: Box): boolean =>
    box.left >= 2 && box.top >= 2 && box.right <= SHEET.width - 2 && box.bottom <= SHEET.height - 2;

/** Length of a segment within a box. */
function within([a, b]: readonly [Point, Point], box: Box): number {
    let [from, to] = [0, 1];
    const d = [b[0] - a[0], b[1] - a[1]] as const;
    const limits = [
        [a[0], d[0], box.left, box.right],
        [a[1], d[1], box.top, box.bottom],
    ] as const;
    for (const [start, delta, low, high] of limits) {
        if (delta === 0) {
            if (start < low || start > high) return 0;
            continue;
        }
        const one = (low - start) / delta;
        const two = (high - start) / delta;
        from = Math.max(from, Math.min(one, two));
        to = Math.min(to, Math.max(one, two));
    }
    return to > from ? (to - from) * Math.hypot(d[0], d[1]) : 0;
}

/** A long name of several words may stand on two lines. */
function lineBreaks(name: string): string[][] {
    const words = name.split(' ');
    const breaks = [[name]];
    for (let cut = 1; cut < words.length; cut += 1) {
        breaks.push([words.slice(0, cut).join(' '), words.slice(cut).join(' ')]);
    }
    const hyphen = name.indexOf('-');
    if (hyphen > 0 && name.length > 12) breaks.push([name.slice(0, hyphen + 1), name.slice(hyphen + 1)]);
    return breaks;
}

function nameChoices(
    name: string,
    at: Point,
    capsules: readonly Box[],
    city: number,
    segments: readonly (readonly [Point, Point])[],
): Choice<NamePlace>[] {
    const choices: Choice<NamePlace>[] = [];
    const gap = 2.6;
    for (const lines of lineBreaks(name)) {
        const width = Math.max(...lines.map((line) => nameWidth(line, NAME.size)));
        const height = NAME.height + (lines.length - 1) * NAME.lineHeight;
        const broken = lines.length > 1 ? 5 : 0;
        const add = (side: Side, middleX: number, middleY: number, x: number, dislike: number): void => {
            // Two names in a row must not read as one, so a name keeps more air at its ends.
            const box = grown(boxAround(at[0] + middleX, at[1] + middleY, width + NAME_AIR, height), AIR / 2);
            if (!onSheet(box)) return;
            if (
                capsules.some(
                    (capsule, other) => overlap(box, other === city ? grown(capsule, -0.6) : grown(capsule, 0.8)) > 0,
                )
            )
                return;
            let crossing = 0;
            for (const segment of segments) crossing += within(segment, box);
            const y = middleY - height / 2 + NAME.height - 2.4;
            choices.push({ box, dislike: dislike + broken + crossing * 0.35, place: { side, x, y, lines } });
        };
        const down = CAPSULE.halfHeight + gap + height / 2;
        const reach = Math.max(0, Math.min(24, width / 2 + 4));
        for (const shift of [0, -0.5, 0.5, -1, 1]) {
            const x = shift * reach;
            add('below', x, down, x, Math.abs(shift) * 5);
            add('above', x, -down, x, 1 + Math.abs(shift) * 5);
        }
        const right = CAPSULE.cap + 4;
        const left = capsules[city]!.left - at[0] - 3.4;
        for (const y of [0, -4, 4, -8, 8]) {
            add('right', right + width / 2, y, right, 2 + Math.abs(y) * 0.7);
            add('left', left - width / 2, y, left, 2 + Math.abs(y) * 0.7);
        }
    }
    if (choices.length === 0) {
        const y = CAPSULE.halfHeight + gap + NAME.height;
        const place: NamePlace = { side: 'below', x: 0, y, lines: [name] };
        choices.push({ box: boxAround(at[0], at[1] + y, 10, NAME.height), dislike: 0, place, isStuck: true });
    }
    return choices;
}

function plateChoices(
    a: Point,
    b: Point,
    cost: number,
    capsules: readonly Box[],
    segments: readonly (readonly [Point, Point])[],
    link: number,
): Choice<number>[] {
    const choices: Choice<number>[] = [];
    for (let part = 4; part <= 96; part += 1) {
        const at = plateAt(a, b, part);
        const box = grown(boxAround(at[0], at[1], plateWidth(cost), PLATE_HEIGHT), AIR / 2);
        if (!onSheet(box) || capsules.some((capsule) => overlap(box, capsule) > 0)) continue;
        let crossing = 0;
        segments.forEach((segment, other) => {
            if (other !== link) crossing += within(segment, box);
        });
        choices.push({ box, dislike: Math.abs(part - 50) / 10 + crossing * 0.8, place: part });
    }
    // Without room the plate stays in the middle, and touching a capsule counts against the trial.
    if (choices.length === 0) {
        const at = plateAt(a, b, 50);
        const box = boxAround(at[0], at[1], plateWidth(cost), PLATE_HEIGHT);
        choices.push({ box, dislike: 0, place: 50, isStuck: true });
    }
    return choices;
}

function regionChoices(
    width: number,
    inside: readonly Spot[],
    capsules: readonly Box[],
    segments: readonly (readonly [Point, Point])[],
): Choice<Point>[] {
    const middle = inside.reduce(
        (sum, { at: [x, y] }) => [sum[0]! + x / inside.length, sum[1]! + y / inside.length],
        [0, 0],
    );
    const choices: Choice<Point>[] = [];
    for (const {
        at: [x, y],
        astray,
    } of inside) {
        const box = grown(boxAround(x, y - 3.2, width, REGION_NAME.height), AIR / 2);
        if (!onSheet(box) || capsules.some((capsule) => overlap(box, capsule) > 0)) continue;
        let crossing = 0;
        for (const segment of segments) crossing += within(segment, box);
        const far = Math.hypot(x - middle[0]!, y - middle[1]!);
        choices.push({ box, dislike: crossing * 0.12 + far * 0.03 + astray * 12, place: [x, y] });
    }
    if (choices.length === 0) throw new Error("expected room for a region's name; came none");
    return choices;
}

const TOUCH = 40;

function search(all: readonly (readonly Choice<unknown>[])[], seed: number): number[] {
    const random = seeded(seed);
    const at = all.map((choices) =>
        choices.reduce((best, choice, i) => (choice.dislike < choices[best]!.dislike ? i : best), 0),
    );
    const boxOf = (thing: number, choice: number): Box => all[thing]![choice]!.box;
    const reaches = all.map(reach);
    const rivals = all.map((choices, thing) =>
        reaches.flatMap((far, other) =>
            other !== thing && overlap(far, reaches[thing]!) > 0 && choices.some(({ box }) => overlap(box, far) > 0)
                ? [other]
                : [],
        ),
    );
    const price = (thing: number, choice: number): number => {
        const box = boxOf(thing, choice);
        let sum = all[thing]![choice]!.dislike;
        for (const other of rivals[thing]!) {
            const shared = overlap(box, boxOf(other, at[other]!));
            if (shared > 0) sum += TOUCH + shared;
        }
        return sum;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
        const heat = 14 * (1 - round / ROUNDS) ** 2;
        for (let n = 0; n < all.length * 4; n += 1) {
            const thing = Math.floor(random() * all.length);
            const choice = Math.floor(random() * all[thing]!.length);
            const worse = price(thing, choice) - price(thing, at[thing]!);
            if (worse <= 0 || random() < Math.exp(-worse / (heat + 0.01))) at[thing] = choice;
        }
    }
    // At the end each label takes its best place until no single move improves the result.
    for (let changed = true; changed;) {
        changed = false;
        all.forEach((choices, thing) => {
            choices.forEach((_, choice) => {
                if (price(thing, choice) < price(thing, at[thing]!) - 1e-9) {
                    at[thing] = choice;
                    changed = true;
                }
            });
        });
    }
    return at;
}

/** Things that touch another one, or for which there was no room. */
function crampedThings(all: readonly (readonly Choice<unknown>[])[], at: readonly number[]): number[] {
    const chosen = all.map((choices, thing) => choices[at[thing]!]!);
    return chosen.flatMap(({ box, isStuck }, thing) => {
        const touches = chosen.some((other, rival) => rival !== thing && overlap(box, other.box) > 0);
        return touches || isStuck ? [thing] : [];
    });
}

function reach(choices: readonly Choice<unknown>[]): Box {
    return {
        left: Math.min(...choices.map(({ box }) => box.left)),
        top: Math.min(...choices.map(({ box }) => box.top)),
        right: Math.max(...choices.map(({ box }) => box.right)),
        bottom: Math.max(...choices.map(({ box }) => box.bottom)),
    };
}
