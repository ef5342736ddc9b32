/** Push subscription of this browser. */
import type { NewChannel } from '../../protocol/api';
import { deviceName } from './device';

/** Support for push notifications and the permission of the person. */
export type PushState = 'impossible' | 'refused' | 'off' | 'on';

const isPossible = (): boolean =>
    'serviceWorker' in navigator && 'PushManager' in globalThis && typeof Notification !== 'undefined';

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
    return isPossible() ? navigator.serviceWorker.getRegistration() : undefined;
}

export async function pushState(): Promise<PushState> {
    const worker = await registration();
    if (!worker) return 'impossible';
    if (Notification.permission === 'denied') return 'refused';
    return (await worker.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Request a push subscription; null if the person declines. Must be called from a click. */
export async function subscribe(serverKey: string): Promise<NewChannel | null> {
    const worker = await registration();
    if (!worker || (await Notification.requestPermission()) !== 'granted') return null;
    // A subscription for another key of the server is useless.
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
    return {
        kind: 'push',
        to: made.endpoint,
        label: deviceName(navigator.userAgent),
        key: textOf(made.getKey('p256dh')),
        auth: textOf(made.getKey('auth')),
        server_key: serverKey,
    };
}

export async function unsubscribe(): Promise<void> {
    const worker = await registration();
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** Bytes in base64url. */
export function textOf(key: ArrayBuffer | null): string {
    const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
    return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
