/** Svelte action: a box is a tab stop only while it can be scrolled. */
export function scrolled(box: HTMLElement): { destroy: () => void } | undefined {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const look = (): void => {
        const scrolls = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto';
        if (scrolls === box.hasAttribute('tabindex')) return;
        if (scrolls) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(look);
    let watched = new Set<Element>();
    const watch = (): void => {
        // A child that fills the box keeps its size when its content grows, so its own children are observed too.
        const wanted = new Set<Element>([box, ...box.querySelectorAll(':scope > *, :scope > * > *')]);
        for (const each of watched) if (!wanted.has(each)) sizes.unobserve(each);
        for (const each of wanted) if (!watched.has(each)) sizes.observe(each);
        watched = wanted;
    };
    const contents = new MutationObserver(watch);
    contents.observe(box, { childList: true, subtree: true });
    watch();
    return {
        destroy: () => {
            sizes.disconnect();
            contents.disconnect();
        },
    };
}
