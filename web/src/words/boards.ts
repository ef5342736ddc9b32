/** Words of single boards, from the folder of the board. */
import found from 'gridwright:boards';

import type { Words } from './sentence';

const SECOND = '-recharged';

/** The words that a board has in a language: its own, and those of its first printing. */
export async function boardWords(board: string, language: string): Promise<Words> {
    const all = (await found[language]?.()) ?? {};
    return { ...all[board.replace(SECOND, '')], ...all[board] };
}
