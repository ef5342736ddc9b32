/** The screens, each fetched with its words when somebody opens it: a table does not wait for the lobby, nor the lobby for a table. */
import type { Component } from 'svelte';

import { ROOM_PATHS } from '../people/roomPaths';
import { openRoom } from '../people/rooms';
import { boardOf, lessonOf, puzzleOf } from '../router.svelte';
import { withWords } from '../words/late';

type Opener = () => Promise<Component>;

const SCREENS: Record<string, Opener> = {
    '/': async () => (await withWords(import('./Home.svelte'), 'screens', 'lobby')).default,
    '/new': async () => (await withWords(import('./NewTable.svelte'), 'screens', 'hotseat')).default,
    '/boards': async () => (await withWords(import('./BoardsPage.svelte'), 'screens', 'boards')).default,
    '/lobby': async () => (await withWords(import('./Lobby.svelte'), 'screens', 'lobby')).default,
    '/puzzles': async () => (await withWords(import('../puzzles/PuzzlePage.svelte'), 'puzzle', 'hint')).default,
    '/learn': async () => (await withWords(import('../puzzles/LearnPage.svelte'), 'puzzle', 'hint', 'lesson')).default,
    ...Object.fromEntries(ROOM_PATHS.map((path) => [path, () => openRoom(path)])),
};

/** How the screen of a path is opened, if there is one. */
export function openerOf(path: string): Opener | undefined {
    const screen = boardOf(path) ? '/boards' : puzzleOf(path) ? '/puzzles' : lessonOf(path) ? '/learn' : path;
    return Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined;
}

export async function openTable(): Promise<Component<{ gameId: string; at: number | null }>> {
    return (await import('./TablePage.svelte')).default;
}
