// Reads from a variable font file (WOFF2) how far each letter advances at given settings of its axes.
// Only what that needs: which glyph a letter is, the widths at rest, and how the axes change them (HVAR).

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

const KNOWN_TAGS = (
    'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
    'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
    'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
).match(/.{4} ?/g)!;
const OTHER_TAG = 63;
/** Tables that come in another form unless their version says otherwise. */
const REFORMED = new Set(['glyf', 'loca']);

/** The advance of a letter in parts of the font's size; none if the font lacks the letter. */
export type Advance = (letter: string) => number | undefined;

/** Axes by their tags, such as `wght` and `wdth`. */
export function readAdvances(file: string, axes: Readonly<Record<string, number>>): Advance {
    const tables = unpacked(readFileSync(file));
    const table = (tag: string): DataView => {
        const found = tables.get(tag);
        if (found === undefined) throw new Error(`expected a table ${tag} in ${file}; came none`);
        return found;
    };
    const unitsPerEm = table('head').getUint16(18);
    const nLong = table('hhea').getUint16(34);
    const at = settings(table('fvar'), tables.get('avar'), axes);
    const change = widthChanges(table('HVAR'), at);
    const glyphs = glyphsOf(table('cmap'));
    return (letter) => {
        const glyph = glyphs(letter.codePointAt(0) ?? 0);
        if (glyph === 0) return undefined;
        const rest = table('hmtx').getUint16(4 * Math.min(glyph, nLong - 1));
        return (rest + change(glyph)) / unitsPerEm;
    };
}

function unpacked(file: Buffer): Map<string, DataView> {
    let place = 48;
    const base128 = (): number => {
        for (let value = 0; ;) {
            const byte = file.readUInt8(place++);
            value = value * 128 + (byte & 127);
            if (byte < 128) return value;
        }
    };
    const directory = Array.from({ length: file.readUInt16BE(12) }, () => {
        const flags = file.readUInt8(place++);
        let tag = KNOWN_TAGS[flags & 63]?.slice(0, 4) ?? '';
        if ((flags & 63) === OTHER_TAG) tag = file.toString('latin1', place, (place += 4));
        const length = base128();
        const version = flags >> 6;
        const isReformed = REFORMED.has(tag) ? version !== 3 : version !== 0;
        if (tag === 'hmtx' && isReformed) throw new Error('expected plain widths in the font; they are packed');
        return { tag, length: isReformed ? base128() : length };
    });
    const data = brotliDecompressSync(file.subarray(place, place + file.readUInt32BE(20)));
    let start = 0;
    return new Map(
        directory.map(({ tag, length }) => {
            const view = new DataView(data.buffer, data.byteOffset + start, length);
            start += length;
            return [tag, view];
        }),
    );
}

const fixed = (view: DataView, at: number): number => view.getInt32(at) / 65536;
const fraction = (view: DataView, at: number): number => view.getInt16(at) / 16384;

/** Each axis between -1 and 1, bent as the font says. */
function settings(fvar: DataView, avar: DataView | undefined, axes: Readonly<Record<string, number>>): number[] {
    const [first, n, size] = [fvar.getUint16(4), fvar.getUint16(8), fvar.getUint16(10)];
    let bend = 8;
    return Array.from({ length: n }, (_, axis) => {
        const start = first + axis * size;
        const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => fvar.getUint8(start + byte)));
        const [least, rest, most] = [4, 8, 12].map((byte) => fixed(fvar, start + byte)) as [number, number, number];
        const wanted = Math.min(most, Math.max(least, axes[tag] ?? rest));
        let at = wanted < rest ? (wanted - rest) / (rest - least) : wanted > rest ? (wanted - rest) / (most - rest) : 0;
        if (avar === undefined) return at;
        const pairs = Array.from({ length: avar.getUint16(bend) }, (_, pair): [number, number] => [
            fraction(avar, bend + 2 + pair * 4),
            fraction(avar, bend + 4 + pair * 4),
        ]);
        bend += 2 + pairs.length * 4;
        const upper = pairs.findIndex(([from]) => from >= at);
        if (upper > 0) {
            const [[a, toA], [b, toB]] = [pairs[upper - 1]!, pairs[upper]!];
            at = toA + ((at - a) / (b - a)) * (toB - toA);
        }
        return at;
    });
}

