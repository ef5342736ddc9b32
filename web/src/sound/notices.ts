/** System notifications for a hidden page. */
export type Notices = 'unasked' | 'allowed' | 'forbidden' | 'unknown';

const STATES: Record<NotificationPermission, Notices> = { default: 'unasked', granted: 'allowed', denied: 'forbidden' };

export function noticesAre(): Notices {
    return typeof Notification === 'undefined' ? 'unknown' : STATES[Notification.permission];
}

/** Request the permission. Must be called from a click. */
export async function askForNotices(): Promise<Notices> {
    if (noticesAre() !== 'unasked') return noticesAre();
    return STATES[await Notification.requestPermission()];
}

/** Show a notification, one for each table: a later one replaces the one before. */
export async function notice(title: string, body: string, path: string): Promise<void> {
    if (noticesAre() !== 'allowed') return;
    const options = { body, tag: path, icon: '/icon-192.png', data: path };
    // Phones show them only through the worker.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) return worker.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
        focus();
        shown.close();
    };
}
