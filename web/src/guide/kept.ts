/** The guided table of this browser: which one it is, and how far its reader has come. */
const KEY = 'gridwright.guide';

export interface KeptGuide {
    gameId: string;
    isPaused: boolean;
    /** Pages that were read, by their names. */
    read: string[];
    /** Whether hints go on after the first round. */
    goesOn: boolean;
}

export function beginGuide(gameId: string): void {
    keepGuide({ gameId, isPaused: false, read: [], goesOn: false });
}

/** The guide of a table, or nothing: another table, or it was left. */
export function guideOf(gameId: string): KeptGuide | null {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<KeptGuide> | null;
        if (kept?.gameId !== gameId || !Array.isArray(kept.read)) return null;
        return { gameId, isPaused: kept.isPaused === true, read: kept.read, goesOn: kept.goesOn === true };
    } catch {
        return null;
    }
}

export const keepGuide = (guide: KeptGuide): void => localStorage.setItem(KEY, JSON.stringify(guide));
export const leaveGuide = (): void => localStorage.removeItem(KEY);
