/** The sheet that shares a game: that of a server's page, unless the page has another one. */
import type { Component } from 'svelte';

import { withWords } from '../words/late';

export interface ShareProps extends Record<string, unknown> {
    gameId: string;
    /** The URL of what is shown. */
    link: string;
    /** The version that is shown; null for the current table. */
    at: number | null;
    /** Draws the picture here; null takes that of the server. */
    draw: (() => Promise<string>) | null;
    /** True if other pages may embed the replay. */
    mayEmbed: boolean;
    onclose: () => void;
}
type ShareSheet = Component<ShareProps>;

let opener: () => Promise<ShareSheet> = async () =>
    (await withWords(import('./ShareSheet.svelte'), 'share')).default as unknown as ShareSheet;

/** Use another sheet on this page. */
export function shareWith(open: () => Promise<ShareSheet>): void {
    opener = open;
}

export const openShareSheet = (): Promise<ShareSheet> => opener();