/** Change of each glyph's width at the settings. */
function widthChanges(hvar: DataView, at: readonly number[]): (glyph: number) => number {
    const store = hvar.getUint32(4);
    const map = hvar.getUint32(8);
    const weights = regionWeights(hvar, store + hvar.getUint32(store + 2), at);
    return (glyph) => {
        let [outer, inner] = [0, glyph];
        if (map > 0) {
            const format = hvar.getUint8(map + 1);
            const [bits, bytes] = [(format & 15) + 1, ((format >> 4) & 3) + 1];
            const isLong = hvar.getUint8(map) === 1;
            const count = isLong ? hvar.getUint32(map + 2) : hvar.getUint16(map + 2);
            const entry = map + (isLong ? 6 : 4) + Math.min(glyph, count - 1) * bytes;
            let value = 0;
            for (let byte = 0; byte < bytes; byte += 1) value = value * 256 + hvar.getUint8(entry + byte);
            [outer, inner] = [Math.floor(value / 2 ** bits), value % 2 ** bits];
        }
        const data = store + hvar.getUint32(store + 8 + outer * 4);
        const [words, n] = [hvar.getUint16(data + 2) & 0x7fff, hvar.getUint16(data + 4)];
        const row = data + 6 + n * 2 + inner * (words * 2 + (n - words));
        let sum = 0;
        for (let column = 0; column < n; column += 1) {
            const delta =
                column < words ? hvar.getInt16(row + column * 2) : hvar.getInt8(row + words * 2 + (column - words));
            sum += delta * weights[hvar.getUint16(data + 6 + column * 2)]!;
        }
        return sum;
    };
}

/** Weight of each corner of the design at the settings. */
function regionWeights(hvar: DataView, list: number, at: readonly number[]): number[] {
    const nAxes = hvar.getUint16(list);
    return Array.from({ length: hvar.getUint16(list + 2) }, (_, region) => {
        let weight = 1;
        for (let axis = 0; axis < nAxes; axis += 1) {
            const place = list + 4 + (region * nAxes + axis) * 6;
            const [start, peak, end] = [0, 2, 4].map((byte) => fraction(hvar, place + byte)) as [
                number,
                number,
                number,
            ];
            const here = at[axis]!;
            if (peak === 0 || here === peak) continue;
            if (here <= start || here >= end) return 0;
            weight *= here < peak ? (here - start) / (peak - start) : (end - here) / (end - peak);
        }
        return weight;
    });
}

/** The glyph of a letter by the font's table of the basic plane (format 4); zero if it has none. */
function glyphsOf(cmap: DataView): (code: number) => number {
    for (let n = 0; n < cmap.getUint16(2); n += 1) {
        const start = cmap.getUint32(8 + n * 8);
        if (cmap.getUint16(start) !== 4) continue;
        const segments = cmap.getUint16(start + 6) / 2;
        return (code) => {
            for (let segment = 0; segment < segments; segment += 1) {
                const end = start + 14 + segment * 2;
                if (cmap.getUint16(end) < code) continue;
                const first = cmap.getUint16(end + 2 + segments * 2);
                if (first > code) return 0;
                const shift = cmap.getUint16(end + 2 + segments * 4);
                const rangeAt = end + 2 + segments * 6;
                const range = cmap.getUint16(rangeAt);
                if (range === 0) return (code + shift) & 0xffff;
                const glyph = cmap.getUint16(rangeAt + range + (code - first) * 2);
                return glyph === 0 ? 0 : (glyph + shift) & 0xffff;
            }
            return 0;
        };
    }
    throw new Error('expected a table of letters of format 4 in the font; came none');
}
