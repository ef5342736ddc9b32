/** The screens, each loaded with its words when it is opened, so that no screen waits for another. */
import type { Component } from 'svelte';

import { ROOM_PATHS } from '../people/roomPaths';
import { openRoom } from '../people/rooms';
import { can, type Capability } from '../transport';
import { boardOf, codeOf, lessonOf, personOf, puzzleOf } from '../router.svelte';
import { withWords } from '../words/late';

type Opener = () => Promise<Component>;

async function openSettings(): Promise<Component> {
    const page = import('./settings/SettingsPage.svelte');
    return (await withWords(page, 'screens', 'account', 'notices', 'settings')).default;
}

const SCREENS: Record<string, Opener> = {
    '/': async () => (await withWords(import('./Home.svelte'), 'screens', 'lobby')).default,
    '/new': async () => (await withWords(import('./NewTable.svelte'), 'screens', 'hotseat')).default,
    '/boards': async () => (await withWords(import('./BoardsPage.svelte'), 'screens', 'boards')).default,
    '/import': async () => (await withWords(import('./ImportPage.svelte'), 'share')).default,
    '/lobby': async () => (await withWords(import('./Lobby.svelte'), 'screens', 'lobby')).default,
    '/j': async () => (await withWords(import('./JoinPage.svelte'), 'screens')).default,
    '/watch': async () => (await withWords(import('../watch/WatchPage.svelte'), 'watch', 'lobby')).default,
    '/bots': async () => (await withWords(import('./BotsPage.svelte'), 'screens', 'bots')).default,
    '/puzzles': async () => (await withWords(import('../puzzles/PuzzlePage.svelte'), 'puzzle', 'hint')).default,
    '/people': async () =>
        (await withWords(import('./ProfilePage.svelte'), 'screens', 'lobby', 'account', 'profile')).default,
    '/learn': async () => (await withWords(import('../lessons/LearnPage.svelte'), 'lesson')).default,
    '/settings': openSettings,
    '/me': openSettings,
    '/host': async () => (await withWords(import('./host/HostPage.svelte'), 'host', 'account')).default,
    ...Object.fromEntries(ROOM_PATHS.map((path) => [path, () => openRoom(path)])),
};

/** What a screen needs; one that this page cannot do is unknown. */
const NEEDS: Record<string, Capability> = {
    '/import': 'imports',
    '/lobby': 'friends',
    '/j': 'friends',
    '/watch': 'watching',
    '/people': 'accounts',
    '/me': 'accounts',
    '/host': 'accounts',
    ...Object.fromEntries(ROOM_PATHS.map((path) => [path, 'accounts'])),
};

/** Loader of the screen of a path, if there is one. */
export function openerOf(path: string): Opener | undefined {
    const screen = boardOf(path)
        ? '/boards'
        : puzzleOf(path)
          ? '/puzzles'
          : lessonOf(path)
            ? '/learn'
            : personOf(path)
              ? '/people'
              : codeOf(path)
                ? '/j'
                : path;
    const needed = Object.hasOwn(NEEDS, screen) ? NEEDS[screen] : undefined;
    if (needed && !can(needed)) return undefined;
    return Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined;
}

/** A replay inside another page. */
export async function openEmbed(): Promise<Component<{ gameId: string; at: number | null }>> {
    return (await withWords(import('./EmbedPage.svelte'), 'share', 'playback')).default;
}

export async function openTable(): Promise<Component<{ gameId: string; at: number | null }>> {
    return (await import('./TablePage.svelte')).default;
}
