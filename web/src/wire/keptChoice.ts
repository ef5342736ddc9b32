/** What a player has chosen and not yet ordered, kept for this tab while the offers are the same. */
const PREFIX = 'gridwright.choice.';

interface Kept<Choice> {
    /** The offers that it was chosen from: other offers make another choice. */
    offers: string;
    choice: Choice;
}

export function keepChoice<Choice>(gameId: string, offers: string, choice: Choice): void {
    const kept: Kept<Choice> = { offers, choice };
    sessionStorage.setItem(PREFIX + gameId, JSON.stringify(kept));
}

export function keptChoice<Choice>(gameId: string, offers: string): Choice | null {
    const text = sessionStorage.getItem(PREFIX + gameId);
    if (text === null) return null;
    try {
        const kept = JSON.parse(text) as Kept<Choice>;
        return kept.offers === offers ? kept.choice : null;
    } catch {
        return null;
    }
}
