/** Resolves once the next frame is on its way to the screen; immediately where nothing is drawn. */
export function painted(): Promise<void> {
    return new Promise((go) => {
        if (typeof document === 'undefined' || document.hidden) go();
        else requestAnimationFrame(() => setTimeout(go));
    });
}
