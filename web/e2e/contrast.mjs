/**
 * Contrast of text whose background axe cannot determine. Runs in the page: returns for each selector the lowest
 * contrast of the text against the colours behind the centre of its visible part; of a gradient the worst colour
 * counts.
 */
export function leastContrasts(selectors) {
    const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgba = (text) => {
        brush.clearRect(0, 0, 1, 1);
        brush.fillStyle = '#0000';
        brush.fillStyle = text;
        brush.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
        return [red, green, blue, alpha / 255];
    };
    const over = (top, under) => top.slice(0, 3).map((part, place) => part * top[3] + under[place] * (1 - top[3]));
    const light = (colour) => {
        const [red, green, blue] = colour.map((part) =>
            part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    /** Colours of the background images of an element, down to the first opaque one. */
    const painted = (pictures) => {
        const found = [];
        for (const picture of pictures.split(/,\s*(?=[a-z-]+-gradient\(|url\()/)) {
            const colours = (picture.match(/rgba?\([^)]*\)|#[0-9a-f]+/gi) ?? []).map(rgba);
            found.push(...colours);
            if (colours.length > 0 && colours.every((colour) => colour[3] === 1)) return { found, isClosed: true };
        }
        return { found, isClosed: false };
    };
    /** Lines below this width in pixels cross a text without being its background; an outline as wide is one. */
    const WIDE = 3;
    const isInside = (shape, [x, y]) =>
        !(shape instanceof SVGGeometryElement) ||
        shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
    /** Colours that an element may paint behind a text at a point. */
    const grounds = (element, point) => {
        const style = getComputedStyle(element);
        if (['text', 'tspan', 'g'].includes(element.tagName)) return [];
        if (element instanceof SVGElement && element.tagName !== 'svg') {
            if (style.fill !== 'none' && isInside(element, point)) return [rgba(style.fill)];
            const isWide = style.stroke !== 'none' && Number.parseFloat(style.strokeWidth) >= WIDE;
            return isWide ? [rgba(style.stroke)] : [];
        }
        const { found, isClosed } = painted(style.backgroundImage);
        return [...found, ...(isClosed ? [] : [rgba(style.backgroundColor)])].filter((colour) => colour[3] > 0);
    };
    /**
     * Centre of the visible part of an element, because points outside the window have no elements; null if it is
     * hidden.
     */
    const middleOf = (element) => {
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const box = element.getBoundingClientRect();
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
        const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
        return left < right && top < bottom ? [(left + right) / 2, (top + bottom) / 2] : null;
    };
    const hasOutline = ({ paintOrder, stroke, strokeWidth }) =>
        paintOrder.startsWith('stroke') && stroke !== 'none' && Number.parseFloat(strokeWidth) >= WIDE;
    const behind = (element, middle) => {
        const own = getComputedStyle(element);
        if (element instanceof SVGElement && hasOutline(own)) return [over(rgba(own.stroke), [0, 0, 0])];
        const stack = document.elementsFromPoint(...middle);
        const at = stack.indexOf(element);
        const from = at < 0 ? stack : stack.slice(at);
        // The page background continues beyond the body.
        let found = [over(rgba(getComputedStyle(document.body).backgroundColor), [255, 255, 255])];
        for (const each of from.reverse()) {
            const colours = grounds(each, middle);
            if (colours.length === 0) continue;
            found =
                colours.some((colour) => colour[3] === 1) && colours.length === 1
                    ? [over(colours[0], [0, 0, 0])]
                    : colours.flatMap((colour) => found.map((under) => over(colour, under)));
        }
        return found;
    };
    // Elements without pointer events are painted too.
    const touchable = new CSSStyleSheet();
    touchable.replaceSync('* { pointer-events: auto !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, touchable];
    const found = selectors.map((selector) => {
        const element = document.querySelector(selector);
        const middle = element?.textContent?.trim() ? middleOf(element) : null;
        if (!middle) return { selector, least: 21, need: 4.5 };
        const style = getComputedStyle(element);
        const ink = rgba(element instanceof SVGElement ? style.fill : style.color);
        const size = Number.parseFloat(style.fontSize);
        const need = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
        const least = Math.min(...behind(element, middle).map((ground) => contrast(over(ink, ground), ground)));
        return { selector, least: Math.round(least * 100) / 100, need };
    });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== touchable);
    return found;
}
