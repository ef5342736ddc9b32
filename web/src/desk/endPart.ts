/** The end screen, loaded when a game is over. */
import { withWords } from '../words/late';

export type EndPart = (typeof import('../end/EndPage.svelte'))['default'];

export const loadEndPart = (): Promise<{ default: EndPart }> =>
    withWords(import('../end/EndPage.svelte'), 'end', 'fair');
