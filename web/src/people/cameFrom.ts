/** The screen from which somebody went to sign in, to be shown again afterwards. */
import { go, place } from '../router.svelte';
import { ROOMS } from './rooms';

let path = '';

export function rememberPlace(): void {
    if (!(place.path in ROOMS)) path = place.path;
}

export function goBack(): void {
    go(path || '/');
    path = '';
}
