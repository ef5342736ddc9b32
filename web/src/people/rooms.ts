/** Screens of accounts, loaded when they are opened. */
import type { Component } from 'svelte';

import { learn } from '../words';
import { withWords } from '../words/late';
import { isRoom, type RoomPath } from './roomPaths';

const ROOMS: Record<RoomPath, () => Promise<{ default: Component }>> = {
    '/signin': () => import('./account/SignIn.svelte'),
    '/signup': () => import('./account/SignUp.svelte'),
    '/notices/confirm': () => withWords(import('./account/NoticeLink.svelte'), 'notices'),
    '/notices/off': () => withWords(import('./account/NoticeLink.svelte'), 'notices'),
};

export async function openRoom(path: string): Promise<Component> {
    if (!isRoom(path)) throw new Error(`expected a room, got ${path}`);
    const [found] = await Promise.all([ROOMS[path](), learn('account')]);
    return found.default;
}
