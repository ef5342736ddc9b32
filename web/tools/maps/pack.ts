// Writes a drawing as short as it gets; `src/map/data/packed.ts` opens it again.

import { BASE, END, FIRST_SIGN, LONG, SMALL, UNIT } from '../../src/map/data/packed';

type Line = readonly (readonly number[])[];

const BACKSLASH = 92;

const sign = (value: number): string => {
    const code = FIRST_SIGN + value;
    return String.fromCharCode(code >= BACKSLASH ? code + 1 : code);
};

function step(value: number): string {
    if (Math.abs(value) <= SMALL) return sign(value + SMALL);
    const shifted = value + (BASE * BASE - 1) / 2;
    if (shifted < 0 || shifted >= BASE * BASE)
        throw new Error(`expected a step that can be written; came ${String(value)}`);
    return sign(LONG) + sign(Math.floor(shifted / BASE)) + sign(shifted % BASE);
}

/** Lines in halves of the sheet's unit as one text. */
export function textOf(lines: readonly Line[]): string {
    let [atX, atY] = [0, 0];
    let text = '';
    for (const line of lines) {
        for (const [x, y] of line) {
            text += step(x! - atX) + step(y! - atY);
            [atX, atY] = [x!, y!];
        }
        text += END;
    }
    return text;
}

/** Places on the sheet as they are written, without those that fall together. */
export function inUnits(line: Line): [number, number][] {
    const found: [number, number][] = [];
    for (const [px, py] of line) {
        const [x, y] = [Math.round(px! * UNIT), Math.round(py! * UNIT)];
        const last = found[found.length - 1];
        if (last?.[0] !== x || last[1] !== y) found.push([x, y]);
    }
    return found;
}
