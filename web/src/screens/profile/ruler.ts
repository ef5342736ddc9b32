/** Positions on the ruler of a rating, in hundredths of its length. */
import type { BotMark } from '../../protocol/api';

/** Points left free at both ends. */
const EDGE = 60;
/** Minimum distance of two names; nearer ones would overlap. */
const LEAST = 17;

export interface Mark {
    readonly bot: string;
    readonly at: number;
    readonly isNamed: boolean;
}
export interface Ruler {
    readonly marks: readonly Mark[];
    readonly at: number;
    readonly from: number;
    readonly to: number;
}

/** The bots as marks, and the interval of a rating among them. */
export function rulerOf(bots: readonly BotMark[], points: number, margin: number): Ruler {
    const known = [...bots.map((each) => each.points), points];
    const low = Math.min(...known) - EDGE;
    const span = Math.max(...known) + EDGE - low;
    const at = (value: number): number => Math.min(100, Math.max(0, (100 * (value - low)) / span));
    const marks: Mark[] = [];
    let last = -LEAST;
    for (const each of bots) {
        const place = at(each.points);
        const isNamed = place - last >= LEAST;
        if (isNamed) last = place;
        marks.push({ bot: each.bot, at: place, isNamed });
    }
    return { marks, at: at(points), from: at(points - margin), to: at(points + margin) };
}
