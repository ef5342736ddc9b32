/** Measurements of bots as a drawing: bots rise from left to right, a line leads to each from their one rival. */
import type { BotCard } from '../protocol/api';
import { yardstickOf } from './bots';

export interface Rung {
    readonly name: string;
    readonly x: number;
    readonly y: number;
}

export interface Measure {
    readonly from: Rung;
    readonly to: Rung;
    readonly wins: number;
    readonly games: number;
    /** Horizontal position of the number. */
    readonly x: number;
    readonly y: number;
}

export const SIZE = { width: 1184, height: 246 } as const;
/** Tables of this size have been measured most. */
export const SEATS = 4;

const round = (value: number): number => Math.round(value);

/** The yardstick and the bots to play against, the weakest first, and the lines between them. */
export function ladderOf(bots: readonly BotCard[], edition: string): { rungs: Rung[]; measures: Measure[] } {
    const step = (SIZE.width - 200) / Math.max(1, bots.length - 1);
    // Steep first and flatter later, so that lines from the yardstick do not overlap.
    const rise = (place: number): number => (bots.length < 2 ? 0 : Math.sqrt(place / (bots.length - 1)));
    const rungs = bots.map(({ name }, place) => ({
        name,
        x: round(100 + step * place),
        y: round(SIZE.height - 46 - rise(place) * (SIZE.height - 110)),
    }));
    const rival = yardstickOf(bots, edition);
    const measures = bots.flatMap((bot, place): Measure[] => {
        const row = bot.strength.find(
            (each) => each.edition === edition && each.seats === SEATS && each.against === rival,
        );
        const from = rungs.find(({ name }) => name === row?.against);
        const to = rungs[place];
        if (!row || !from || !to) return [];
        const along = 0.62;
        return [
            {
                from,
                to,
                wins: round(100 * row.share),
                games: row.games,
                x: round(from.x + (to.x - from.x) * along),
                y: round(from.y + (to.y - from.y) * along),
            },
        ];
    });
    return { rungs, measures };
}
