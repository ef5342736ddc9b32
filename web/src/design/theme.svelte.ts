/** Light or dark: as the system says, until the reader says otherwise. */
export type Theme = 'light' | 'dark';

const KEPT = 'gridwright.theme';

export const theme = $state<{ now: Theme }>({ now: 'light' });

function show(now: Theme): void {
    theme.now = now;
    document.documentElement.dataset['theme'] = now;
}

/** Follow the system, or what was chosen before. */
export function startTheme(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const decide = (): void => {
        const kept = localStorage.getItem(KEPT);
        show(kept === 'dark' || kept === 'light' ? kept : dark.matches ? 'dark' : 'light');
    };
    dark.addEventListener('change', decide);
    decide();
}

/** Change it, and keep the choice. */
export function toggleTheme(): void {
    show(theme.now === 'dark' ? 'light' : 'dark');
    localStorage.setItem(KEPT, theme.now);
}
