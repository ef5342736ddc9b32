/**
 * Palette images at a fraction of the size, and a recorded game as an animation: one frame per turn, as many as fit.
 */
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';

import UPNG from 'upng-js';

const STILL_COLOURS = 40;
const SIGNATURE_BYTES = 8;
/** Length, kind and check sum of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12;
const MAX_BYTES = 1_500_000;
const COLOURS = 48;
const FRAME_MS = 900;
const LAST_FRAME_MS = 4000;
/** Numbers of frames to try, the largest first. */
const COUNTS = [36, 28, 22, 16, 12];
const SIZE = { width: 1280, height: 800 };
const SCALE = 2 / 3;

export class Film {
    shots = [];

    constructor(path) {
        this.path = path;
    }

    /** Add a frame of the page; a duplicate is skipped. */
    async take(page) {
        await page.setViewportSize(SIZE);
        this.camera ??= await page.context().newCDPSession(page);
        const { data } = await this.camera.send('Page.captureScreenshot', {
            format: 'png',
            clip: { x: 0, y: 0, ...SIZE, scale: SCALE },
        });
        if (this.shots.at(-1) !== data) this.shots.push(data);
    }

    /** Write the file; returns its problem as text. */
    close() {
        if (this.shots.length < COUNTS.at(-1))
            return [`expected ${COUNTS.at(-1)} frames of a game, got ${this.shots.length}`];
        for (const count of COUNTS) {
            const chosen = evenly(this.shots, count).map((shot) => pixels(Buffer.from(shot, 'base64')));
            const delays = chosen.map((_, place) => (place === chosen.length - 1 ? LAST_FRAME_MS : FRAME_MS));
            const [{ width, height }] = chosen;
            const film = animated(
                chosen.map(({ frame }) => frame),
                width,
                height,
                COLOURS,
                delays,
            );
            if (film.length > MAX_BYTES) continue;
            writeFileSync(this.path, film);
            return [];
        }
        return [`expected at most ${MAX_BYTES} bytes of animation, got more with ${COUNTS.at(-1)} frames`];
    }
}

/** `count` evenly spaced elements of a list, including the first and the last. */
function evenly(list, count) {
    const wanted = Math.min(count, list.length);
    return Array.from({ length: wanted }, (_, place) => list[Math.round((place * (list.length - 1)) / (wanted - 1))]);
}

/** The pixels of a PNG. */
function pixels(png) {
    const picture = UPNG.decode(png);
    return { width: picture.width, height: picture.height, frame: UPNG.toRGBA8(picture)[0] };
}

/** A still picture in few colours. */
export function packed(png) {
    const { width, height, frame } = pixels(png);
    return pressed(Buffer.from(UPNG.encode([frame], width, height, STILL_COLOURS)));
}

/** An animation of frames, each shown for its delay in milliseconds. */
function animated(frames, width, height, colours, delays) {
    return Buffer.from(UPNG.encode(frames, width, height, colours, delays));
}

/** The same image with its pixels recompressed at zlib's best level. */
function pressed(png) {
    const chunks = [];
    for (let at = SIGNATURE_BYTES; at < png.length;) {
        const size = png.readUInt32BE(at);
        chunks.push({ kind: png.toString('latin1', at + 4, at + 8), body: png.subarray(at + 8, at + 8 + size) });
        at += CHUNK_OVERHEAD_BYTES + size;
    }
    const deflated = Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ body }) => body));
    const body = deflateSync(inflateSync(deflated), { level: 9, memLevel: 9 });
    const first = chunks.findIndex(({ kind }) => kind === 'IDAT');
    const others = chunks.filter(({ kind }) => kind !== 'IDAT');
    return Buffer.concat([
        png.subarray(0, SIGNATURE_BYTES),
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
