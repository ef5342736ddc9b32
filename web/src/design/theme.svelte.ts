/** Light or dark theme: that of the system until the reader chooses one. */
export type Theme = 'light' | 'dark';

const KEPT = 'gridwright.theme';

export const theme = $state<{ now: Theme }>({ now: 'light' });

function show(now: Theme): void {
    theme.now = now;
    document.documentElement.dataset['theme'] = now;
}

/** Apply the stored theme, or follow the system. */
export function startTheme(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const decide = (): void => {
        const kept = localStorage.getItem(KEPT);
        show(kept === 'dark' || kept === 'light' ? kept : dark.matches ? 'dark' : 'light');
    };
    dark.addEventListener('change', decide);
    decide();
}

/** Switch the theme and store the choice. */
export function toggleTheme(): void {
    show(theme.now === 'dark' ? 'light' : 'dark');
    localStorage.setItem(KEPT, theme.now);
}
