/** The guided table of this browser and the player's progress there. */
const KEY = 'gridwright.guide';

export interface KeptGuide {
    gameId: string;
    isPaused: boolean;
    /** Pages that were read, by their names. */
    read: string[];
    /** True if hints continue after the first round. */
    continues: boolean;
    /** The card with goal, length and end of the game has not been read. */
    isFirst?: boolean;
}

/** Guide the player at a table; `isFirst` begins with the card of the first game. */
export function beginGuide(gameId: string, isFirst = false): void {
    keepGuide({ gameId, isPaused: false, read: [], continues: false, isFirst });
}

/** The guide of a table; null if it belongs to another table or was left. */
export function guideOf(gameId: string): KeptGuide | null {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as
            (Partial<KeptGuide> & { goesOn?: boolean }) | null;
        if (kept?.gameId !== gameId || !Array.isArray(kept.read)) return null;
        return {
            gameId,
            isPaused: kept.isPaused === true,
            read: kept.read,
            continues: kept.goesOn === true,
            isFirst: kept.isFirst === true,
        };
    } catch {
        return null;
    }
}

/** Stores `continues` under its old name, `goesOn`, which guides in browsers have. */
export function keepGuide({ continues, ...guide }: KeptGuide): void {
    localStorage.setItem(KEY, JSON.stringify({ ...guide, goesOn: continues }));
}
export const leaveGuide = (): void => localStorage.removeItem(KEY);
