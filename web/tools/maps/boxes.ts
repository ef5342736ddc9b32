// Everything on a drawn board as boxes at the base scale, to verify that no two of them touch.

import type { BoardDrawing } from '../../src/map/data/board';
import {
    type Box,
    NAME,
    PLATE_HEIGHT,
    REGION_NAME,
    boxAround,
    capsuleBox,
    furniture,
    hasPlates,
    overlap,
    plateWidth,
} from '../../src/map/metrics';
import { nameWidth, regionNameWidth } from './letters';

export interface Thing {
    readonly what: string;
    readonly box: Box;
}

export function thingsOn(board: BoardDrawing, regionNames: readonly string[]): Thing[] {
    const things: Thing[] = [];
    for (const { name, x, y, enter, label } of board.cities) {
        things.push({ what: `capsule ${name}`, box: capsuleBox(x, y, enter) });
        const width = Math.max(...label.lines.map((line) => nameWidth(line, NAME.size)));
        const height = NAME.height + (label.lines.length - 1) * NAME.lineHeight;
        const middle =
            label.side === 'right' ? label.x + width / 2 : label.side === 'left' ? label.x - width / 2 : label.x;
        // The base of the first line is this far below the top of the box.
        const top = y + label.y - NAME.height + 2.4;
        things.push({ what: `name ${name}`, box: boxAround(x + middle, top + height / 2, width, height) });
    }
    const plated = hasPlates(board.links.map(({ cost }) => cost)) ? board.links : [];
    for (const { ends, cost, plate } of plated) {
        const [a, b] = ends.map((city) => board.cities[city]?.name);
        things.push({
            what: `plate ${String(a)} ${String(b)}`,
            box: boxAround(plate[0], plate[1], plateWidth(cost), PLATE_HEIGHT),
        });
    }
    board.regions.forEach(({ id, label }, region) => {
        const width = regionNameWidth(regionNames[region] ?? '', REGION_NAME.size, REGION_NAME.spacing);
        things.push({ what: `region ${id}`, box: boxAround(label[0], label[1] - 3.2, width, REGION_NAME.height) });
    });
    furniture(board.corner).forEach((box, index) => things.push({ what: `furniture ${String(index)}`, box }));
    return things;
}

/** Pairs that touch. The parts of the furniture lie where they are put. */
export function touching(things: readonly Thing[]): string[] {
    const pairs: string[] = [];
    things.forEach((one, index) => {
        for (const other of things.slice(index + 1)) {
            if (one.what.startsWith('furniture') && other.what.startsWith('furniture')) continue;
            // A name keeps to its own capsule's edge; a tenth is rounding.
            if (overlap(one.box, other.box) > 0.5) pairs.push(`${one.what} / ${other.what}`);
        }
    });
    return pairs;
}
