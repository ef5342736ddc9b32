/** Installs the service worker, and says when a newer build of this page is ready. Nothing reloads unless a person asks. */
import { SERVICE_WORKER, trusted } from './trusted';

export const update = $state({ isReady: false });

const HOUR_MS = 3_600_000;

let keeping: Promise<void> | null = null;

/** Keep this page for times without a network. */
export function keepPage(): void {
    if (import.meta.env.PROD && 'serviceWorker' in navigator) keeping ??= install();
}

async function install(): Promise<void> {
    // Without a worker the page still works with a network.
    const registration = await navigator.serviceWorker
        .register(trusted(SERVICE_WORKER), { updateViaCache: 'none' })
        .catch(() => null);
    if (!registration) return;
    note(registration);
    registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', () => note(registration));
    });
    setInterval(() => void registration.update().catch(() => undefined), HOUR_MS);
}

function note(registration: ServiceWorkerRegistration): void {
    update.isReady = registration.waiting !== null && registration.active !== null;
}

/** Load the newer build, in this window. */
export function useUpdate(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    void navigator.serviceWorker.getRegistration().then((found) => found?.waiting?.postMessage('use'));
}
