/** REST client for puzzles. */
import type { PuzzleAnswer, PuzzleFace, PuzzleGuess, Try } from '../protocol/api';
import { ask, send } from './rest';

const path = (puzzleId: string): string => `/api/puzzles/${encodeURIComponent(puzzleId)}`;

export const readDailyPuzzle = (): Promise<PuzzleFace> => ask('/api/puzzles/daily');
export const readPuzzle = (puzzleId: string): Promise<PuzzleFace> => ask(path(puzzleId));

/** An unseen puzzle near the solver's rating. */
export function readNextPuzzle(theme: string, rating: number, seen: readonly string[]): Promise<PuzzleFace> {
    const asked = new URLSearchParams({ theme, rating: String(rating), seen: seen.join(',') });
    return ask(`/api/puzzles/next?${asked.toString()}`);
}

export function answerPuzzle(puzzleId: string, guess: PuzzleGuess): Promise<PuzzleAnswer> {
    return send('POST', `${path(puzzleId)}/answer`, guess);
}

/** A table that begins in the position of a puzzle. */
export const tryPuzzle = (puzzleId: string): Promise<Try> => ask(`${path(puzzleId)}/tries`, { method: 'POST' });
