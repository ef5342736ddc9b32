/** How the table behaves in this browser: kept here, shared by all tabs. */
const KEPT = 'gridwright.settings';

export interface Settings {
    sound: boolean;
    motion: boolean;
    /** A notification when it is one's turn and nobody looks. */
    notices: boolean;
}

const FIRST: Settings = { sound: true, motion: true, notices: false };

function read(): Settings {
    try {
        const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Settings>;
        const choose = (name: keyof Settings): boolean =>
            typeof found[name] === 'boolean' ? found[name] : FIRST[name];
        return { sound: choose('sound'), motion: choose('motion'), notices: choose('notices') };
    } catch {
        return { ...FIRST };
    }
}

export const settings = $state<Settings>(read());

function show(): void {
    if (settings.motion) delete document.documentElement.dataset['motion'];
    else document.documentElement.dataset['motion'] = 'off';
}

/** Follow what was chosen before, here or in another tab. */
export function startSettings(): void {
    show();
    addEventListener('storage', (event) => {
        if (event.key !== KEPT) return;
        Object.assign(settings, read());
        show();
    });
}

export function set(name: keyof Settings, value: boolean): void {
    settings[name] = value;
    localStorage.setItem(KEPT, JSON.stringify(settings));
    show();
}

/** Whether something may move now: it is wanted, and somebody sees it. */
export function mayMove(): boolean {
    return (
        settings.motion &&
        document.visibilityState === 'visible' &&
        !matchMedia('(prefers-reduced-motion: reduce)').matches
    );
}
