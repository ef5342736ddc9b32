/** The screen to return to after signing in. */
import { go, place } from '../router.svelte';
import { isRoom } from './roomPaths';

let path = '';

export function rememberPlace(): void {
    if (!isRoom(place.path)) path = place.path;
}

export function goBack(): void {
    go(path || '/');
    path = '';
}
