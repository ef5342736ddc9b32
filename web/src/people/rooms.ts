/** The screens of accounts, fetched when somebody opens one. */
import type { Component } from 'svelte';

import { learn } from '../words';
import { withWords } from '../words/late';

const WORDS = { en: () => import('./account/words.en.json'), de: () => import('./account/words.de.json') };

export const ROOMS: Record<string, () => Promise<{ default: Component }>> = {
    '/signin': () => import('./account/SignIn.svelte'),
    '/signup': () => import('./account/SignUp.svelte'),
    '/me': () => withWords(import('./account/Me.svelte'), 'screens'),
};

export async function openRoom(path: string): Promise<Component> {
    const room = ROOMS[path];
    if (!room) throw new Error(`expected a room, got ${path}`);
    const [found] = await Promise.all([room(), learn(WORDS)]);
    return found.default;
}
