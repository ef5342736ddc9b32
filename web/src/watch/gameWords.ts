/** Title and result of a listed game, in a few words. */
import { editionOf } from '../game/edition';
import { boardName } from '../lobby/boards.svelte';
import type { FinishedGame, FinishedSeat } from '../protocol/api';
import { t, tOr } from '../words';
import { chosen } from '../words/language.svelte';

interface Played {
    readonly edition: string;
    readonly board: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const editionTitle = (edition: string): string => tOr(`edition.${edition}`, edition);

/** By its board, or else by its edition. */
export const gameTitle = (game: Played): string => boardName(game) || editionTitle(game.edition);

/** The part of the name that the title leaves out. */
export const gameSubtitle = (game: Played, ...more: readonly string[]): string =>
    [editionOf(game.edition).isNamedByBoard ? editionTitle(game.edition) : '', ...more].filter(Boolean).join(', ');

export interface Outcome {
    readonly seat: number;
    readonly winner: FinishedSeat;
    /** The lead, and over which player. */
    readonly story: string;
}

/** The winner and the lead; null without a result. */
export function outcomeOf({ seats }: Pick<FinishedGame, 'seats'>): Outcome | null {
    const seat = seats.findIndex(({ place }) => place === 1);
    const winner = seats[seat];
    if (!winner) return null;
    const [second] = seats.filter((each) => each !== winner).toSorted((one, other) => one.place - other.place);
    if (!second || winner.score < 0) return { seat, winner, story: t('watch.story.early') };
    const count = winner.score - second.score;
    const story =
        second.place === 1
            ? t('watch.story.shared', { name: second.name })
            : count > 0
              ? t('watch.story.ahead', { count, name: second.name })
              : t('watch.story.level', { name: second.name });
    return { seat, winner, story };
}

/** "1 h 52" or "3 days". */
export function lastedWords(span: number): string {
    if (span >= 2 * DAY) return t('watch.days', { count: Math.round(span / DAY) });
    const minutes = Math.max(1, Math.round(span / 60_000));
    const hours = Math.floor(minutes / 60);
    return hours > 0
        ? t('watch.hours', { hours, minutes: String(minutes % 60).padStart(2, '0') })
        : t('watch.minutes', { count: minutes });
}

/** "today", "yesterday" or "12 Nov". */
export function dayWords(at: number, now: number): string {
    const days = Math.round((midnight(at) - midnight(now)) / DAY);
    if (days >= -1) return new Intl.RelativeTimeFormat(chosen.language, { numeric: 'auto' }).format(days, 'day');
    const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
    const year = isThisYear ? {} : ({ year: 'numeric' } as const);
    return new Intl.DateTimeFormat(chosen.language, { day: 'numeric', month: 'short', ...year }).format(at);
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** A number as the reader writes it. */
export const numberWords = (value: number): string => value.toLocaleString(chosen.language);
