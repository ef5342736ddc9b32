/** A recorded game as an animation: what its player saw, a frame for each turn, as many as there is room for. */
import { writeFileSync } from 'node:fs';

import { animated, pixels } from './picture.mjs';

const MOST_BYTES = 1_500_000;
const COLOURS = 48;
const FRAME = 900;
const LAST = 4000;
/** How many frames to try, the most first. */
const COUNTS = [36, 28, 22, 16, 12];
const SIZE = { width: 1280, height: 800 };
const SCALE = 2 / 3;

export class Film {
    shots = [];

    constructor(path) {
        this.path = path;
    }

    /** Keep what the page shows; nothing twice. */
    async take(page) {
        await page.setViewportSize(SIZE);
        this.camera ??= await page.context().newCDPSession(page);
        const { data } = await this.camera.send('Page.captureScreenshot', {
            format: 'png',
            clip: { x: 0, y: 0, ...SIZE, scale: SCALE },
        });
        if (this.shots.at(-1) !== data) this.shots.push(data);
    }

    /** Write it; what is wrong with it, in words. */
    close() {
        if (this.shots.length < COUNTS.at(-1))
            return [`expected ${COUNTS.at(-1)} frames of a game, got ${this.shots.length}`];
        for (const count of COUNTS) {
            const chosen = evenly(this.shots, count).map((shot) => pixels(Buffer.from(shot, 'base64')));
            const delays = chosen.map((_, place) => (place === chosen.length - 1 ? LAST : FRAME));
            const [{ width, height }] = chosen;
            const film = animated(
                chosen.map(({ frame }) => frame),
                width,
                height,
                COLOURS,
                delays,
            );
            if (film.length > MOST_BYTES) continue;
            writeFileSync(this.path, film);
            return [];
        }
        return [`expected at most ${MOST_BYTES} bytes of animation, got more with ${COUNTS.at(-1)} frames`];
    }
}

/** So many of a list, the first and the last among them. */
function evenly(list, count) {
    const wanted = Math.min(count, list.length);
    return Array.from({ length: wanted }, (_, place) => list[Math.round((place * (list.length - 1)) / (wanted - 1))]);
}
