/** The named opponents, by strength; the server reads the same file. Names are the same in every language. */
import levels from '../../../src/gridwright/bots/characters.json';

export interface Character {
    readonly name: string;
    /** Name of the bot that plays it. */
    readonly level: string;
    /** Symbol of its portrait; empty for a bot of the host's own, which is no character. */
    readonly mark: string;
}

const LEVELS = Object.keys(levels);

/** All characters, the weakest level first. */
export const CHARACTERS: readonly Character[] = Object.entries(levels).flatMap(([level, names]) =>
    names.map((name) => ({ name, level, mark: `c-${name.toLowerCase()}` })),
);

export const charactersOf = (level: string): Character[] => CHARACTERS.filter((each) => each.level === level);

export const characterNamed = (name: string): Character | undefined => CHARACTERS.find((each) => each.name === name);

/**
 * Opponents for `count` seats at a table where the names `taken` are in use: the characters of the level first, then those
 * of the next level below, then above. Each plays at its own level, since a level has fewer characters than a table seats.
 */
export function charactersAtTable(level: string, taken: readonly string[], count = 1): Character[] {
    const own = LEVELS.indexOf(level);
    if (own < 0) return hostsOwn(level, taken, count);
    const inOrder = [...LEVELS.slice(0, own + 1).reverse(), ...LEVELS.slice(own + 1)].flatMap(charactersOf);
    return inOrder.filter(({ name }) => !taken.includes(name)).slice(0, count);
}

/** Bots of the host's own have only the name that the host gave them, so a second one needs a number. */
function hostsOwn(bot: string, taken: readonly string[], count: number): Character[] {
    const names = [bot, ...Array.from({ length: taken.length + count }, (_, place) => `${bot} ${String(place + 2)}`)];
    const free = names.filter((name) => !taken.includes(name)).slice(0, count);
    return free.map((name) => ({ name, level: bot, mark: '' }));
}
