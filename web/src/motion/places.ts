/** Screen positions of the parts of the table, for animations above it. */

export interface Box {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

/** The parts with an anchor that can be seen. */
function seen(anchor: string): { part: Element; box: Box }[] {
    return [...document.querySelectorAll(anchor)].flatMap((part) => {
        const { left: x, top: y, width, height } = part.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const isSeen = width > 0 && middle.x >= 0 && middle.y >= 0 && middle.x <= innerWidth && middle.y <= innerHeight;
        return isSeen ? [{ part, box: { x, y, width, height } }] : [];
    });
}

/** The box of the first visible anchor, of several the one at an index. */
export function boxOf(anchors: readonly string[], place = 0): Box | null {
    for (const anchor of anchors) {
        const found = seen(anchor);
        const one = found[Math.min(place, found.length - 1)];
        // A dialog or another tab may cover it.
        if (one) return one.box;
    }
    return null;
}

/** Record the positions of some parts; the returned function slides them from there to their new positions. */
export function noteSlides(anchors: readonly string[], time: number): () => void {
    const before = anchors.flatMap(seen).map(({ part, box }) => ({ part, box }));
    return () => {
        for (const { part, box } of before) {
            const now = part.getBoundingClientRect();
            const by = { x: box.x - now.left, y: box.y - now.top };
            if (now.width === 0 || (Math.abs(by.x) < 1 && Math.abs(by.y) < 1)) continue;
            part.animate([{ transform: `translate(${by.x}px, ${by.y}px)` }, { transform: 'none' }], {
                duration: time,
                easing: 'cubic-bezier(.5,0,.2,1)',
            });
        }
    };
}
