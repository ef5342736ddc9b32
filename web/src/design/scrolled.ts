/** A box that scrolls can be reached by keyboard; one that does not is no stop on the way. */
export function scrolled(box: HTMLElement): { destroy: () => void } | undefined {
    if (typeof ResizeObserver === 'undefined') return undefined;
    const look = (): void => {
        const scrolls = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto';
        if (scrolls) box.tabIndex = 0;
        else box.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(look);
    const watch = (): void => {
        sizes.disconnect();
        // A child that fills the box keeps its size whatever is in it, so its own children are watched too.
        for (const each of [box, ...box.querySelectorAll(':scope > *, :scope > * > *')]) sizes.observe(each);
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
