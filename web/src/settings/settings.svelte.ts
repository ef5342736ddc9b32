/** Settings of the table: stored in this browser, shared by all tabs. */
const KEPT = 'gridwright.settings';

/** Speed of others' moves. */
export type Pace = 'calm' | 'brisk' | 'now';
export const PACES: readonly Pace[] = ['calm', 'brisk', 'now'];

/** Size of all text. */
export type TextSize = 's' | 'm' | 'l';
export const TEXT_SIZES: readonly TextSize[] = ['s', 'm', 'l'];

export interface Settings {
    /** Empty until it is chosen: then the table's clock decides. */
    pace: Pace | '';
    text: TextSize;
    /** Off by default. */
    sound: boolean;
    /** True once the page asked about sound; no answer counts as off. */
    soundAsked: boolean;
    /** Volume of sound, in percent. */
    volume: number;
    /** Vibration of a phone. */
    haptics: boolean;
    motion: boolean;
    /** A notification when it is the player's turn and the page is hidden. */
    notices: boolean;
    /** Letters are keys of the table. */
    letters: boolean;
    /** The first game of a browser has the guide. */
    guide: boolean;
    /** Against bots, powering without a choice is sent automatically. */
    powers: boolean;
}

const FIRST: Settings = {
    pace: '',
    text: 'm',
    sound: false,
    soundAsked: false,
    volume: 40,
    haptics: false,
    motion: true,
    notices: false,
    letters: true,
    guide: true,
    powers: true,
};

function read(): Settings {
    try {
        const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Settings>;
        const choose = (name: Exclude<keyof Settings, 'pace' | 'text' | 'volume'>): boolean =>
            typeof found[name] === 'boolean' ? found[name] : FIRST[name];
        const pace = PACES.find((each) => each === found.pace) ?? FIRST.pace;
        const volume = Number.isFinite(found.volume) ? Math.min(Math.max(found.volume!, 0), 100) : FIRST.volume;
        return {
            pace,
            text: TEXT_SIZES.find((each) => each === found.text) ?? FIRST.text,
            // Before there was a volume, sound was on by default.
            sound: found.volume !== undefined && choose('sound'),
            soundAsked: choose('soundAsked') || (found.volume !== undefined && choose('sound')),
            volume,
            haptics: choose('haptics'),
            motion: choose('motion'),
            notices: choose('notices'),
            letters: choose('letters'),
            guide: choose('guide'),
            powers: choose('powers'),
        };
    } catch {
        return { ...FIRST };
    }
}

export const settings = $state<Settings>(read());

function show(): void {
    if (settings.motion) delete document.documentElement.dataset['motion'];
    else document.documentElement.dataset['motion'] = 'off';
    document.documentElement.dataset['text'] = settings.text;
}

/** Load the stored settings, and follow changes in other tabs. */
export function startSettings(): void {
    show();
    addEventListener('storage', (event) => {
        if (event.key !== KEPT) return;
        Object.assign(settings, read());
        show();
    });
}

export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
    settings[name] = value;
    localStorage.setItem(KEPT, JSON.stringify(settings));
    show();
}

/** True if animation is on and the page is visible. */
export function mayMove(): boolean {
    return (
        settings.motion &&
        document.visibilityState === 'visible' &&
        !matchMedia('(prefers-reduced-motion: reduce)').matches
    );
}
