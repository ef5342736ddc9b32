/** Pictures with a palette, at a fraction of the bytes. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

import UPNG from 'upng-js';

const COLOURS = 40;
const SIGNATURE = 8;
/** Length, kind and check sum of a chunk. */
const FRAME = 12;

/** The pixels of a PNG. */
export function pixels(png) {
    const picture = UPNG.decode(png);
    return { width: picture.width, height: picture.height, frame: UPNG.toRGBA8(picture)[0] };
}

export function packed(png) {
    const { width, height, frame } = pixels(png);
    return pressed(Buffer.from(UPNG.encode([frame], width, height, COLOURS)));
}

/** Frames one after the other, each shown for so many milliseconds. */
export function animated(frames, width, height, colours, delays) {
    return Buffer.from(UPNG.encode(frames, width, height, colours, delays));
}

/** The same still picture with its pixels deflated as well as zlib can. */
function pressed(png) {
    const chunks = [];
    for (let at = SIGNATURE; at < png.length;) {
        const size = png.readUInt32BE(at);
        chunks.push({ kind: png.toString('latin1', at + 4, at + 8), body: png.subarray(at + 8, at + 8 + size) });
        at += FRAME + size;
    }
    const deflated = Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ body }) => body));
    const body = deflateSync(inflateSync(deflated), { level: 9, memLevel: 9 });
    const first = chunks.findIndex(({ kind }) => kind === 'IDAT');
    const others = chunks.filter(({ kind }) => kind !== 'IDAT');
    return Buffer.concat([
        png.subarray(0, SIGNATURE),
        ...others.toSpliced(first, 0, { kind: 'IDAT', body }).map(chunkOf),
    ]);
}

function chunkOf({ kind, body }) {
    const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
    const chunk = Buffer.alloc(named.length + 8);
    chunk.writeUInt32BE(body.length, 0);
    named.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(named), named.length + 4);
    return chunk;
}
