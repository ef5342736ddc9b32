/** Pairs of texts that are drawn over each other, one line for each. Runs in the page. */
export function overlappingTexts() {
    const SLACK = 2;
    /** Part of a line box above and below the letters; neighbouring lines may share it. */
    const LEADING = 0.22;
    const top = document.querySelector('dialog[open]:modal') ?? document.body;
    const isHidden = (element) => {
        for (let box = element; box && box !== document.body; box = box.parentElement) {
            const { width, height } = box.getBoundingClientRect();
            if (width <= 1 && height <= 1) return true;
            if (getComputedStyle(box).clipPath === 'inset(50%)') return true;
        }
        // A hidden table keeps its size.
        const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        return !isDrawn || element.closest('.visually-hidden') !== null;
    };
    const meet = (one, other) => ({
        left: Math.max(one.left, other.left),
        right: Math.min(one.right, other.right),
        top: Math.max(one.top, other.top),
        bottom: Math.min(one.bottom, other.bottom),
    });
    const isLarge = ({ left, right, top: upper, bottom }) => right - left > SLACK && bottom - upper > SLACK;
    /** The part of a line that the boxes around it do not clip. */
    const seenPart = (line, element) => {
        let part = line;
        for (let box = element; box && box !== document.body; box = box.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(box);
            const frame = box.getBoundingClientRect();
            if (overflowX !== 'visible') part = meet(part, { ...part, left: frame.left, right: frame.right });
            if (overflowY !== 'visible') part = meet(part, { ...part, top: frame.top, bottom: frame.bottom });
        }
        return part;
    };
    /** The box around an element that is positioned over others, or null. */
    const layerOf = (element) => {
        for (let box = element; box && box !== document.body; box = box.parentElement)
            if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(box).position)) return box;
        return null;
    };
    const isOpaque = (element) =>
        !/^rgba\(.*, 0?(\.\d+)?\)$|^transparent$/.test(getComputedStyle(element).backgroundColor);
    /** True if a positioned box with a background covers an element at a point. */
    const isCovered = (element, x, y) => {
        for (const each of document.elementsFromPoint(x, y)) {
            if (each === element || each.contains(element)) return false;
            const { left, right, top: upper, bottom } = each.getBoundingClientRect();
            const isThere = left <= x && x <= right && upper <= y && y <= bottom;
            const layer = layerOf(each);
            if (isThere && isOpaque(each) && layer && !layer.contains(element)) return true;
        }
        return false;
    };

    const lines = [];
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || element.closest('svg, script, style, option') || isHidden(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, top: upper, bottom } of range.getClientRects()) {
            const inset = (bottom - upper) * LEADING;
            const box = seenPart({ left, right, top: upper + inset, bottom: bottom - inset }, element);
            if (isLarge(box)) lines.push({ node, element, box });
        }
    }
    const said = ({ textContent }) => `"${textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
    const faults = new Set();
    lines.forEach((one, at) => {
        for (const other of lines.slice(at + 1)) {
            const both = meet(one.box, other.box);
            if (one.node === other.node || !isLarge(both)) continue;
            const [x, y] = [(both.left + both.right) / 2, (both.top + both.bottom) / 2];
            if (isCovered(one.element, x, y) || isCovered(other.element, x, y)) continue;
            faults.add(`${said(one.node)} over ${said(other.node)}`);
        }
    });
    return [...faults];
}
