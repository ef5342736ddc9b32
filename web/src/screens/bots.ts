/** The bots of a server as levels: their strength and measurements. */
import type { BotCard } from '../protocol/api';
import { characterNamed } from '../bots/characters';
import { DOTS } from '../design/strengthDots';
import { t, tOr } from '../words';

/** Below this level are the random and greedy bots: for study, and as a yardstick for the others. */
const FIRST_PLANNER = 2;

/** Levels of a server by default, shown until its own levels are known. */
export const USUAL_LEVELS = ['easy', 'normal', 'hard', 'expert'] as const;

/** The bots worth playing, the weakest first. */
export function levelsOf(bots: readonly BotCard[]): BotCard[] {
    return bots.filter((each) => each.level >= FIRST_PLANNER).toSorted((one, other) => one.level - other.level);
}

/** The default level: the one that was chosen last, or the middle one, the weaker of two. */
export function firstLevel(levels: readonly BotCard[], last: string): string {
    return (levels.find((each) => each.name === last) ?? levels[Math.floor((levels.length - 1) / 2)])?.name ?? last;
}

export const levelName = (level: string): string => tOr(`bot.${level}`, level);

/** A bot's style, in one sentence. */
export const styleOf = (bot: BotCard): string => tOr(`bot.style.${bot.name}`, bot.description);

/**
 * What a character does more or less than others of its level: only what was measured. Empty for a bot that is no
 * character, and at a seat of another level, where a character plays like any bot of that level.
 */
export const characterLine = (name: string, level: string): string =>
    characterNamed(name)?.level === level ? tOr(`bot.character.${name}`, t('bot.style_unmeasured')) : '';

/** Number of filled places of the capsule. */
export const placesOf = ({ level }: BotCard): number => Math.min(DOTS, Math.max(1, level - FIRST_PLANNER + 1));

export interface Measured {
    /** Games won out of 100. */
    readonly wins: number;
    readonly rival: string;
    readonly seats: number;
}

/** The rival that most bots were measured against in a game: only shares of wins against one rival are comparable. */
export function yardstickOf(bots: readonly BotCard[], edition: string): string {
    const counts = new Map<string, number>();
    for (const bot of bots) {
        const rivals = bot.strength.filter((row) => row.edition === edition).map((row) => row.against);
        for (const rival of new Set(rivals)) counts.set(rival, (counts.get(rival) ?? 0) + 1);
    }
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** The measurement against a rival for this number of seats, or for four seats of the same game; null if there is none. */
export function measuredOf(bot: BotCard | undefined, edition: string, seats: number, rival: string): Measured | null {
    const rows = bot?.strength.filter((each) => each.edition === edition && each.against === rival) ?? [];
    const row = rows.find((each) => each.seats === seats) ?? rows.find((each) => each.seats === 4);
    return row ? { wins: Math.round(100 * row.share), rival: row.against, seats: row.seats } : null;
}

/** Minimum wins of 100 for each name of a share of wins, the largest first. */
const SHARES = [
    [86, 'nearly_all'],
    [58, 'most'],
    [42, 'half'],
    [29, 'third'],
    [18, 'quarter'],
    [0, 'few'],
] as const;
/** The kind of player that a bot plays like. */
const PLAYS_LIKE: Readonly<Record<string, 'beginner' | 'casual' | 'good' | 'strong'>> = {
    l0: 'beginner',
    l1: 'beginner',
    easy: 'casual',
    normal: 'good',
    hard: 'strong',
    expert: 'strong',
};

/**
 * The strength of a bot in one sentence: "Beats most beginners" for the levels that every server has; by its measurement for
 * a bot of the host's own, in numbers for a rival that only this server has.
 */
export function strengthWords(bot: BotCard, measured: Measured | null): string {
    const level = tOr(`bot.strength.${bot.name}`, '');
    if (level) return level;
    if (!measured) return t('bot.unmeasured');
    const { wins, rival, seats } = measured;
    const like = PLAYS_LIKE[rival];
    if (!like) return `${String(wins)} ${againstWords(measured)}`;
    const [, share] = SHARES.find(([least]) => wins >= least) ?? SHARES[5];
    const count = seats - 1;
    return t(`bot.wins.${share}`, { rivals: t(`bot.rivals.${like}`, { count, number: numberWord(count) }) });
}

/** "of 100 against three bots of level Easy". */
export function againstWords({ rival, seats }: Measured): string {
    const count = seats - 1;
    return t('bot.against', { count, number: numberWord(count), level: levelName(rival) });
}

/** Wins of 100 of each player if all are equal. */
export const evenShare = (seats: number): number => Math.round(100 / seats);

/** Small numbers as words. */
export const numberWord = (count: number): string => tOr(`number.${count}`, String(count));
