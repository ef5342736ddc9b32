/** Test files share modules and the document of a worker: leave no timers, stubs, markup or storage behind. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    if (typeof document === 'undefined') return;
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
});
