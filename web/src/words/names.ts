/** Names of boards and presets in the reader's language; a host's own boards have the host's names. */
import { tOr } from '.';
import { chosen } from './language.svelte';

/** A board as the server lists it. */
export interface ListedBoard {
    readonly name: string;
    readonly words: readonly { language: string; name: string; about: string }[];
}

const told = (board: ListedBoard): ListedBoard['words'][number] | undefined =>
    board.words.find((each) => each.language === chosen.language);

export function boardTitle(board: ListedBoard): string {
    return told(board)?.name ?? board.name;
}

/** The name of a city; on a board of numbered spaces in the reader's language: "Space 7", "Feld 7". */
export function cityTitle(board: string, name: string): string {
    const number = /\d+$/.exec(name)?.[0];
    return number ? tOr(`board.${board}.city`, name, { number }) : name;
}

/** The special features of a board, in one sentence. */
export function boardAbout(board: ListedBoard): string {
    return told(board)?.about ?? '';
}

export const presetTitle = (edition: string, preset: string, name: string): string =>
    tOr(`preset.${edition}.${preset}`, name);
