/** Choices kept in this tab only: neither other players nor the server see them. */
const CHOICE_PREFIX = 'gridwright.choice.';
const READY_PREFIX = 'gridwright.ready.';

interface Kept<Choice> {
    /** The offers that it was chosen from; with other offers it is dropped. */
    offers: string;
    choice: Choice;
}

/** Keeps a choice that was not ordered yet. */
export function keepChoice<Choice>(gameId: string, offers: string, choice: Choice): void {
    const kept: Kept<Choice> = { offers, choice };
    sessionStorage.setItem(CHOICE_PREFIX + gameId, JSON.stringify(kept));
}

/** The kept choice; null if the offers have changed. */
export function keptChoice<Choice>(gameId: string, offers: string): Choice | null {
    const text = sessionStorage.getItem(CHOICE_PREFIX + gameId);
    if (text === null) return null;
    try {
        const kept = JSON.parse(text) as Kept<Choice>;
        return kept.offers === offers ? kept.choice : null;
    } catch {
        return null;
    }
}

const keyOf = (gameId: string, seat: number): string => `${READY_PREFIX}${gameId}.${seat}`;

/** Keeps the prepared next turn; null removes it. */
export function keepReady<Kept>(gameId: string, seat: number, kept: Kept | null): void {
    if (kept === null) sessionStorage.removeItem(keyOf(gameId, seat));
    else sessionStorage.setItem(keyOf(gameId, seat), JSON.stringify(kept));
}

export function keptReady<Kept>(gameId: string, seat: number): Kept | null {
    try {
        return JSON.parse(sessionStorage.getItem(keyOf(gameId, seat)) ?? 'null') as Kept | null;
    } catch {
        return null;
    }
}
