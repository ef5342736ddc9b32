/** Faults in the layout of a page, one line for each. Runs in the page. */
export function faultsOfLayout(mayBeCut) {
    const LEAST_TEXT = 11;
    const SLACK = 2;
    const faults = new Set();
    const name = (element) => {
        const classes = [...element.classList].filter((each) => !each.startsWith('svelte-')).join('.');
        const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 24);
        return `${element.tagName.toLowerCase()}${classes ? `.${classes}` : ''} "${text}"`;
    };
    const isSeen = (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
    /** Visually hidden text: the element or a box around it is shrunk to a point. */
    const isHiddenText = (element) => {
        for (let box = element; box && box !== document.body; box = box.parentElement) {
            const { width, height } = box.getBoundingClientRect();
            if (width <= 1 && height <= 1 && getComputedStyle(box).overflow === 'hidden') return true;
        }
        return false;
    };
    const isAllowed = (element) =>
        mayBeCut.some((selector) => element.matches(selector) || element.closest(selector) !== null);
    const top = document.querySelector('dialog[open]:modal') ?? document.body;
    const all = [...top.querySelectorAll('*')].filter((each) => isSeen(each) && !isHiddenText(each));

    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) {
        const widest = all.filter((each) => each.getBoundingClientRect().right > innerWidth + 1).at(-1);
        faults.add(`page is ${wide} px too wide${widest ? `: ${name(widest)}` : ''}`);
    }
    const hasText = (element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    /** The box that clips a text, and by how much; boxes that scroll clip nothing. */
    const cutBy = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const text = range.getBoundingClientRect();
        for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
            const style = getComputedStyle(box);
            const frame = box.getBoundingClientRect();
            const across = ['hidden', 'clip'].includes(style.overflowX)
                ? Math.max(text.right - frame.right, frame.left - text.left)
                : 0;
            const down = ['hidden', 'clip'].includes(style.overflowY)
                ? Math.max(text.bottom - frame.bottom, frame.top - text.top)
                : 0;
            if (Math.max(across, down) > SLACK) return [box, Math.round(Math.max(across, down))];
            if (['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY))
                return null;
        }
        return null;
    };
    /** Number of lines of a piece of text; text in drawings never wraps. */
    const linesOf = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const middles = [...range.getClientRects()]
            .filter(({ width, height }) => width > 0 && height > 0)
            .map(({ top: upper, bottom }) => (upper + bottom) / 2)
            .sort((one, other) => one - other);
        return middles.filter((middle, at) => at === 0 || middle - middles[at - 1] > 4).length;
    };
    const NUMBER = /^[+−–-]?\d+$/;
    const WORD = /^\p{L}{2,14}$/u;
    for (const element of all.filter((each) => !(each instanceof SVGElement))) {
        for (const node of element.childNodes) {
            const text = node.nodeType === Node.TEXT_NODE ? node.textContent.trim() : '';
            if ((NUMBER.test(text) || WORD.test(text)) && linesOf(node) > 1)
                faults.add(`broken ${NUMBER.test(text) ? 'number' : 'word'}: ${name(element)}`);
        }
    }
    for (const element of all) {
        if (!hasText(element) || isAllowed(element)) continue;
        const isDrawn = element instanceof SVGElement;
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        if (!isDrawn && size < LEAST_TEXT) faults.add(`small ${size} px: ${name(element)}`);
        const cut = isDrawn ? null : cutBy(element);
        if (cut)
            faults.add(
                `cut by ${cut[1]} px: ${name(element)}${cut[0] === element ? '' : ` in ${name(cut[0]).split(' ')[0]}`}`,
            );
    }

    const pressed = all.filter(
        (each) =>
            each.matches('button, a[href], input, select, textarea, [role=button], [role=slider], [role=spinbutton]') &&
            !(each instanceof SVGElement) &&
            !each.closest('svg'),
    );
    /** The visible part of a box within all boxes around it that cut or scroll. */
    const seenBox = (element) => {
        let { left, top: upper, right, bottom } = element.getBoundingClientRect();
        for (let box = element.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            const frame = box.getBoundingClientRect();
            if (style.overflowX !== 'visible')
                [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
            if (style.overflowY !== 'visible')
                [upper, bottom] = [Math.max(upper, frame.top), Math.min(bottom, frame.bottom)];
        }
        return { left, top: upper, right, bottom };
    };
    const boxes = pressed
        .map((element) => ({ element, box: seenBox(element) }))
        .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1);
    /** The fixed or sticky box around an element, or null. */
    const layerOf = (element) => {
        for (let box = element; box && box !== document.body; box = box.parentElement)
            if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return box;
        return null;
    };
    /** True if scrolling can free an element from a layer that covers it. */
    const canComeFree = (element, layer) => {
        const { top: upper, bottom, height } = layer.getBoundingClientRect();
        const page = document.documentElement.scrollHeight;
        const end = element.getBoundingClientRect().bottom + scrollY;
        if (bottom < innerHeight - 1) return page - innerHeight >= bottom - upper;
        return end + height <= page + SLACK;
    };
    boxes.forEach((one, at) => {
        for (const other of boxes.slice(at + 1)) {
            if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
            const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            if (across <= SLACK || down <= SLACK) continue;
            // A button within a field belongs to it.
            if (one.element.matches('input') && one.element.parentElement?.contains(other.element)) continue;
            const [layer, under] = [layerOf(one.element), layerOf(other.element)];
            if (layer && !under && canComeFree(other.element, layer)) continue;
            if (under && !layer && canComeFree(one.element, under)) continue;
            faults.add(`overlap of ${name(one.element)} and ${name(other.element)}`);
        }
    });
    return [...faults];
}
