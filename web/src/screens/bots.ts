/** The levels of bots that a server has, the weakest first. */
import type { BotCard } from '../protocol/api';
import { t, tOr } from '../words';

/** Below it are the bots that play at random or greedily: for study, and as a measure for the others. */
const FIRST_PLANNER = 2;

/** The levels of a server as it comes: they hold the place of its own until these are known. */
export const USUAL_LEVELS = ['easy', 'normal', 'hard', 'expert'] as const;

/** The bots worth playing, the weakest first. */
export function levelsOf(bots: readonly BotCard[]): BotCard[] {
    return bots.filter((each) => each.level >= FIRST_PLANNER).toSorted((one, other) => one.level - other.level);
}

/** The level to begin with: the one that was chosen last, or the middle one, the weaker of two. */
export function firstLevel(levels: readonly BotCard[], last: string): string {
    return (levels.find((each) => each.name === last) ?? levels[Math.floor((levels.length - 1) / 2)])?.name ?? last;
}

export const levelName = (level: BotCard): string => tOr(`bot.${level.name}`, level.name);

/** What was measured of a level at a table of this size, in words; where nothing was, what is worth knowing of it. */
export function strengthWords(level: BotCard | undefined, edition: string, seats: number): string {
    const row = level?.strength.find((each) => each.edition === edition && each.seats === seats);
    if (!row) return level ? tOr(`bot.about.${level.name}`, '') : '';
    const percent = (share: number): number => Math.round(100 * share);
    return t('bot.strength', {
        share: percent(row.share),
        low: percent(row.low),
        high: percent(row.high),
        games: row.games,
        rival: tOr(`bot.${row.against}`, row.against),
    });
}

/** The names that bots sit down with. */
export const botName = (place: number): string => t(`botname.${place % 5}`);
