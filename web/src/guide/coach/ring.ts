/** The ring around a part of the table: the visible part of its box. */
export interface Box {
    left: number;
    top: number;
    width: number;
    height: number;
}

/** The first of the parts that is drawn now. */
export function findPart(selectors: readonly string[]): HTMLElement | null {
    for (const selector of selectors) {
        for (const found of document.querySelectorAll<HTMLElement>(selector)) {
            if (found.getClientRects().length > 0) return found;
        }
    }
    return null;
}

/** Box of a part on the screen, clipped where the parts around it scroll. */
export function boxOf(part: HTMLElement): Box | null {
    const own = part.getBoundingClientRect();
    let [left, top, right, bottom] = [own.left, own.top, own.right, own.bottom];
    for (let around = part.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = around.getBoundingClientRect();
        left = Math.max(left, edge.left);
        top = Math.max(top, edge.top);
        right = Math.min(right, edge.right);
        bottom = Math.min(bottom, edge.bottom);
    }
    right = Math.min(right, innerWidth);
    bottom = Math.min(bottom, innerHeight);
    return right - left > 4 && bottom - top > 4 ? { left, top, width: right - left, height: bottom - top } : null;
}

/** Bring a part into view without moving the focus. */
export function showPart(part: HTMLElement): void {
    const isStill =
        matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset['motion'] === 'off';
    part.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}
